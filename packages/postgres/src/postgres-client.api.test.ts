import { openTestDatabase, type TestDatabase } from '@shop/runtime/testing';
import type { EntityManager } from 'typeorm';
import { soon } from './postgres-client';

let database: TestDatabase;
beforeEach(async () => {
  database = await openTestDatabase({ entities: [], migrations: [] });
  await database.asOwner('CREATE TABLE notes (n int PRIMARY KEY, text text)');
  await database.asOwner('GRANT ALL ON notes TO test_service');
});
afterEach(() => database.drop());

const add = (db: EntityManager, n: number, text: unknown = 'kept') => db.query('INSERT INTO notes VALUES ($1, $2)', [n, text]);
const addSoon = (db: EntityManager, n: number, text: unknown = 'kept') =>
  db.query('INSERT INTO notes VALUES ($1, $2)', soon([n, text]));
const numbersIn = async (db: EntityManager) =>
  (await db.query<{ n: number }[]>('SELECT n FROM notes ORDER BY n')).map(({ n }) => n);
const storedNumbers = () => numbersIn(database.source.manager);
const inTransaction = <Result>(work: (db: EntityManager) => Promise<Result>) => database.source.transaction(work);

/** Counts the messages that the connection of a transaction sends during `work`. */
async function messagesOf(work: (db: EntityManager) => Promise<unknown>) {
  let count = 0;
  await inTransaction(async (db) => {
    const client = (await db.queryRunner!.connect()) as { connection: { sync: () => void; query: (text: string) => void } };
    for (const name of ['sync', 'query'] as const) {
      const send = client.connection[name].bind(client.connection) as (...args: unknown[]) => void;
      client.connection[name] = (...args: unknown[]) => {
        count += 1;
        send(...args);
      };
    }
    await work(db);
  });
  return count;
}

test('a transaction with one question needs two messages, and what is written soon needs none of its own', async () => {
  expect(await messagesOf((db) => add(db, 1))).toBe(2);
  expect(
    await messagesOf(async (db) => [await addSoon(db, 2), await addSoon(db, 3), await add(db, 4), await addSoon(db, 5)]),
  ).toBe(2);
  expect(await messagesOf(() => Promise.resolve())).toBe(0);
  expect(await storedNumbers()).toEqual([1, 2, 3, 4, 5]);
});

test('simultaneous statements are sent in one message, and each gets its own answer', async () => {
  const messageCount = await messagesOf(async (db) => {
    const [, none, added, one] = await Promise.all([
      addSoon(db, 1),
      db.query('SELECT n FROM notes WHERE n > $1', [1]),
      db.query('INSERT INTO notes VALUES ($1, $2) RETURNING n', [2, 'kept']),
      db.query('SELECT text, n FROM notes WHERE n = $1', [2]),
    ]);
    expect([none, added, one]).toEqual([[], [{ n: 2 }], [{ text: 'kept', n: 2 }]]);
    await Promise.all([add(db, 3), db.query('SELECT 1 AS a; SELECT 2 AS b'), add(db, 4)]);
  });
  expect(messageCount).toBe(5);
  expect(await storedNumbers()).toEqual([1, 2, 3, 4]);
});

test('outside a transaction each statement stands for itself', async () => {
  const runner = database.source.createQueryRunner();
  const results = await Promise.allSettled([
    runner.query('INSERT INTO notes VALUES ($1)', soon([1])),
    runner.query('INSERT INTO notes VALUES ($1)', [1]),
  ]);
  await runner.release();
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect(await storedNumbers()).toEqual([1]);
});

test('the next statement sees what was written soon, and answers with rows of its own', async () => {
  await inTransaction(async (db) => {
    await addSoon(db, 1, 'first');
    expect(await db.query('SELECT n, text FROM notes')).toEqual([{ n: 1, text: 'first' }]);
    await addSoon(db, 2);
    expect(await db.query('UPDATE notes SET text = $1 RETURNING n', ['second'])).toEqual([[{ n: 1 }, { n: 2 }], 2]);
  });
  expect(await storedNumbers()).toEqual([1, 2]);
});

test('a statement that fails at the commit takes the whole transaction with it', async () => {
  const twice = inTransaction(async (db) => {
    await add(db, 1);
    await addSoon(db, 2);
    await addSoon(db, 1);
    await addSoon(db, 3);
  });
  await expect(twice).rejects.toMatchObject({ code: '23505' });
  expect(await storedNumbers()).toEqual([]);
  await inTransaction((db) => addSoon(db, 4));
  expect(await storedNumbers()).toEqual([4]);
});

test('a statement that fails before another is the reason why that one fails, and neither is done', async () => {
  const failing = inTransaction(async (db) => {
    await addSoon(db, 1, 'x');
    await addSoon(db, 1, 'y');
    await expect(add(db, 2)).rejects.toMatchObject({ code: '23505' });
    return add(db, 3);
  });
  await expect(failing).rejects.toMatchObject({ code: '25P02' });
  expect(await storedNumbers()).toEqual([]);
});

test('a value that cannot be sent commits nothing, and the connection goes on', async () => {
  const endless: Record<string, unknown> = {};
  endless.self = endless;
  await expect(inTransaction(async (db) => [await add(db, 1), await addSoon(db, 2, endless)])).rejects.toThrow('circular');
  await expect(inTransaction((db) => add(db, 3, endless))).rejects.toThrow('circular');
  await Promise.all(Array.from({ length: 20 }, (_, n) => inTransaction((db) => addSoon(db, 100 + n))));
  expect(await storedNumbers()).toHaveLength(20);
});

test('a rollback undoes the work, also one to a savepoint', async () => {
  const stopped = inTransaction(async (db) => {
    await addSoon(db, 1);
    throw new Error('stop');
  });
  await expect(stopped).rejects.toThrow('stop');
  await inTransaction(async (db) => {
    await addSoon(db, 2);
    const inner = db.transaction(async (nested) => {
      await addSoon(nested, 3);
      throw new Error('stop');
    });
    await expect(inner).rejects.toThrow('stop');
    await db.transaction((nested) => addSoon(nested, 4));
    const doubled = db.transaction((nested) => addSoon(nested, 4));
    await expect(doubled).rejects.toMatchObject({ code: '23505' });
    await addSoon(db, 5);
  });
  expect(await storedNumbers()).toEqual([2, 4, 5]);
});

test('a connection that breaks fails the transaction', async () => {
  const broken = inTransaction(async (db) => {
    const [{ pid }] = await db.query<[{ pid: number }]>('SELECT pg_backend_pid() AS pid');
    await addSoon(db, 1);
    await database.asOwner(`SELECT pg_terminate_backend(${pid})`);
  });
  await expect(broken).rejects.toThrow(/terminat/i);
  expect(await storedNumbers()).toEqual([]);
});
