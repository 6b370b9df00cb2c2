import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { openDatabase } from './database';
import { startCuttableProxy } from './testing/cuttable-proxy';
import { openTestDatabase, testLog, type TestDatabase } from './testing';

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

let server: TestDatabase;
let url: string;
let name: string;
beforeAll(async () => {
  server = await openTestDatabase({ entities: [], migrations: [] });
});
afterAll(() => server.drop());
beforeEach(async () => {
  name = `test_${randomUUID().replaceAll('-', '')}`;
  await server.source.query(`CREATE DATABASE ${name}`);
  url = Object.assign(new URL(server.url), { pathname: `/${name}` }).toString();
});
afterEach(() => server.source.query(`DROP DATABASE ${name} WITH (FORCE)`));

const open = (migrations: (new () => MigrationInterface)[], more: { url?: string; patienceMs?: number } = {}) =>
  openDatabase({ url, entities: [], migrations, log: testLog, poolSize: 3, ...more });

test('five replicas that start at once on an empty database migrate it once', async () => {
  const sources = await Promise.all(Array.from({ length: 5 }, () => open([CountRuns1763700000000])));
  expect(await sources[0]!.query('SELECT count(*)::int AS n FROM runs')).toEqual([{ n: 1 }]);
  expect(await sources[0]!.query('SELECT count(*)::int AS n FROM migrations')).toEqual([{ n: 2 }]);
  await Promise.all(sources.map((source) => source.destroy()));
});

test('a migration that fails is named, leaves nothing half made, holds no lock and no connection', async () => {
  await expect(open([CountRuns1763700000000, BreaksHalfway1763800000000])).rejects.toThrow('BreaksHalfway1763800000000');
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(
    `SELECT to_regclass('half_made') AS half, (SELECT count(*)::int FROM runs) AS runs,
            (SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()) AS others`,
  );
  await client.end();
  expect(rows).toEqual([{ half: null, runs: 1, others: 0 }]);
});

test('a service that starts before its database waits for it; in the end it gives up', async () => {
  const wire = await startCuttableProxy(Number(new URL(url).port));
  await wire.down();
  const through = new URL(url);
  through.port = String(wire.port);
  await expect(open([], { url: through.toString(), patienceMs: 0 })).rejects.toThrow();
  const opening = open([], { url: through.toString(), patienceMs: 20_000 });
  await pause(500);
  await wire.up();
  const source = await opening;
  expect(await source.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await source.destroy();
  await wire.close();
});

test('a broken connection in the pool does not end the process, and the next query works', async () => {
  const source = await open([]);
  await server.source.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1`, [name]);
  await pause(50);
  expect(await source.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await source.destroy();
});
