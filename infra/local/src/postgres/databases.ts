import { createHmac, randomBytes } from 'node:crypto';
import { passwordIn } from '@shop/runtime';
import type { Client } from 'pg';
import { inDatabase } from './in-database';

/** A service's two accounts of its database: the first may change rows, the second owns the tables. */
type DatabaseUrls = { DATABASE_URL: string; MIGRATION_DATABASE_URL: string };

/**
 * Creates a database and two roles for each name: `<name>_owner` owns the database and makes its tables; `<name>` may only
 * connect, and gets rights to rows after the migration. Safe to repeat: a database of `<name>` passes to its owner role.
 * Passwords are derived from the server's own password, so nothing has to be stored.
 * @returns per name, the URLs for its service
 * @param url a Postgres account that may create databases and roles
 */
export async function ensureDatabases<Name extends string>(
  url: string,
  names: readonly Name[],
): Promise<Record<Name, DatabaseUrls>> {
  const urls: Partial<Record<Name, DatabaseUrls>> = {};
  await inDatabase(url, async (client) => {
    await client.query(`SELECT pg_advisory_lock(hashtext('shop.databases'))`);
    for (const name of names) urls[name] = await ensureDatabase(client, new URL(url), name);
  });
  return urls as Record<Name, DatabaseUrls>;
}

async function ensureDatabase(client: Client, server: URL, name: string): Promise<DatabaseUrls> {
  const ownerName = `${name}_owner`;
  const [database, owner] = [client.escapeIdentifier(name), client.escapeIdentifier(ownerName)];
  const [service, makes] = [await ensureRole(client, server, name), await ensureRole(client, server, ownerName)];
  const { rows } = await client.query<{ owner: string }>(
    'SELECT pg_get_userbyid(datdba) AS owner FROM pg_database WHERE datname = $1',
    [name],
  );
  if (rows.length === 0) await client.query(`CREATE DATABASE ${database} OWNER ${owner}`);
  const databaseUrl = Object.assign(new URL(server), { pathname: `/${encodeURIComponent(name)}` });
  if (rows[0]?.owner === name) await changeHands(databaseUrl.href, name, ownerName);
  await client.query(
    `REVOKE ALL ON DATABASE ${database} FROM PUBLIC, ${database}; GRANT CONNECT ON DATABASE ${database} TO ${database}`,
  );
  return {
    DATABASE_URL: Object.assign(new URL(databaseUrl), service).href,
    MIGRATION_DATABASE_URL: Object.assign(new URL(databaseUrl), makes).href,
  };
}

async function ensureRole(client: Client, server: URL, name: string) {
  const [role, password] = [client.escapeIdentifier(name), passwordFor(name, server)];
  const { rowCount } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [name]);
  await client.query(`${rowCount ? 'ALTER' : 'CREATE'} ROLE ${role} LOGIN PASSWORD ${client.escapeLiteral(password)}`);
  // An account that is no superuser needs the rights of a role to make it an owner, and to take away what it owns.
  await client.query(
    `DO $$ BEGIN IF NOT pg_has_role(${client.escapeLiteral(name)}, 'USAGE') THEN GRANT ${role} TO CURRENT_USER; END IF; END $$`,
  );
  return { username: encodeURIComponent(name), password };
}

/** Passes the tables, sequences, functions and the database itself from the service's role to its owner role. */
const changeHands = (url: string, from: string, to: string) =>
  inDatabase(url, (client) =>
    client.query(`REASSIGN OWNED BY ${client.escapeIdentifier(from)} TO ${client.escapeIdentifier(to)}`),
  );

/** The same URLs of existing databases; nothing is asked or changed. The server's own account must have a password. */
export const databaseUrls = (server: string, name: string): DatabaseUrls => {
  const urlFor = (role: string) =>
    Object.assign(new URL(server), { pathname: `/${name}`, username: role, password: passwordFor(role, new URL(server)) }).href;
  return { DATABASE_URL: urlFor(name), MIGRATION_DATABASE_URL: urlFor(`${name}_owner`) };
};

function passwordFor(name: string, server: URL) {
  const password = passwordIn(server.href);
  return password ? createHmac('sha256', password).update(`database ${name}`).digest('hex') : randomBytes(24).toString('hex');
}
