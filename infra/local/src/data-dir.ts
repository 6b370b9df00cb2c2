import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LocalConfig } from './config';
import { removePostgres } from './postgres/postgres';

/** Where a shop keeps its Postgres inside its data folder. */
export const postgresIn = (dataDir: string) => join(dataDir, 'postgres');

/** Makes an empty data folder for a shop that ends with a test or a measurement. → its path */
export async function makeDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'shop-data-'));
  // the account of Postgres has to get through it
  await chmod(folder, 0o711);
  return folder;
}

/** Removes the data folder of a stopped shop, also the Postgres that is kept elsewhere because its account cannot reach the checkout. */
export async function removeDataDir(dataDir: string): Promise<void> {
  if (existsSync(postgresIn(dataDir))) await removePostgres(postgresIn(dataDir));
  await rm(dataDir, { recursive: true, force: true });
}

/** Removes all that a shop has, as `--reset` asks. @throws Error in a sentence where the databases are kept elsewhere */
export async function startOver(
  { DATA_DIR, DATABASE_URL }: Pick<LocalConfig, 'DATA_DIR' | 'DATABASE_URL'>,
  say: (line: string) => void,
) {
  if (DATABASE_URL)
    throw new Error(`DATABASE_URL names a server of its own: drop its five databases there, then remove ${DATA_DIR}.`);
  say('Starting over: removing the old data …');
  await removePostgres(postgresIn(DATA_DIR), say);
  await rm(DATA_DIR, { recursive: true, force: true });
}
