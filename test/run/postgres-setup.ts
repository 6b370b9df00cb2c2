import { mkdtemp, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeDataDir } from '../../infra/local/src/data-dir';
import { removePostgres, startPostgres } from '../../infra/local/src/postgres/postgres';

declare global {
  var stopTestPostgres: (() => Promise<void>) | undefined;
}

/** The folder that Linux keeps in memory. */
const MEMORY = '/dev/shm';
/** Several times the size of a run's databases. */
const ENOUGH_BYTES = 4 * 1024 ** 3;

/** The fastest folder for making and dropping databases: in memory if there is plenty of it, else that for temporary files. */
async function cheapestFolder(): Promise<string> {
  if (process.platform !== 'linux' || freemem() < 2 * ENOUGH_BYTES) return tmpdir();
  const room = await statfs(MEMORY).catch(() => undefined);
  return room && room.bavail * room.bsize >= ENOUGH_BYTES ? MEMORY : tmpdir();
}

/**
 * Starts one Postgres for the whole run and names it in `TEST_DATABASE_URL`. If that variable is set already, it uses that
 * Postgres. `TEST_SHOPS` names a folder for the shop that is filled once and copied (test/authorisation/live-shop.ts).
 */
export default async function startTestPostgres(): Promise<void> {
  process.env.TEST_SHOPS ??= await makeDataDir();
  if (process.env.TEST_DATABASE_URL) return;
  const dataDir = await mkdtemp(join(await cheapestFolder(), 'shop-test-postgres-'));
  const postgres = await startPostgres({ dataDir, fast: true, log: console.log });
  process.env.TEST_DATABASE_URL = postgres.url;
  globalThis.stopTestPostgres = async () => {
    await postgres.stop();
    await removePostgres(dataDir);
  };
}
