import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { queueOf, TIMELINE_QUEUE } from '@shop/contracts/events';
import { SERVICES } from '@shop/ops';
import { hostOf } from '@shop/runtime';
import type { Client } from 'pg';
import { ROOT, type LocalConfig } from '../config';
import { postgresIn } from '../data-dir';
import { forgetBegunDemo } from '../kept/demo-file';
import { refuseBesideShop } from '../kept/doors';
import { databaseAt, inDatabase } from '../postgres/in-database';
import { startPostgres } from '../postgres/postgres';
import { chooseHome } from '../postgres/postgres-home';
import { ownerFile, stopOrphan } from '../postgres/postgres-orphan';
import { inBucket, megabytes, seconds, SECRETS } from './backup';
import { addFile, copyTree } from './copy-tree';
import { savePeople, letGoAgain, ofThisShop, readPeople, type PeopleSince } from './people-since';
import { runningAt } from './server';

type Say = (line: string) => void;

/** Numbers from after the backup are not given again: contracts and mails name them. */
const AHEAD = 1000;
const QUEUES = [...SERVICES.map(queueOf), TIMELINE_QUEUE];

/**
 * Puts the databases and objects of a backup in place of the present ones, which stay beside them, and makes them ready for use.
 * Subscribers who left since are removed again; accounts that were erased since are named with the command that erases them.
 * @throws Error in a sentence when the shop runs, when there is no such backup, when the secrets are missing, or when queues may
 * hold messages
 */
export async function restore(config: LocalConfig, from: string, say: Say, { queuesEmpty = false } = {}): Promise<void> {
  const began = Date.now();
  const backup = resolve(from);
  const postgres = postgresIn(config.DATA_DIR);
  if (config.DATABASE_URL) throw new Error('DATABASE_URL names a server of its own: restore it with its own tools.');
  if (!existsSync(join(backup, 'postgres', 'backup_label'))) throw new Error(`${backup} holds no backup of the shop.`);
  for (const name of SECRETS)
    if (!existsSync(join(config.DATA_DIR, name)))
      throw new Error(`${join(config.DATA_DIR, name)} is not there. Put it back first.`);
  await refuseWhileRunning(config);
  if (config.AMQP_URL && !queuesEmpty)
    throw new Error(
      `AMQP_URL (${hostOf(config.AMQP_URL)}) may hold messages from after the backup. Empty its queues (${QUEUES.join(', ')}), then add --queues-empty: docs/runbooks/restore.md.`,
    );

  const { cluster, account } = await chooseHome(postgres, say);
  const formerPeople = await peopleIn(postgres, cluster);
  // Ready before it takes its place, so that an interruption leaves the shop as it was.
  const fresh = `${cluster}.restored`;
  await stopOrphan(fresh, say);
  await rm(fresh, { recursive: true, force: true });
  const databases = await copyTree(join(backup, 'postgres'), fresh, { owner: account });
  for (const name of ['replslot', 'dynshmem', 'notify', 'serial', 'snapshots', 'stat_tmp', 'subtrans'])
    await makeFolder(join(fresh, `pg_${name}`), account);
  await chmod(fresh, 0o700);

  await copyObjects(config, join(backup, 'objects'), say);

  const { erased, unknown } = await onServer(postgres, fresh, async (server) => {
    for (const name of SERVICES) await inDatabase(databaseAt(server, name), makeReady);
    const beginGracesAgain = await readFile(join(ROOT, 'infra/docker/begin-graces-again.sql'), 'utf8');
    await inDatabase(databaseAt(server, 'identity'), (identity) => identity.query(beginGracesAgain));
    const people = await ofThisShop(server, formerPeople);
    const departures = await letGoAgain(server, people, basename(backup));
    await savePeople(server, { people, folder: fresh, owner: account });
    return departures;
  });
  await rm(ownerFile(fresh));

  await refuseWhileRunning(config);
  const before = `before-${new Date().toISOString().replace(/[-:]|\.\d+/g, '')}`;
  if (existsSync(cluster)) await rename(cluster, `${cluster}.${before}`);
  await rename(fresh, cluster);
  // The filling had begun in the former shop.
  await forgetBegunDemo(config.DATA_DIR);
  say(`Databases: ${megabytes(databases.bytes)} in place; what was there is in ${cluster}.${before}.`);
  if (unknown !== undefined) say(`Nobody knows who was erased or left the newsletter after the backup: ${unknown}`);
  for (const email of erased)
    say(`Was erased after the backup. Erase again: npm run ops -- erase --email ${quote(email)} --sure`);
  say(`Restored after ${seconds(began)}. Start the shop, then: npm run ops -- check`);
}

/** The shop may be running without its Postgres, and the Postgres without its shop. */
async function refuseWhileRunning({ DATA_DIR: dataDir }: LocalConfig) {
  await refuseBesideShop(dataDir);
  if (await runningAt(postgresIn(dataDir))) throw new Error('The shop runs. Stop it first.');
}

async function copyObjects({ DATA_DIR: dataDir, S3_ENDPOINT: bucketAt }: LocalConfig, from: string, say: Say) {
  const there = existsSync(from);
  if (bucketAt) say(`${inBucket(bucketAt)}, which stays as it is.${there ? ` Those of the backup are in ${from}.` : ''}`);
  else {
    const { files, bytes } = there ? await copyTree(from, join(dataDir, 'objects'), { copy: addFile }) : { files: 0, bytes: 0 };
    say(`Objects: ${megabytes(bytes)} in ${files} files.`);
  }
}

/** The changes by people that the backup does not know, or why nobody knows them. Unreadable databases do not prevent a restore. */
async function peopleIn(postgres: string, cluster: string): Promise<PeopleSince | string> {
  if (!existsSync(cluster)) return 'no databases were here.';
  try {
    return await onServer(postgres, cluster, (server) => readPeople(server, cluster));
  } catch (error) {
    return `the databases that were here cannot be read: ${String(error)}`;
  }
}

/** One word for a shell: an address may hold characters that a shell would interpret. */
const quote = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`;

/** Postgres makes the contents of these anew, but not the folders. */
async function makeFolder(folder: string, owner?: { uid: number; gid: number }) {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (owner) await chown(folder, owner.uid, owner.gid);
}

/** Moves the counts ahead, and sends the events of the last day again: the inbox lets nothing happen twice. */
async function makeReady(database: Client) {
  await database.query(
    `SELECT setval(format('%I.%I', schemaname, sequencename)::regclass, coalesce(last_value, 0) + ${AHEAD}) FROM pg_sequences`,
  );
  await database.query(
    `UPDATE outbox SET sent_at = NULL, next_try_at = now()
     WHERE sent_at > (SELECT max(occurred_at) - interval '1 day' FROM outbox) AND data <> '{}'`,
  );
}

async function onServer<Result>(postgres: string, cluster: string, work: (server: string) => Promise<Result>): Promise<Result> {
  const server = await startPostgres({ dataDir: postgres, cluster });
  return work(server.url).finally(() => server.stop());
}
