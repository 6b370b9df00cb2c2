import type { MigrationInterface, QueryRunner } from 'typeorm';
import { openTestDatabase, type TestDatabase } from '.';

class HasSeeds1763900000000 implements MigrationInterface {
  name = 'HasSeeds1763900000000';
  async up(db: QueryRunner) {
    await db.query(`
      CREATE TABLE notes (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, text text, length int GENERATED ALWAYS AS (length(text)) STORED);
      CREATE TABLE answers (id serial PRIMARY KEY, note_id int REFERENCES notes);
      INSERT INTO notes (text) VALUES ('first')`);
  }
  async down() {}
}
const schema = { entities: [], migrations: [HasSeeds1763900000000] };

const nameOf = async ({ source }: TestDatabase) =>
  (await source.query<[{ name: string }]>('SELECT current_database() AS name'))[0].name;

test('the next test gets the rows of the migrations alone, and numbers from the beginning', async () => {
  const database = await openTestDatabase(schema);
  const name = await nameOf(database);
  await database.source.query(`INSERT INTO notes (text) VALUES ('second')`);
  await database.source.query('INSERT INTO answers (note_id) VALUES (1), (2)');
  await database.source.query(`UPDATE notes SET text = 'changed' WHERE id = 1`);
  await database.drop();

  const next = await openTestDatabase(schema);
  expect(await nameOf(next)).toBe(name);
  expect(await next.source.query('SELECT * FROM notes')).toEqual([{ id: 1, text: 'first', length: 5 }]);
  expect(await next.source.query('INSERT INTO notes (text) VALUES (NULL) RETURNING id')).toEqual([{ id: 2 }]);
  expect(await next.source.query('INSERT INTO answers DEFAULT VALUES RETURNING id')).toEqual([{ id: 1 }]);
  await next.drop();
});

test('a database whose tables were changed is not given to anybody', async () => {
  const database = await openTestDatabase(schema);
  const name = await nameOf(database);
  await database.asOwner('ALTER TABLE notes ADD COLUMN more int');
  await database.drop();
  const next = await openTestDatabase(schema);
  expect(await nameOf(next)).not.toBe(name);
  await next.drop();
});
