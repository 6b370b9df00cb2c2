import { openTestDatabase, type TestDatabase } from '@shop/runtime/testing';
import { inTx } from './tx';

let database: TestDatabase;
beforeEach(async () => {
  database = await openTestDatabase({ entities: [], migrations: [] });
  await database.asOwner('CREATE TABLE notes (n int PRIMARY KEY, text text)');
  await database.asOwner('GRANT ALL ON notes TO test_service');
});
afterEach(() => database.drop());

test('work that a migration of a column has stopped is rolled back and done a second time', async () => {
  const ask = 'SELECT n FROM notes WHERE text = $1';
  await database.source.query(`INSERT INTO notes VALUES (1, 'one')`);
  for (let n = 0; n < 6; n += 1) await database.source.query(ask, ['one']);
  await database.asOwner('ALTER TABLE notes ALTER COLUMN n TYPE double precision');
  let runs = 0;
  const rows = await inTx(database.source, async ({ db }) => {
    runs += 1;
    await db.query('INSERT INTO notes VALUES (2, $1)', ['two']);
    return db.query(ask, ['one']);
  });
  expect({ found: rows, runs }).toEqual({ found: [{ n: 1 }], runs: 2 });
  expect(await database.source.query('SELECT n FROM notes ORDER BY n')).toEqual([{ n: 1 }, { n: 2 }]);
});
