import type { MigrationInterface, QueryRunner } from 'typeorm';
import { openTestDatabase, type TestDatabase } from '@shop/runtime/testing';
import { endCopy, saveIfNewer, upsertIfNewer } from './upsert-if-newer';

class Copies1763900000000 implements MigrationInterface {
  name = 'Copies1763900000000';
  async up(db: QueryRunner) {
    await db.query(`
      CREATE TABLE boats (boat_id int PRIMARY KEY, version int NOT NULL, name text, harbour text, sunk boolean NOT NULL DEFAULT false);
      CREATE TABLE tides (harbour text, side text, read_at timestamptz NOT NULL, metres int[], PRIMARY KEY (harbour, side));
    `);
  }
  async down() {}
}

let db: TestDatabase;
beforeEach(async () => {
  db = await openTestDatabase({ entities: [], migrations: [Copies1763900000000] });
});
afterEach(() => db.drop());

const BOATS = { table: 'boats', key: 'boat_id', final: 'sunk' };
const keep = (row: object, firstOnly?: Record<string, unknown>) =>
  upsertIfNewer(db.source.manager, BOATS, { boat_id: 1, ...row }, firstOnly);
const boats = () => db.source.query<object[]>('SELECT * FROM boats');

test('a newer fact is stored and reported; an equal or older one changes nothing', async () => {
  expect(await keep({ version: 2, name: 'Nora' })).toBe(true);
  expect(await keep({ version: 2, name: 'again' })).toBe(false);
  expect(await keep({ version: 1, name: 'old' })).toBe(false);
  expect(await boats()).toEqual([{ boat_id: 1, version: 2, name: 'Nora', harbour: null, sunk: false }]);
  expect(await keep({ version: 5, name: null })).toBe(true);
  expect(await boats()).toEqual([{ boat_id: 1, version: 5, name: null, harbour: null, sunk: false }]);
});

test('columns that are not said stay, and some are only for a row that is new', async () => {
  await keep({ version: 1, name: 'Nora' }, { harbour: 'Bergen' });
  await keep({ version: 2 }, { harbour: 'Oslo' });
  expect(await boats()).toMatchObject([{ version: 2, name: 'Nora', harbour: 'Bergen' }]);
});

test('a row that is final never changes again', async () => {
  await keep({ version: 2, sunk: true });
  expect(await keep({ version: 3, sunk: false })).toBe(false);
  expect(await boats()).toMatchObject([{ version: 2, sunk: true }]);
});

test('an end counts whether it comes after newer facts or before older ones, and twice', async () => {
  const end = (version: number) => endCopy(db.source.manager, BOATS, { boat_id: 1, version, name: '' });
  const ended = (version: number) => [{ boat_id: 1, version, name: '', harbour: 'Bergen', sunk: true }];
  await keep({ version: 4, name: 'Nora', harbour: 'Bergen' });
  await end(3);
  expect(await boats()).toEqual(ended(4));
  await end(5);
  await end(5);
  expect(await boats()).toEqual(ended(5));
  for (const version of [4, 6]) expect(await keep({ version, name: 'Nora' })).toBe(false);
  expect(await boats()).toEqual(ended(5));
});

test('an end of what was never heard of keeps it out, too', async () => {
  await endCopy(db.source.manager, BOATS, { boat_id: 1, version: 2, name: '' });
  expect(await keep({ version: 1, name: 'Nora' })).toBe(false);
  expect(await boats()).toEqual([{ boat_id: 1, version: 2, name: '', harbour: null, sunk: true }]);
});

test('saveIfNewer writes with the next statement of its transaction, and never goes backwards either', async () => {
  await db.source.transaction(async (manager) => {
    for (const [version, name] of [
      [2, 'Nora'],
      [1, 'old'],
    ])
      await saveIfNewer(manager, BOATS, { boat_id: 1, version, name });
    expect(await manager.query('SELECT version, name FROM boats')).toEqual([{ version: 2, name: 'Nora' }]);
    await saveIfNewer(manager, BOATS, { boat_id: 1, version: 3, name: 'Nora III' });
  });
  expect(await boats()).toMatchObject([{ version: 3, name: 'Nora III' }]);
});

test('the key may be several columns, and the version a time', async () => {
  const read = (side: string, at: string, metres: number[]) =>
    upsertIfNewer(
      db.source.manager,
      { table: 'tides', key: ['harbour', 'side'], version: 'read_at' },
      { harbour: 'Bergen', side, read_at: at, metres },
    );
  await read('north', '2026-11-20T12:00:00.000Z', [3]);
  await read('south', '2026-11-20T11:00:00.000Z', [1, 2]);
  expect(await read('north', '2026-11-20T11:59:59.999Z', [9])).toBe(false);
  expect(await db.source.query('SELECT side, metres FROM tides ORDER BY side')).toEqual([
    { side: 'north', metres: [3] },
    { side: 'south', metres: [1, 2] },
  ]);
});

test('of many simultaneous facts the newest stays', async () => {
  const versions = Array.from({ length: 20 }, (_, at) => at + 1);
  await Promise.all(versions.map((version) => keep({ version, name: `Nora ${version}` })));
  expect(await boats()).toMatchObject([{ version: 20, name: 'Nora 20' }]);
});
