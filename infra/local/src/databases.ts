import { createHmac, randomBytes } from 'node:crypto';
import { Client } from 'pg';

/**
 * Gives each name a database and a user of that name: the user may do anything in its own database, and the others' users cannot even connect to it.
 * Safe to repeat. Passwords are derived from the server's own, so that nothing has to be kept.
 * @param url a Postgres account that may create databases and roles
 * @returns per name, the URL its service connects with
 */
export async function ensureDatabases<Name extends string>(url: string, names: readonly Name[]): Promise<Record<Name, string>> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(`SELECT pg_advisory_lock(hashtext('shop.databases'))`);
    const urls: Partial<Record<Name, string>> = {};
    for (const name of names) urls[name] = await ensureDatabase(client, new URL(url), name);
    return urls as Record<Name, string>;
  } finally {
    await client.end();
  }
}

async function ensureDatabase(client: Client, server: URL, name: string): Promise<string> {
  const [quoted, password] = [client.escapeIdentifier(name), passwordFor(name, server)];
  const exists = async (sql: string) => (await client.query(sql, [name])).rowCount === 1;
  const verb = (await exists('SELECT 1 FROM pg_roles WHERE rolname = $1')) ? 'ALTER' : 'CREATE';
  await client.query(`${verb} ROLE ${quoted} LOGIN PASSWORD ${client.escapeLiteral(password)}`);
  if (!(await exists('SELECT 1 FROM pg_database WHERE datname = $1'))) {
    // Who is no superuser must be a member of a role to make it an owner.
    await client.query(
      `DO $$ BEGIN IF NOT pg_has_role(${client.escapeLiteral(name)}, 'MEMBER') THEN GRANT ${quoted} TO CURRENT_USER; END IF; END $$`,
    );
    await client.query(`CREATE DATABASE ${quoted} OWNER ${quoted}`);
  }
  await client.query(`REVOKE ALL ON DATABASE ${quoted} FROM PUBLIC`);

  const own = new URL(server);
  own.username = encodeURIComponent(name);
  own.password = password;
  own.pathname = `/${encodeURIComponent(name)}`;
  return own.href;
}

const passwordFor = (name: string, server: URL) =>
  server.password
    ? createHmac('sha256', decodeURIComponent(server.password)).update(`database ${name}`).digest('hex')
    : randomBytes(24).toString('hex');
