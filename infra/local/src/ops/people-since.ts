import { chown } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from 'pg';
import { readKept, replaceKept } from '../kept/kept-file';
import { databaseAt, inDatabase } from '../postgres/in-database';
import type { Owner } from './copy-tree';

type People = {
  erased: number[];
  /** The present subscribers of the newsletter, and the active ones of them. */
  subscribers: number[];
  activeSubscribers: number[];
};
/** Changes by people that a backup of the shop does not know. */
export type PeopleSince = People & {
  /** The number that Postgres gives a new cluster: a copy of another shop numbers other people. */
  cluster: string;
};

/** In the folder of restored databases: what the replaced ones knew and they do not, for the next restore. No backup has it. */
export const PEOPLE_BEFORE = 'people-before.json';

/**
 * The facts that must still hold after older databases have come back.
 * @param server the present databases
 * @param folder where they are stored
 */
export async function readPeople(server: string, folder: string): Promise<PeopleSince> {
  const cluster = await inDatabase(databaseAt(server, 'identity'), clusterOf);
  const present = await peopleIn(server);
  const before = await readKept(join(folder, PEOPLE_BEFORE));
  return { cluster, ...(before === undefined ? present : joined(present, JSON.parse(before) as People)) };
}

/**
 * Keeps what the replaced databases knew of people beside the restored ones. What those know themselves is left out, so that a next
 * restore sees who has left since.
 */
export async function keepPeople(server: string, { people, folder, owner }: { people: People; folder: string; owner?: Owner }) {
  const file = join(folder, PEOPLE_BEFORE);
  await replaceKept(file, JSON.stringify(without(people, await peopleIn(server))));
  if (owner) await chown(file, owner.uid, owner.gid);
}

/**
 * Removes subscribers again who have left the newsletter since.
 * → the addresses of the accounts that were erased since, to be erased again, or why nobody knows them
 */
export async function letGoAgain(server: string, people: PeopleSince): Promise<string[] | string> {
  const emails = await inDatabase(databaseAt(server, 'identity'), async (identity) => {
    if ((await clusterOf(identity)) !== people.cluster) return null;
    const { rows } = await identity.query<{ email: string }>(
      'SELECT email FROM users WHERE deleted_at IS NULL AND id = ANY($1) ORDER BY id',
      [people.erased],
    );
    return rows.map(({ email }) => email);
  });
  if (!emails) return 'the databases that were here are those of another shop.';
  await inDatabase(databaseAt(server, 'notifications'), async (notifications) => {
    await notifications.query('DELETE FROM subscribers WHERE id <> ALL($1)', [people.subscribers]);
    await notifications.query(
      'UPDATE subscribers SET is_active = false, confirm_token = NULL WHERE is_active AND id <> ALL($1)',
      [people.activeSubscribers],
    );
  });
  return emails;
}

async function peopleIn(server: string): Promise<People> {
  const erased = await inDatabase(databaseAt(server, 'identity'), (identity) =>
    idsIn(identity, 'SELECT id FROM users WHERE deleted_at IS NOT NULL'),
  );
  return inDatabase(databaseAt(server, 'notifications'), async (notifications) => ({
    erased,
    subscribers: await idsIn(notifications, 'SELECT id FROM subscribers'),
    activeSubscribers: await idsIn(notifications, 'SELECT id FROM subscribers WHERE is_active'),
  }));
}

const joined = (one: People, other: People) => eachOf((list) => [...new Set([...one[list], ...other[list]])]);

const without = (all: People, known: People) =>
  eachOf((list) => {
    const out = new Set(known[list]);
    return all[list].filter((id) => !out.has(id));
  });

const eachOf = (idsOf: (list: keyof People) => number[]): People => ({
  erased: idsOf('erased'),
  subscribers: idsOf('subscribers'),
  activeSubscribers: idsOf('activeSubscribers'),
});

async function idsIn(database: Client, sql: string): Promise<number[]> {
  const { rows } = await database.query<{ id: number }>(sql);
  return rows.map(({ id }) => id);
}

async function clusterOf(database: Client): Promise<string> {
  const { rows } = await database.query<{ cluster: string }>(
    'SELECT system_identifier::text AS cluster FROM pg_control_system()',
  );
  return rows.map(({ cluster }) => cluster).join();
}
