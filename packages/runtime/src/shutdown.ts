/** Calls `stop` once at SIGTERM or SIGINT and then ends the process; after 40 s the process ends without waiting for it. */
export function onShutdown(stop: () => Promise<void>) {
  let stopping = false;
  const go = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), 40_000).unref();
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', go);
  process.on('SIGINT', go);
}
