import type { Client } from 'pg';
import { databaseAt, inDatabase } from '../postgres/in-database';

/** Changes by people that a backup of the shop does not know. */
export type PeopleSince = {
  /** The number that Postgres gives a new cluster: a copy of another shop numbers other people. */
  cluster: string;
  erased: number[];
  /** The present subscribers of the newsletter, and the active ones of them. */
  subscribers: number[];
  activeSubscribers: number[];
};

/** The facts that must still hold after older databases have come back. @param server the present databases */
export async function readPeople(server: string): Promise<PeopleSince> {
  const [cluster, erased] = await inDatabase(databaseAt(server, 'identity'), async (identity) => [
    await clusterOf(identity),
    await idsIn(identity, 'SELECT id FROM users WHERE deleted_at IS NOT NULL'),
  ]);
  const [subscribers, activeSubscribers] = await inDatabase(databaseAt(server, 'notifications'), async (notifications) => [
    await idsIn(notifications, 'SELECT id FROM subscribers'),
    await idsIn(notifications, 'SELECT id FROM subscribers WHERE is_active'),
  ]);
  return { cluster, erased, subscribers, activeSubscribers };
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
