import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removePostgres, startPostgres } from '../../infra/local/src/postgres';

declare global {
  var stopTestPostgres: (() => Promise<void>) | undefined;
}

/** One Postgres for the whole run, at `TEST_DATABASE_URL`; one that is given there already is used as it is. */
export default async function startTestPostgres(): Promise<void> {
  if (process.env.TEST_DATABASE_URL) return;
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-test-postgres-'));
  const postgres = await startPostgres({ dataDir, fast: true, log: console.log });
  process.env.TEST_DATABASE_URL = postgres.url;
  globalThis.stopTestPostgres = async () => {
    await postgres.stop();
    await removePostgres(dataDir);
  };
}
