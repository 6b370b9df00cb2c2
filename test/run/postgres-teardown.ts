/** Stops the Postgres that the setup has started, once, however many projects took part in the run. */
export default async function stopTestPostgres(): Promise<void> {
  const stop = globalThis.stopTestPostgres;
  globalThis.stopTestPostgres = undefined;
  if (!stop) return;
  delete process.env.TEST_DATABASE_URL;
  await stop();
}
