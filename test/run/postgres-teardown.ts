import { join } from 'node:path';
import { removeDataDir } from '../../infra/local/src/data-dir';

/**
 * Removes the run's filled shop and stops the setup's Postgres. Jest calls it once for each project of the run, and only the first
 * call has an effect.
 */
export default async function stopTestPostgres(): Promise<void> {
  const shops = process.env.TEST_SHOPS;
  delete process.env.TEST_SHOPS;
  if (shops) {
    await removeDataDir(join(shops, 'filled'));
    await removeDataDir(shops);
  }
  const stop = globalThis.stopTestPostgres;
  globalThis.stopTestPostgres = undefined;
  if (!stop) return;
  delete process.env.TEST_DATABASE_URL;
  await stop();
}
