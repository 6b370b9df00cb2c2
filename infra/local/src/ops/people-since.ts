import type { Client } from 'pg';

/** What people have done to a shop that a backup of it does not know. */
export type PeopleSince = {
  /** The number that Postgres gives a cluster when it is made: a copy of another shop numbers other people. */
  cluster: string;
  erased: number[];
};

/** What holds on whatever comes back. @param identity identity's database as it is before a restore */
export async function readPeople(identity: Client): Promise<PeopleSince> {
  const users = await identity.query<{ id: number }>('SELECT id FROM users WHERE deleted_at IS NOT NULL');
  return { cluster: await clusterOf(identity), erased: users.rows.map(({ id }) => id) };
}

/** The addresses of those who were erased and have come back, in their order. @param identity identity's database after the restore */
export async function comeBack(identity: Client, { cluster, erased }: PeopleSince): Promise<string[]> {
  if ((await clusterOf(identity)) !== cluster) return [];
  const { rows } = await identity.query<{ email: string }>(
    'SELECT email FROM users WHERE deleted_at IS NULL AND id = ANY($1) ORDER BY id',
    [erased],
  );
  return rows.map(({ email }) => email);
}

async function clusterOf(database: Client): Promise<string> {
  const { rows } = await database.query<{ cluster: string }>(
    'SELECT system_identifier::text AS cluster FROM pg_control_system()',
  );
  return rows[0]!.cluster;
}
