import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LocalConfig } from './config';
import { refuseBesideShop } from './kept/doors';
import { removePostgres } from './postgres/postgres';
import { keptElsewhere } from './postgres/postgres-home';

export const postgresIn = (dataDir: string) => join(dataDir, 'postgres');

/**
 * Makes an empty data folder for a shop that ends with a test or a measurement.
 * @returns its path
 */
export async function makeDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'shop-data-'));
  // The account of Postgres must be able to enter the folder.
  await chmod(folder, 0o711);
  return folder;
}

/** Removes the data folder of a stopped shop, and its Postgres, even when it is stored outside the folder. */
export async function removeDataDir(dataDir: string): Promise<void> {
  if (existsSync(postgresIn(dataDir))) await removePostgres(postgresIn(dataDir));
  await rm(dataDir, { recursive: true, force: true });
}

/** Servers that store a part of a shop outside the data folder, and how to clear each of them. */
const KEPT_BY = {
  DATABASE_URL: 'drop its five databases',
  S3_ENDPOINT: 'empty its bucket',
  MONGODB_URL: 'drop its database',
  AMQP_URL: 'delete its queues',
};

/**
 * Removes everything that a shop has. The next shop numbers accounts and orders anew, so nothing of this one may be left elsewhere.
 * @throws Error in a sentence when a configured server stores a part, or when the shop runs
 */
export async function startOver(config: Pick<LocalConfig, 'DATA_DIR' | keyof typeof KEPT_BY>, say: (line: string) => void) {
  const { DATA_DIR } = config;
  const elsewhere = Object.entries(KEPT_BY).filter(([name]) => config[name as keyof typeof KEPT_BY]);
  if (elsewhere.length > 0) {
    const folders = [DATA_DIR, await keptElsewhere(postgresIn(DATA_DIR))].filter(Boolean);
    throw new Error(
      `--reset removes what is in ${DATA_DIR} alone. First clear what is elsewhere (${elsewhere.map((entry) => entry.join(': ')).join('; ')}), then remove ${folders.join(' and ')}.`,
    );
  }
  await refuseBesideShop(DATA_DIR);
  say('Starting over: removing the old data …');
  await removePostgres(postgresIn(DATA_DIR), say);
  await rm(DATA_DIR, { recursive: true, force: true });
}
