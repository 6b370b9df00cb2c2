import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { queryLong } from '@shop/postgres';
import { Client } from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { baseMigrations, openDatabase, type DatabaseOptions, type Schema } from './database';
import { createLog } from '../log';
import { eventually, openTestDatabase, testLog, testServerUrl, untilBlocked } from '../testing';
import { startCuttableProxy } from '../testing/proxy';

class CountRuns1763700000000 implements MigrationInterface {
  name = 'CountRuns1763700000000';
  async up(db: QueryRunner) {
    await db.query('CREATE TABLE runs (at timestamptz DEFAULT clock_timestamp())');
    await pause(100);
    await db.query('INSERT INTO runs DEFAULT VALUES');
  }
  async down() {}
}
class BreaksHalfway1763800000000 implements MigrationInterface {
  name = 'BreaksHalfway1763800000000';
  async up(db: QueryRunner) {
    await db.query('CREATE TABLE half_made (id int)');
    await db.query('SELECT * FROM not_there');
  }
  async down() {}
}

const onServer = async (sql: string, values: unknown[] = [], at = testServerUrl()) => {
  const client = new Client({ connectionString: at });
  await client.connect();
  return client.query(sql, values).finally(() => client.end());
};

let url: string;
let name: string;
beforeEach(async () => {
  name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(`CREATE DATABASE ${name}`);
  url = Object.assign(new URL(testServerUrl()), { pathname: `/${name}` }).toString();
});
afterEach(() => onServer(`DROP DATABASE ${name} WITH (FORCE)`));

const open = (
  migrations: (new () => MigrationInterface)[],
  more: Partial<Pick<DatabaseOptions, 'url' | 'patienceMs' | 'answerWithinMs' | 'log'>> = {},
) => openDatabase({ url, entities: [], migrations, log: testLog, poolSize: 3, ...more });

test('five replicas that start at once on an empty database migrate it once', async () => {
  const sources = await Promise.all(Array.from({ length: 5 }, () => open([CountRuns1763700000000])));
  expect(await sources[0]!.query('SELECT count(*)::int AS n FROM runs')).toEqual([{ n: 1 }]);
  expect(await sources[0]!.query('SELECT count(*)::int AS n FROM migrations')).toEqual([{ n: baseMigrations.length + 1 }]);
  await Promise.all(sources.map((source) => source.destroy()));
});

test('a migration that fails is named, leaves nothing half made, holds no lock and no connection', async () => {
  await expect(open([CountRuns1763700000000, BreaksHalfway1763800000000])).rejects.toThrow('BreaksHalfway1763800000000');
  const { rows } = await onServer(
    `SELECT to_regclass('half_made') AS half, (SELECT count(*)::int FROM runs) AS runs,
            (SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()) AS others`,
    [],
    url,
  );
  expect(rows).toEqual([{ half: null, runs: 1, others: 0 }]);
});

test('while a database is waited for, the log says why', async () => {
  const lines: string[] = [];
  const log = createLog('test', 'info', { write: (line: string) => void lines.push(line) });
  const elsewhere = Object.assign(new URL(url), { pathname: '/not_there' }).toString();
  await expect(open([], { url: elsewhere, patienceMs: 0, log })).rejects.toThrow();
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
    expect.objectContaining({ msg: 'waiting for the database', err: expect.objectContaining({ errorCode: '3D000' }) as object }),
  ]);
});

test('a service that starts before its database waits for it; in the end it gives up', async () => {
  const wire = await startCuttableProxy(Number(new URL(url).port));
  await wire.down();
  const through = new URL(url);
  through.port = String(wire.port);
  await expect(open([], { url: through.toString(), patienceMs: 0 })).rejects.toThrow();
  let refused = 0;
  const log = createLog('test', 'info', { write: () => void (refused += 1) });
  const opening = open([], { url: through.toString(), patienceMs: 200_000, log });
  await eventually(() => expect(refused).toBeGreaterThan(0));
  await wire.up();
  const source = await opening;
  expect(await source.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await source.destroy();
  await wire.close();
});

test('a broken connection in the pool does not end the process, and the next query works', async () => {
  const source = await open([]);
  await onServer(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1`, [name]);
  const pool = (source.driver as unknown as { master: { totalCount: number } }).master;
  await eventually(() => expect(pool.totalCount).toBe(0));
  expect(await source.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await source.destroy();
});

test('a connection that is open and silent is given up, and the next query works; one that is idle stays', async () => {
  const wire = await startCuttableProxy(Number(new URL(url).port));
  const through = Object.assign(new URL(url), { port: wire.port }).toString();
  const source = await open([], { url: through, answerWithinMs: 1000 });
  const accepted = wire.accepted();
  await pause(1500);
  expect(await source.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect(wire.accepted()).toBe(accepted);
  wire.stall();
  await expect(source.query('SELECT 1 AS one')).rejects.toThrow('Connection terminated: Postgres has not answered for 1 s');
  expect(await source.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await source.destroy();
  await wire.close();
});

test('a statement that takes too long is ended, unless it may; that holds for its transaction alone', async () => {
  const source = await open([], { answerWithinMs: 1000 });
  await expect(source.query('SELECT pg_sleep(3)')).rejects.toThrow('statement timeout');
  await queryLong(source, 'SELECT pg_sleep(1.5)');
  await expect(source.query('SELECT pg_sleep(3)')).rejects.toThrow('statement timeout');
  await source.destroy();
});

class Slow1763700000001 implements MigrationInterface {
  name = 'Slow1763700000001';
  async up(db: QueryRunner) {
    await db.query('SELECT pg_sleep(1.5)');
  }
  async down() {}
}

test('a migration may take long', async () => {
  const source = await open([Slow1763700000001], { answerWithinMs: 1000 });
  expect(await source.showMigrations()).toBe(false);
  await source.destroy();
});

class Widens1763800000001 implements MigrationInterface {
  name = 'Widens1763800000001';
  async up(db: QueryRunner) {
    await db.query('ALTER TABLE runs ADD COLUMN note text');
  }
  async down() {}
}

test('a change of a table that somebody uses for long lets others pass, and is made once it can be', async () => {
  const source = await open([CountRuns1763700000000]);
  const user = source.createQueryRunner();
  await user.startTransaction();
  await user.query('SELECT * FROM runs');
  const opening = open([CountRuns1763700000000, Widens1763800000001]);
  await untilBlocked(source);
  // Waits behind the change until the change gives way.
  expect(await source.query('SELECT count(*)::int AS n FROM runs')).toEqual([{ n: 1 }]);
  await user.commitTransaction();
  await user.release();
  const changed = await opening;
  expect(await changed.query('SELECT note FROM runs')).toEqual([{ note: null }]);
  await Promise.all([source.destroy(), changed.destroy()]);
});

class Diary1763900000000 implements MigrationInterface {
  name = 'Diary1763900000000';
  async up(db: QueryRunner) {
    await db.query(`
      CREATE TABLE diary (id int GENERATED ALWAYS AS IDENTITY, said text);
      CREATE TABLE counts (id int);
      CREATE TABLE sums (total int);
      INSERT INTO sums VALUES (0);
    `);
  }
  async down() {}
}
const diary: Schema = { entities: [], migrations: [Diary1763900000000], rights: { diary: 'append', sums: 'read' } };

describe("a service's own role, beside the owner of its tables", () => {
  test.each([
    'CREATE TABLE more (id int)',
    'CREATE TEMP TABLE more (id int)',
    'CREATE SCHEMA more',
    `CREATE FUNCTION more() RETURNS int LANGUAGE sql AS 'SELECT 1'`,
    'ALTER TABLE counts ADD COLUMN more int',
    'DROP TABLE counts',
    'TRUNCATE counts',
    'ALTER TABLE diary DISABLE TRIGGER ALL',
    `UPDATE diary SET said = 'something else'`,
    'DELETE FROM diary',
    'SELECT * FROM diary FOR UPDATE',
    'INSERT INTO sums VALUES (1)',
    'UPDATE sums SET total = 1',
    'DELETE FROM migrations',
    'SET ROLE test_owner',
  ])('may not %s', async (statement) => {
    const { source, drop } = await openTestDatabase(diary);
    await source.query(`INSERT INTO diary (said) VALUES ('this')`);
    await expect(source.query(statement)).rejects.toThrow(/permission denied|must be owner/);
    expect(await source.query('SELECT said, total FROM diary, sums')).toEqual([{ said: 'this', total: 0 }]);
    await drop();
  });

  test('may do everything with the rows of other tables, hear and notify, lock, and see that all migrations are in', async () => {
    const { source, drop } = await openTestDatabase(diary);
    await source.query('INSERT INTO counts VALUES (1)');
    await source.query('UPDATE counts SET id = 2');
    expect(await source.query('SELECT id FROM counts FOR UPDATE')).toEqual([{ id: 2 }]);
    await source.query('DELETE FROM counts');
    await source.query('SELECT pg_advisory_lock(1), pg_advisory_unlock(1)');
    await source.query('LISTEN outbox');
    await source.query(`SELECT pg_notify('outbox', '')`);
    expect(await source.showMigrations()).toBe(false);
    await drop();
  });

  test('a table that is to be guarded and does not exist keeps the service from starting', async () => {
    await expect(openTestDatabase({ entities: [], migrations: [], rights: { dairy: 'append' } })).rejects.toThrow(
      'There is no table dairy',
    );
  });

  test('rights that are taken away by a release are gone after it', async () => {
    const before = await openTestDatabase({ entities: [], migrations: [Diary1763900000000] });
    await before.source.query('DELETE FROM sums');
    const { url: own, ownerUrl } = before;
    const after = await openDatabase({ ...diary, url: own, migrationUrl: ownerUrl, log: testLog });
    await expect(after.query('DELETE FROM sums')).rejects.toThrow('permission denied');
    await after.destroy();
    await before.drop();
  });
});
