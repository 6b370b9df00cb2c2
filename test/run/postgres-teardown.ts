/**
 * Stops the Postgres that the setup has started. jest calls it once for each project of the run; only the first call does
 * something.
 */
export default async function stopTestPostgres(): Promise<void> {
  const stop = globalThis.stopTestPostgres;
  globalThis.stopTestPostgres = undefined;
  if (!stop) return;
  delete process.env.TEST_DATABASE_URL;
  await stop();
}
