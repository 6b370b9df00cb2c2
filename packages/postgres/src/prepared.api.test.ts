import { openTestDatabase, type TestDatabase } from '@shop/runtime/testing';
import type { EntityManager } from 'typeorm';

let database: TestDatabase;
beforeEach(async () => {
  database = await openTestDatabase({ entities: [], migrations: [] });
  await database.asOwner('CREATE TABLE notes (n int PRIMARY KEY, text text)');
  await database.asOwner('GRANT ALL ON notes TO test_service');
});
afterEach(() => database.drop());

const inTransaction = <Result>(work: (db: EntityManager) => Promise<Result>) => database.source.transaction(work);
const times = async (count: number, work: () => Promise<unknown>) => {
  for (let n = 0; n < count; n += 1) await work();
};
/** The texts that the server has prepared for the connection of a transaction. */
const preparedIn = async (db: EntityManager) =>
  (await db.query<{ statement: string }[]>('SELECT statement FROM pg_prepared_statements')).map(({ statement }) => statement);

test('a frequent statement is prepared, unless a new column would change its rows', async () => {
  const often = 'SELECT text FROM notes WHERE n > $1 AND n < 10';
  const every = 'SELECT * FROM notes WHERE n > $1 AND n < 10';
  const counts = 'SELECT count(*) FROM notes WHERE n > $1 AND n < 10';
  const seldom = 'SELECT text FROM notes WHERE n > $1 AND n < 11';
  await times(6, () => database.source.query(often, [0]));
  await times(6, () => inTransaction((db) => Promise.all([db.query(every, [0]), db.query(counts, [0])])));
  await database.source.query(seldom, [0]);
  const prepared = await inTransaction(preparedIn);
  expect(prepared).toEqual(expect.arrayContaining([often, counts]));
  expect(prepared).not.toContain(every);
  expect(prepared).not.toContain(seldom);
});

test('a statement that fails when it is prepared can be asked again, on the same connection', async () => {
  const add = 'INSERT INTO notes (n, text) VALUES ($1, $2)';
  await times(4, () => expect(database.source.query(add, ['none', ''])).rejects.toMatchObject({ code: '22P02' }));
  await expect(inTransaction((db) => db.query(add, ['none', '']))).rejects.toMatchObject({ code: '22P02' });
  await inTransaction(async (db) => {
    await db.query(add, [1, 'first']);
    await Promise.all([db.query(add, [2, 'second']), db.query(add, [3, 'third'])]);
    expect(await preparedIn(db)).toContain(add);
  });
  expect(await database.source.query('SELECT n FROM notes ORDER BY n')).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
});

test('a migration that changes the type of a column is not noticed by what asks for it', async () => {
  const ask = 'SELECT n FROM notes WHERE text = $1';
  await database.source.query(`INSERT INTO notes VALUES (1, 'one')`);
  await times(6, () => database.source.query(ask, ['one']));
  await database.asOwner('ALTER TABLE notes ALTER COLUMN n TYPE double precision');
  expect(await database.source.query(ask, ['one'])).toEqual([{ n: 1 }]);
});
