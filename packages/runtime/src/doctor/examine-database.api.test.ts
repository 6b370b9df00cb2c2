import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { openDatabase, type Schema } from '../database/database';
import { testLog, testServerUrl } from '../testing';
import { examineDatabase } from './examine-database';

class Notes1763700000000 implements MigrationInterface {
  name = 'Notes1763700000000';
  async up(db: QueryRunner) {
    await db.query('CREATE TABLE notes (id int); CREATE TABLE past (id int)');
  }
  async down() {}
}
class More1763800000000 implements MigrationInterface {
  async up(db: QueryRunner) {
    await db.query('CREATE TABLE more (id int)');
  }
  async down() {}
}
const schema: Schema = { entities: [], migrations: [Notes1763700000000], rights: { past: 'append' } };
const SECRET = 'a-secret-of-nobody-else';

const name = `test_${randomUUID().replaceAll('-', '')}`;
const [service, owner] = [`${name}_service`, `${name}_owner`];
const at = (role: string, password = SECRET, database = name) =>
  Object.assign(new URL(testServerUrl()), { pathname: `/${database}`, username: role, password }).href;
const onServer = async (sql: string, url = testServerUrl()) => {
  const client = new Client({ connectionString: url });
  await client.connect();
  return client.query(sql).finally(() => client.end());
};

const good = { DATABASE_URL: at(service), MIGRATION_DATABASE_URL: at(owner), DATABASE_POOL: 10 };
const examined = (over: Partial<typeof good> = {}, as = schema) => examineDatabase({ ...good, ...over }, as);

test('a time zone that the database does not know is named, with what to write instead', async () => {
  const named = await examineDatabase(good, schema, 'Mars/Olympus');
  expect(named.filter((fault) => fault.startsWith('SITE_TIME_ZONE'))).toEqual([
    expect.stringMatching(/does not know the time zone Mars\/Olympus\. Write its name of today/),
  ]);
  expect(await examineDatabase(good, schema, 'Europe/Moscow')).toEqual(await examineDatabase(good, schema));
});

beforeAll(async () => {
  for (const role of [service, owner]) await onServer(`CREATE ROLE ${role} LOGIN PASSWORD '${SECRET}'`);
  await onServer(`CREATE DATABASE ${name} OWNER ${owner}`);
  const source = await openDatabase({
    ...{ ...schema, log: testLog, poolSize: 2 },
    ...{ url: good.DATABASE_URL, migrationUrl: good.MIGRATION_DATABASE_URL },
  });
  await source.destroy();
});
afterAll(async () => {
  await onServer(`DROP DATABASE ${name} WITH (FORCE)`);
  for (const role of [service, owner]) await onServer(`DROP ROLE ${role}`);
});

test('a database as it should be has nothing wrong', async () => {
  expect(await examined()).toEqual([]);
});

test('each thing that is wrong is a sentence that names the variable', async () => {
  expect(await examined({ DATABASE_URL: at(service, 'a-wrong-password') })).toEqual([
    expect.stringMatching(/^DATABASE_URL: the server \S+ does not let the account in/),
  ]);
  expect(await examined({ DATABASE_URL: 'postgres://shop:another-long-one@127.0.0.1:1/shop' })).toEqual([
    'DATABASE_URL: the server 127.0.0.1:1 does not answer (ECONNREFUSED). Start it, or correct the address.',
  ]);
  expect(await examined({ DATABASE_URL: at(service, SECRET, 'nowhere') })).toEqual([
    expect.stringMatching(/^DATABASE_URL: the server \S+ has no database of this name/),
  ]);
  expect(await examined({ MIGRATION_DATABASE_URL: at(owner, 'a-wrong-password') })).toEqual([
    expect.stringMatching(/^MIGRATION_DATABASE_URL: .* does not let the account in/),
  ]);
  expect(await examined({ DATABASE_POOL: 5000 })).toEqual([expect.stringMatching(/^DATABASE_POOL: .* max_connections/)]);
  const guessed = await examined({ DATABASE_URL: 'postgres://shop:postgres@127.0.0.1:1/shop' });
  expect(guessed[0]).toMatch(/^DATABASE_URL holds a secret that can be guessed/);
  expect(guessed.join()).not.toContain('shop:postgres');
});

test('an account that may too much is named, and what to do about it', async () => {
  expect(await examined({ DATABASE_URL: testServerUrl().replace(/\/[^/]*$/, `/${name}`) })).toContainEqual(
    expect.stringContaining('administers the server'),
  );
  expect(await examineDatabase({ DATABASE_URL: at(owner), DATABASE_POOL: 10 }, schema)).toEqual([
    expect.stringContaining('Set MIGRATION_DATABASE_URL'),
  ]);
  await onServer(`GRANT UPDATE ON past TO ${service}`, at(owner));
  expect(await examined()).toEqual([
    `DATABASE_URL: the account ${service} may change past, which is only added to. Let the migration run once more.`,
  ]);
  await onServer(`REVOKE UPDATE ON past FROM ${service}`, at(owner));
});

test('migrations that have not run are named, also those that have no name of their own', async () => {
  const newer = { ...schema, migrations: [...schema.migrations, More1763800000000] };
  expect(await examined({}, newer)).toEqual([
    'The database lacks More1763800000000. They run when the service starts, or its migration on its own.',
  ]);
});
