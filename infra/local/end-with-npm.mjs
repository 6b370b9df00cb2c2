const LOOK_EVERY_MS = 500;

/**
 * Sends this process SIGTERM once the shell between npm and it has ended. npm passes SIGTERM on to the shell, which dies of it and
 * passes nothing on, so that the program would run on with nobody to stop it.
 */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, LOOK_EVERY_MS).unref();
}
