import type { ProductSearchView } from '@shop/contracts/views';
import { createLog } from '@shop/runtime';
import { as, deliver, eventually, forEachTest, testLog, untilBlocked } from '@shop/runtime/testing';
import request from 'supertest';
import { subscriptions } from '../subscriptions';
import { openCatalog } from '../testing/catalog-under-test';
import { sold } from '../testing/news-from-orders';
import { followList } from './follow-list';
import { createMemorySearch } from './in-memory/memory-search';
import { createProductSearch } from './product-search';

const catalog = forEachTest(openCatalog);
afterEach(() => jest.restoreAllMocks());

/** Puts many tracks on sale without their files, as a change that nobody noted. */
async function listed(count: number) {
  await catalog.source.query(
    `INSERT INTO products (name, category, price_cents, music_key, type, download_link, is_hot, exclusive_vocal, img, audio, peaks, wave,
       duration)
     SELECT 'Track ' || n, 'Techno', 29900, 'A', 'Instrumental', 'https://files.example/1.zip', false, false, '/i', '/a', '/p', '80', 200
     FROM generate_series(1, $1) AS n`,
    [count],
  );
  await catalog.source.query('UPDATE product_list SET version = version + 1');
}

const ask = () => request(catalog.app).get('/api/products/search').set(as());
const total = async () => ((await ask().expect(200)).body as ProductSearchView).total;

/** The parts of the list that are read from now on, by the cursors that they begin below. `real` is the query without the spy. */
function partsRead() {
  const real = catalog.source.query.bind(catalog.source);
  const query = jest.spyOn(catalog.source, 'query');
  const isPart = (text: unknown) => String(text).includes('p.id < $2');
  const cursors = () => query.mock.calls.filter(([text]) => isPart(text)).map(([, values]) => (values as number[])[1]);
  return { cursors, query, real, isPart };
}

/** Lets nobody read the tracks until `release`. */
async function lockedProducts() {
  const runner = catalog.source.createQueryRunner();
  await runner.startTransaction();
  await runner.query('LOCK TABLE products IN ACCESS EXCLUSIVE MODE');
  return async function release() {
    await runner.rollbackTransaction();
    await runner.release();
  };
}

test('while the first fill waits for the database, searches are 503 with the time to try again, and it is made once', async () => {
  await listed(3);
  const { cursors } = partsRead();
  const release = await lockedProducts();
  try {
    for (const answer of await Promise.all([ask(), ask(), ask()]))
      expect([answer.status, answer.headers['retry-after'], answer.body]).toEqual([
        503,
        '5',
        expect.objectContaining({ code: 'unavailable' }),
      ]);
    expect((await ask()).status).toBe(503);
    await untilBlocked(catalog.source);
  } finally {
    await release();
  }
  await eventually(async () => expect(await total()).toBe(3));
  expect(cursors()).toHaveLength(1);
});

test('a replica is full once it has every track, and stays so', async () => {
  await listed(3);
  const search = createProductSearch(createMemorySearch(), catalog.source, 'Ghostline', testLog);
  const release = await lockedProducts();
  const filling = search.catchUp();
  await untilBlocked(catalog.source);
  expect(search.isFull()).toBe(false);
  await release();
  await filling;
  expect(search.isFull()).toBe(true);
  const away = jest.spyOn(catalog.source, 'query').mockRejectedValue(new Error('down'));
  await search.catchUp();
  expect([search.isFull(), away.mock.calls.length]).toEqual([true, 0]);
});

test('a long list is read in parts, each once; a part that fails is read again, and none before it', async () => {
  await listed(3500);
  const { cursors, query, real, isPart } = partsRead();
  const engine = createMemorySearch();
  const search = createProductSearch(engine, catalog.source, 'Ghostline', createLog('test', 'silent'));
  let parts = 0;
  query.mockImplementation((text, values) => {
    if (isPart(text) && ++parts === 3) return Promise.reject(new Error('the database is away'));
    return real(text, values);
  });
  await expect(search.catchUp()).rejects.toThrow('the database is away');
  expect([search.isFull(), await engine.version()]).toEqual([false, null]);
  await search.catchUp();
  const [{ newest }] = await catalog.source.query<[{ newest: number }]>('SELECT max(id) AS newest FROM products');
  const below = (more: number) => newest + 1 - more;
  expect(cursors().slice(1)).toEqual([1000, 2000, 2000, 3000].map(below));
  expect(await count(engine.tracks())).toBe(3500);
});

async function count(rows: AsyncIterable<unknown>) {
  let count = 0;
  for await (const _ of rows) count += 1;
  return count;
}

test('what changes while the list is read is right at the end, and a track that is sold meanwhile is not found', async () => {
  await listed(2500);
  const ids = (await catalog.source.query<{ id: number }[]>('SELECT id FROM products ORDER BY id DESC')).map(({ id }) => id);
  const [newest, oldest] = [ids[0]!, ids.at(-1)!];
  const engine = createMemorySearch();
  const list = followList(engine, catalog.source, 'Ghostline', testLog);
  const { query, real, isPart } = partsRead();
  let isFirst = true;
  query.mockImplementation(async (text, values) => {
    const rows: unknown = await real(text, values);
    if (isPart(text) && isFirst) {
      isFirst = false;
      const items = [newest, oldest].map((productId) => ({ productId, claimVersion: 1 }));
      await deliver(catalog.source, subscriptions, sold(items));
    }
    return rows;
  });
  expect(await list.fill()).toMatchObject({ tracks: 2499 });
  const keys = new Set<number>();
  for await (const { key } of engine.tracks()) keys.add(key);
  expect([keys.size, keys.has(newest), keys.has(oldest)]).toEqual([2498, false, false]);
});

test('a list that is read again changes the index in place: what is gone is not found, and the rest is found all the time', async () => {
  await listed(1500);
  const engine = createMemorySearch();
  const list = followList(engine, catalog.source, 'Ghostline', testLog);
  await list.fill();
  await catalog.source.query(`UPDATE products SET removed = true WHERE id % 2 = 0`);
  await catalog.source.query(`UPDATE products SET name = 'By Hand'`);
  const release = await lockedProducts();
  const again = Promise.all([list.fill(), list.fill()]);
  await untilBlocked(catalog.source);
  expect(await count(engine.tracks())).toBe(1500);
  await release();
  expect((await again).map(({ tracks }) => tracks)).toEqual([750, 750]);
  for await (const { name } of engine.tracks()) expect(name).toBe('By Hand');
  expect(await count(engine.tracks())).toBe(750);
});
