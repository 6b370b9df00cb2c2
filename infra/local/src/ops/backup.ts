import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { hostOf } from '@shop/runtime';
import type { LocalConfig } from '../config';
import { postgresIn } from '../data-dir';
import { databaseAt, inDatabase, queryOnce } from '../postgres/in-database';
import { chooseHome } from '../postgres/postgres-home';
import { copyTree, putInPlace } from './copy-tree';
import { nameOfBackup } from './old-backups';
import { PEOPLE_BEFORE } from './people-since';
import { withServer } from './server';
import { refuseWithoutShop } from './without-shop';

type Say = (line: string) => void;

/** Files that Postgres makes anew, or that belong to the running server. The log of changes is copied last. */
const NOT_COPIED = /^(pg_(wal|replslot|dynshmem|notify|serial|snapshots|stat_tmp|subtrans)\/|postmaster\.(pid|opts)$)|pgsql_tmp/;
const CHANGES = /^[0-9A-F]{24}$/;
const UNDEFINED_TABLE = '42P01';

export const SECRETS = ['secrets.json', 'postgres/password'];

/**
 * Copies all databases as they are at one moment, and the objects that are not in a bucket, into a new folder below `to`, whether
 * the shop runs or not. As in Postgres' base backup, the log of changes is copied last, with the changes made meanwhile.
 * @returns the folder
 * @throws Error in a sentence when the databases are stored elsewhere
 */
export async function backup(config: LocalConfig, to: string, say: Say): Promise<string> {
  refuseWithoutShop(config);
  if (config.DATABASE_URL)
    throw new Error(
      'DATABASE_URL names a server of its own: back it up with its own tools (pg_basebackup), and DATA_DIR/objects or the bucket beside it.',
    );
  const began = Date.now();
  const folder = join(resolve(to), nameOfBackup(new Date()));
  const part = `${folder}.part`;
  await mkdir(part, { recursive: true, mode: 0o700 });
  try {
    const bytes = await withServer(config, async (url) => {
      const databases = await copyDatabases(config, url, join(part, 'postgres'));
      say(`Databases: ${megabytes(databases.bytes)} in ${databases.files} files, all five as they were at one moment.`);
      const objects = await copyObjects(config, join(part, 'objects'), say);
      await putInPlace(part, folder);
      await note(url, databases.bytes + objects);
      return databases.bytes + objects;
    });
    say(`${folder}: ${megabytes(bytes)} after ${seconds(began)}.`);
    say(
      `Not in it, so that who has it cannot read card numbers: ${SECRETS.join(' and ')} of ${config.DATA_DIR}. Keep them elsewhere.`,
    );
    return folder;
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    throw error;
  }
}

async function copyDatabases({ DATA_DIR: dataDir }: LocalConfig, url: string, to: string) {
  const { cluster } = await chooseHome(postgresIn(dataDir), () => {});
  return inDatabase(url, async (client) => {
    // Keeps the log of changes until this connection ends.
    await client.query(`SELECT pg_create_physical_replication_slot('shop_backup_' || pg_backend_pid(), true, true)`);
    await client.query(`SELECT pg_backup_start('shop', true)`);
    const totals = await copyTree(cluster, to, { leaveOut: (path) => path === PEOPLE_BEFORE || NOT_COPIED.test(path) });
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
    const label = rows[0]?.labelfile ?? '';
    const first = /\(file ([0-9A-F]{24})\)/.exec(label)?.[1];
    if (first === undefined) throw new Error(`Postgres does not say where the log of changes begins: ${label}`);
    await writeFile(join(to, 'backup_label'), label, { mode: 0o600 });
    const changes = await copyTree(join(cluster, 'pg_wal'), join(to, 'pg_wal'), {
      leaveOut: (path) => !CHANGES.test(path) || path < first,
    });
    if (!(await readdir(join(to, 'pg_wal'))).includes(first)) throw new Error(`The log of changes lacks ${first}. Try again.`);
    return { files: totals.files + changes.files, bytes: totals.bytes + changes.bytes };
  });
}

/** @returns how many bytes were copied */
async function copyObjects({ DATA_DIR: dataDir, S3_ENDPOINT: bucketAt }: LocalConfig, to: string, say: Say): Promise<number> {
  if (bucketAt) {
    say(`${inBucket(bucketAt)}, and this is no backup of it. Copy the bucket too.`);
    return 0;
  }
  const from = join(dataDir, 'objects');
  const { files, bytes } = existsSync(from) ? await copyTree(from, to) : { files: 0, bytes: 0 };
  say(`Objects: ${megabytes(bytes)} in ${files} files.`);
  return bytes;
}

/** For the status page and the metrics. A shop that was never started with this release has no table for it yet. */
async function note(url: string, bytes: number) {
  await queryOnce(databaseAt(url, 'identity'), 'INSERT INTO backups (bytes) VALUES ($1)', [bytes]).catch((error: unknown) => {
    if ((error as { code?: unknown }).code !== UNDEFINED_TABLE) throw error;
  });
}

export const inBucket = (endpoint: string) => `Objects: none. S3_ENDPOINT (${hostOf(endpoint)}) keeps them in a bucket`;
export const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
export const seconds = (began: number) => `${((Date.now() - began) / 1000).toFixed(1)} s`;
