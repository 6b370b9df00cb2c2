import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateDatabase, openDatabase } from '@shop/runtime';
import { testLog, testServerUrl } from '@shop/runtime/testing';
import { Client } from 'pg';
import { schema as catalog } from '../../services/catalog/src/database';
import { schema as identity } from '../../services/identity/src/database';
import { schema as notifications } from '../../services/notifications/src/database';
import { schema as orders } from '../../services/orders/src/database';
import { schema as sellers } from '../../services/sellers/src/database';

const SCHEMAS = { identity, catalog, orders, sellers, notifications };
const services = Object.keys(SCHEMAS) as (keyof typeof SCHEMAS)[];
const server = testServerUrl();

/** Names for this test only, because tests share the server. */
const prefix = `t${randomUUID().slice(0, 8)}_`;
const ours = (text: string) => text.replaceAll(new RegExp(`\\b(${services.join('|')})(_owner)?\\b`, 'g'), `${prefix}$1$2`);

let secrets: string;
beforeAll(() => {
  secrets = mkdtempSync(join(tmpdir(), 'shop-databases-'));
  execFileSync(process.execPath, [join(__dirname, '../../infra/docker/make-secrets.mjs'), secrets]);
});
afterAll(async () => {
  rmSync(secrets, { recursive: true, force: true });
  for (const name of services) {
    await query(server, `DROP DATABASE IF EXISTS ${prefix}${name} WITH (FORCE)`);
    for (const role of [`${prefix}${name}`, `${prefix}${name}_owner`]) await query(server, `DROP ROLE IF EXISTS ${role}`);
  }
});

async function query(url: string, sql: string): Promise<Record<string, string>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return client
    .query<Record<string, string>>(sql)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

const at = (name: string, account: { username?: string; password?: string } = {}) =>
  Object.assign(new URL(server), { pathname: `/${name}`, ...account }).href;

/** Runs the script like psql: a statement ends its line, `\gexec` runs the answered ones, `\connect` changes the database. */
async function asPsql(script: string) {
  let url = server;
  for (const line of script.trim().split('\n')) {
    const [, database] = /^\\connect (\w+)$/.exec(line) ?? [];
    if (database) {
      url = at(database);
      continue;
    }
    const rows = await query(url, line.replace(/ \\gexec$/, ''));
    if (line.endsWith('\\gexec')) for (const row of rows) await query(url, Object.values(row)[0]!);
  }
}

const urlOf = (file: string) => {
  const { username, password, pathname } = new URL(readFileSync(join(secrets, file), 'utf8'));
  return at(ours(pathname.slice(1)), { username: ours(username), password });
};
const databaseUrl = (name: string) => urlOf(`for/${name}/database-url-${name}`);
const migrate = (name: keyof typeof SCHEMAS) => {
  const url = urlOf(`for/migrate-${name}/migration-database-url-${name}`);
  return migrateDatabase({ ...SCHEMAS[name], url, role: `${prefix}${name}`, log: testLog });
};
const script = () => ours(readFileSync(join(secrets, 'postgres-setup/databases.sql'), 'utf8'));

test('a database of an older installation, which belonged to its service, changes hands with everything in it', async () => {
  await query(server, `CREATE ROLE ${prefix}orders LOGIN PASSWORD 'older'`);
  await query(server, `CREATE DATABASE ${prefix}orders OWNER ${prefix}orders`);
  const older = at(`${prefix}orders`, { username: `${prefix}orders`, password: 'older' });
  await (await openDatabase({ ...orders, url: older, log: testLog })).destroy();

  await asPsql(script());
  await migrate('orders');
  const owners = await query(at(`${prefix}orders`), `SELECT DISTINCT tableowner FROM pg_tables WHERE schemaname = 'public'`);
  expect(owners).toEqual([{ tableowner: `${prefix}orders_owner` }]);
});

describe.each(services)('%s', (name) => {
  beforeAll(async () => {
    await asPsql(script());
    await migrate(name);
  });

  test('starts without knowing the owner, also after a second run of everything', async () => {
    await asPsql(script());
    await migrate(name);
    const source = await openDatabase({ ...SCHEMAS[name], url: databaseUrl(name), log: testLog });
    expect(await source.query('SELECT count(*)::int AS waiting FROM outbox')).toEqual([{ waiting: 0 }]);
    await source.destroy();
  });

  test.each(['CREATE TABLE more (id int)', 'DROP TABLE outbox', 'ALTER TABLE outbox ADD more int', 'DELETE FROM migrations'])(
    'may not %s',
    async (statement) => {
      await expect(query(databaseUrl(name), statement)).rejects.toThrow(/permission denied|must be owner/);
    },
  );

  test('may not rewrite what is only added to', async () => {
    for (const table of Object.keys(SCHEMAS[name].rights ?? {})) {
      for (const change of [`DELETE FROM ${table}`, `TRUNCATE ${table}`])
        await expect(query(databaseUrl(name), change)).rejects.toThrow('permission denied');
      const [rights] = await query(
        databaseUrl(name),
        `SELECT has_table_privilege('${table}', 'UPDATE')::text AS updates, has_table_privilege('${table}', 'DELETE')::text AS deletes`,
      );
      expect([table, rights]).toEqual([table, { updates: 'false', deletes: 'false' }]);
    }
  });

  test('reaches no other database', async () => {
    for (const foreign of services.filter((service) => service !== name)) {
      const url = Object.assign(new URL(databaseUrl(name)), { pathname: `/${prefix}${foreign}` }).href;
      await expect(query(url, 'SELECT 1')).rejects.toThrow(/permission denied for database/);
    }
  });
});
