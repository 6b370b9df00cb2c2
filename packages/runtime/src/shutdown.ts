const PATIENCE_MS = 40_000;

/**
 * Calls `stop` once at SIGTERM or SIGINT and then ends the process; after 40 s the process ends without waiting for it
 * (docs/decisions/0039-a-stop-takes-ten-seconds.md). `onFailure` gets the error of a stop that was not orderly.
 */
export function onShutdown(stop: () => Promise<void>, onFailure: (error: unknown) => void) {
  let stopping = false;
  const give = (error: unknown) => {
    onFailure(error);
    process.exit(1);
  };
  const go = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => give(new Error(`It has not ended within ${PATIENCE_MS / 1000} s`)), PATIENCE_MS).unref();
    stop().then(() => process.exit(0), give);
  };
  process.on('SIGTERM', go);
  process.on('SIGINT', go);
}
