import { Client } from 'pg';
import { baseMigrations, type Schema } from '../database/database';
import { faultsOfTimeZone } from '../database/known-time-zone';
import { guessable, hostOf, passwordIn, reasonOf } from './guessable';

type DatabaseConfig = { DATABASE_URL: string; MIGRATION_DATABASE_URL?: string; DATABASE_POOL: number };

/** Older versions of Postgres get no more fixes. */
const OLDEST_POSTGRES = 15;
const CLOCKS_APART_MS = 2000;

const WHY: Record<string, string> = {
  '28P01': 'does not let the account in. Correct the password, or make the accounts anew.',
  '28000': 'does not let the account in. Correct the account, or what pg_hba.conf says of it.',
  '3D000': 'has no database of this name. Correct the name, or make the databases.',
  '53300': 'has no connection left. Raise max_connections, or lower DATABASE_POOL.',
};

/**
 * Examines a service's database: whether it answers, its version, its clock, its account's rights, missing migrations, and
 * whether it knows `timeZone`, if the service counts days in it.
 * @returns the problems, in sentences
 */
export async function examineDatabase(config: DatabaseConfig, schema: Schema, timeZone?: string): Promise<string[]> {
  const { DATABASE_URL, MIGRATION_DATABASE_URL } = config;
  const weak = guessable({
    DATABASE_URL: passwordIn(DATABASE_URL),
    MIGRATION_DATABASE_URL: passwordIn(MIGRATION_DATABASE_URL),
  });
  const findings = await askDatabase('DATABASE_URL', DATABASE_URL, async (client) => [
    ...(await aboutServer(client, config)),
    ...(await aboutAccount(client, config, schema)),
    ...(await aboutTables(client, schema)),
    ...(timeZone ? await faultsOfTimeZone((query, values) => client.query(query, values), timeZone) : []),
  ]);
  const owner = MIGRATION_DATABASE_URL
    ? await askDatabase('MIGRATION_DATABASE_URL', MIGRATION_DATABASE_URL, () => Promise.resolve([]))
    : [];
  return [...weak, ...findings, ...owner];
}

async function askDatabase(name: string, url: string, ask: (client: Client) => Promise<string[]>): Promise<string[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000, query_timeout: 10_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return await ask(client);
  } catch (error) {
    const code = reasonOf(error);
    return [
      WHY[code]
        ? `${name}: the server ${hostOf(url)} ${WHY[code]}`
        : `${name}: the server ${hostOf(url)} does not answer (${code}). Start it, or correct the address.`,
    ];
  } finally {
    await client.end().catch(() => undefined);
  }
}

const firstRow = async <Row>(client: Client, query: string, values: unknown[] = []) =>
  (await client.query(query, values)).rows[0] as Row;

async function aboutServer(client: Client, { DATABASE_POOL: pool }: DatabaseConfig): Promise<string[]> {
  const before = Date.now();
  const { now, ...server } = await firstRow<{ version: number; now: number; connections: number }>(
    client,
    `SELECT current_setting('server_version_num')::int / 10000 AS version, extract(epoch FROM clock_timestamp())::float8 * 1000 AS now,
            current_setting('max_connections')::int AS connections`,
  );
  const after = Date.now();
  const apartMs = now < before ? before - now : now > after ? now - after : 0;
  return faultsOfServer({ ...server, apartMs }, pool);
}

type Server = { version: number; apartMs: number; connections: number };

/**
 * Judges a server of this version and clock, with connections for pools of this size.
 * @returns the problems, in sentences
 */
export const faultsOfServer = ({ version, apartMs, connections }: Server, pool: number): string[] => [
  ...(version < OLDEST_POSTGRES
    ? [`DATABASE_URL: the server is Postgres ${version}. Move to ${OLDEST_POSTGRES} or newer: older ones get no corrections.`]
    : []),
  ...(apartMs > CLOCKS_APART_MS
    ? [`The clock of the database differs from this machine's by ${Math.round(apartMs / 1000)} s. Let both follow a time server.`]
    : []),
  ...(pool * 5 > connections
    ? [
        `DATABASE_POOL: five services with ${pool} connections each need more than the ${connections} of max_connections. Change one of them.`,
      ]
    : []),
];

type Account = { name: string; superuser: boolean; creates: boolean; makes_tables: boolean };

async function aboutAccount(client: Client, { MIGRATION_DATABASE_URL }: DatabaseConfig, { rights = {} }: Schema) {
  const account = await firstRow<Account>(
    client,
    `SELECT rolname AS name, rolsuper AS superuser, rolcreaterole OR rolcreatedb OR rolbypassrls AS creates,
            has_schema_privilege(rolname, 'public', 'CREATE') AS makes_tables FROM pg_roles WHERE rolname = current_user`,
  );
  if (account.superuser || account.creates)
    return [
      `DATABASE_URL: the account ${account.name} administers the server. Give the service an account that has its rows alone.`,
    ];
  if (account.makes_tables)
    return [
      MIGRATION_DATABASE_URL
        ? `DATABASE_URL: the account ${account.name} may make and drop tables, as only that of MIGRATION_DATABASE_URL should. Let the migration run once more.`
        : `DATABASE_URL: the account ${account.name} owns the tables, so that nothing guards the past from it. Set MIGRATION_DATABASE_URL to another account that owns them.`,
    ];
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relname = ANY($1)
     AND (has_table_privilege(oid, 'UPDATE') OR has_table_privilege(oid, 'DELETE') OR has_table_privilege(oid, 'TRUNCATE'))`,
    [Object.keys(rights)],
  );
  return rows.map(
    ({ name }) =>
      `DATABASE_URL: the account ${account.name} may change ${name}, which is only added to. Let the migration run once more.`,
  );
}

async function aboutTables(client: Client, { migrations }: Schema): Promise<string[]> {
  const result = await client.query<{ name: string }>('SELECT name FROM migrations').catch(() => ({ rows: [] }));
  const names = new Set(result.rows.map(({ name }) => name));
  const waiting = [...baseMigrations, ...migrations]
    .map((Migration) => new Migration().name ?? Migration.name)
    .filter((name) => !names.has(name));
  if (waiting.length === 0) return [];
  const subject = waiting.length > 3 ? `${waiting.length} migrations` : waiting.join(', ');
  return [`The database lacks ${subject}. They run when the service starts, or its migration on its own.`];
}
