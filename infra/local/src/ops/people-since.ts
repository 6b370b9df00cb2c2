import { chown } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from 'pg';
import { readKept, replaceKept } from '../kept/kept-file';
import { databaseAt, inDatabase } from '../postgres/in-database';
import type { Owner } from './copy-tree';
import { isNameOfBackup, nameOfBackup } from './old-backups';

type People = {
  erased: number[];
  /** The present subscribers of the newsletter, and the active ones of them. */
  subscribers: number[];
  activeSubscribers: number[];
};
type PeopleBefore = People & {
  /** A restore of this moment found no databases that it could ask. Only a backup made since has nobody whose leaving it lost. */
  unknownUntil?: string;
};
/** Changes by people that a backup of the shop does not know. */
export type PeopleSince = PeopleBefore & {
  /** The number that Postgres gives a new cluster: a copy of another shop numbers other people. */
  cluster: string;
};

/** The addresses of the accounts that were erased after a backup, and why these may not be all. */
type ErasedPeople = { erased: string[]; unknown?: string };

const NOBODY: People = { erased: [], subscribers: [], activeSubscribers: [] };

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
  if (before === undefined) return { cluster, ...present };
  const { unknownUntil, ...people } = JSON.parse(before) as PeopleBefore;
  return { cluster, ...union(present, people), ...(unknownUntil !== undefined && { unknownUntil }) };
}

/**
 * Removes subscribers again who have left the newsletter since. Nobody is removed who may have subscribed unseen.
 * @param people the changes, or why nobody knows them
 * @param backup the name of the backup from which the databases have come back
 */
export async function letGoAgain(server: string, people: PeopleSince | string, backup: string): Promise<ErasedPeople> {
  if (typeof people === 'string') return { erased: [], unknown: people };
  const erasedEmails = await inDatabase(databaseAt(server, 'identity'), async (identity) => {
    const { rows } = await identity.query<{ email: string }>(
      'SELECT email FROM users WHERE deleted_at IS NULL AND id = ANY($1) ORDER BY id',
      [people.erased],
    );
    return rows.map(({ email }) => email);
  });
  const { unknownUntil } = people;
  if (unknownUntil !== undefined && !(isNameOfBackup(backup) && backup >= unknownUntil))
    return { erased: erasedEmails, unknown: `the restore of ${unknownUntil} could not see it either.` };
  await inDatabase(databaseAt(server, 'notifications'), async (notifications) => {
    await notifications.query('DELETE FROM subscribers WHERE id <> ALL($1)', [people.subscribers]);
    await notifications.query(
      'UPDATE subscribers SET is_active = false, confirm_token = NULL WHERE is_active AND id <> ALL($1)',
      [people.activeSubscribers],
    );
  });
  return { erased: erasedEmails };
}

/**
 * Keeps what the replaced databases knew of people beside the restored ones, or that nobody knows it. What those know themselves is
 * left out, so that a next restore sees who has left since.
 */
export async function savePeople(
  server: string,
  { people, folder, owner }: { people: PeopleSince | string; folder: string; owner?: Owner },
) {
  const file = join(folder, PEOPLE_BEFORE);
  const before: PeopleBefore =
    typeof people === 'string'
      ? { ...NOBODY, unknownUntil: nameOfBackup(new Date()) }
      : {
          ...without(people, await peopleIn(server)),
          ...(people.unknownUntil !== undefined && { unknownUntil: people.unknownUntil }),
        };
  await replaceKept(file, JSON.stringify(before));
  if (owner) await chown(file, owner.uid, owner.gid);
}

/** @returns the same, or why databases of another shop say nothing about this one */
export async function ofThisShop(server: string, people: PeopleSince | string): Promise<PeopleSince | string> {
  if (typeof people === 'string') return people;
  const cluster = await inDatabase(databaseAt(server, 'identity'), clusterOf);
  return cluster === people.cluster ? people : 'the databases that were here are those of another shop.';
}

async function peopleIn(server: string): Promise<People> {
  const erasedIds = await inDatabase(databaseAt(server, 'identity'), (identity) =>
    idsIn(identity, 'SELECT id FROM users WHERE deleted_at IS NOT NULL'),
  );
  return inDatabase(databaseAt(server, 'notifications'), async (notifications) => ({
    erased: erasedIds,
    subscribers: await idsIn(notifications, 'SELECT id FROM subscribers'),
    activeSubscribers: await idsIn(notifications, 'SELECT id FROM subscribers WHERE is_active'),
  }));
}

const union = (a: People, b: People) => eachOf((list) => [...new Set([...a[list], ...b[list]])]);

const without = (all: People, knownPeople: People) =>
  eachOf((list) => {
    const out = new Set(knownPeople[list]);
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
