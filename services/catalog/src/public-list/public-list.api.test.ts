import { setTimeout as pause } from 'node:timers/promises';
import { StoreChanged, StoreOpened } from '@shop/contracts/events';
import type { ProductView } from '@shop/contracts/views';
import { as, asAdmin, asUser, deliver, eventually, forAllTests, forward } from '@shop/runtime/testing';
import type { Express } from 'express';
import request, { type Response } from 'supertest';
import { subscriptions } from '../subscriptions';
import { openCatalog } from '../testing/catalog-under-test';
import { changesSince } from '../products/list-version';
import { sold, trackHeld } from '../testing/news-from-orders';
import { createShownPlays } from './shown-plays';

const catalog = forAllTests(openCatalog);

const raw = (app: Express, headers: Record<string, string> = {}) =>
  request(app)
    .get('/api/products')
    .set({ ...as(), 'accept-encoding': 'identity', ...headers })
    .buffer(true);
const ids = async (app: Express) => ((await raw(app)).body as ProductView[]).map(({ id }) => id);

/** Kept answers are fresh for one second. */
const aSecondLater = () => forward(1001);
afterAll(() => jest.restoreAllMocks());

test('the list is newest first, and says how it may be kept', async () => {
  const [first, second] = [await catalog.product(), await catalog.product()];
  const response = await raw(catalog.app);
  expect((response.body as ProductView[]).map(({ id }) => id)).toEqual([second.id, first.id]);
  expect(response.headers).toMatchObject({
    vary: 'Accept-Encoding, Authorization',
    'cache-control': 'no-cache',
    'content-type': 'application/json; charset=utf-8',
  });
  expect(response.headers.etag).toMatch(/^"[\w-]+"$/);
});

test('gzip and brotli say the same and have their own strong ETags', async () => {
  const plain = await raw(catalog.app);
  const bytesOf = (encoding: string) =>
    raw(catalog.app, { 'accept-encoding': encoding }).parse((res, callback) => {
      const chunks: Buffer[] = [];
      const { on } = res as unknown as NodeJS.ReadableStream;
      on.call(res, 'data', (chunk: Buffer) => chunks.push(chunk));
      on.call(res, 'end', () => callback(null, Buffer.concat(chunks)));
    });
  const gzip = await bytesOf('gzip');
  expect(gzip.headers['content-encoding']).toBe('gzip');
  expect(JSON.parse((gzip.body as Buffer).toString())).toEqual(plain.body);
  const brotli = await bytesOf('gzip, deflate, br');
  expect(brotli.headers['content-encoding']).toBe('br');
  expect(JSON.parse((brotli.body as Buffer).toString())).toEqual(plain.body);
  expect(new Set([plain, gzip, brotli].map(({ headers }) => headers.etag)).size).toBe(3);
  for (const refused of ['br;q=0, gzip;q=0', '*;q=0', 'zstd'])
    expect((await raw(catalog.app, { 'accept-encoding': refused })).headers['content-encoding']).toBeUndefined();
});

test('a caller who has the list gets 304, until something changes', async () => {
  const { etag } = (await raw(catalog.app)).headers as { etag: string };
  for (const header of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const { status, text, headers } = await raw(catalog.app, { 'if-none-match': header });
    expect([status, text, headers.etag]).toEqual([304, '', etag]);
  }
  expect((await raw(catalog.app, { 'if-none-match': '"other"' })).status).toBe(200);
  expect((await raw(catalog.app, { 'if-none-match': etag, 'accept-encoding': 'gzip' })).status).toBe(200);
  await catalog.product();
  expect((await raw(catalog.app, { 'if-none-match': etag })).status).toBe(200);
});

test('a list that is the same again has the same ETag on every replica', async () => {
  const replica = catalog.replica();
  expect((await raw(replica.app)).headers.etag).toBe((await raw(catalog.app)).headers.etag);
});

test('two replicas see each other’s changes within a second', async () => {
  const replica = catalog.replica();
  expect(await ids(replica.app)).toEqual(await ids(catalog.app));
  const track = await catalog.product();
  expect(await ids(catalog.app)).toContain(track.id);
  aSecondLater();
  expect(await ids(replica.app)).toContain(track.id);
  await request(replica.app).delete(`/api/products/${track.id}`).set(asAdmin());
  aSecondLater();
  expect(await ids(catalog.app)).not.toContain(track.id);
});

test('a held track stays in the list; a sold one leaves it', async () => {
  const track = await catalog.product();
  await deliver(catalog.source, subscriptions, trackHeld(track.id, 1));
  aSecondLater();
  expect(await ids(catalog.app)).toContain(track.id);
  await deliver(catalog.source, subscriptions, sold([{ productId: track.id, claimVersion: 2 }]));
  aSecondLater();
  expect(await ids(catalog.app)).not.toContain(track.id);
});

test('a new name of a store reaches the list', async () => {
  const store = { sellerId: 9, userId: 90, status: 'active' };
  await deliver(catalog.source, subscriptions, StoreOpened({ ...store, version: 1, storeName: 'Old Name' }));
  const track = await catalog.product({ seller_id: 9 });
  await deliver(catalog.source, subscriptions, StoreChanged({ ...store, version: 2, storeName: 'New Name' }));
  aSecondLater();
  const list = (await raw(catalog.app)).body as ProductView[];
  expect(list.find(({ id }) => id === track.id)?.store_name).toBe('New Name');
});

test('tracks of a store that is not active are not for sale, and return with it', async () => {
  const store = { sellerId: 10, userId: 100, storeName: 'Slow Coast' };
  await deliver(catalog.source, subscriptions, StoreOpened({ ...store, version: 1, status: 'active' }));
  const track = await catalog.product({ seller_id: 10 });
  const byIds = async () =>
    (
      (
        await request(catalog.app)
          .post('/api/products/by-ids')
          .set(as())
          .send({ ids: [track.id] })
      ).body as ProductView[]
    ).map(({ id }) => id);
  const page = (caller = asUser(3)) => request(catalog.app).get(`/api/products/${track.id}`).set(caller);
  for (const [i, status] of ['inactive', 'pending', '0'].entries()) {
    await deliver(catalog.source, subscriptions, StoreChanged({ ...store, version: i + 2, status }));
    aSecondLater();
    expect([await ids(catalog.app), await byIds()]).toEqual([expect.not.arrayContaining([track.id]), []]);
    expect(await page()).toMatchObject({ status: 404, body: { code: 'not-found' } });
    expect((await page(asUser(100))).status).toBe(200);
    expect(await page(asAdmin())).toMatchObject({ status: 200, body: { status: 'active', store_active: false } });
  }
  await deliver(catalog.source, subscriptions, StoreChanged({ ...store, version: 5, status: 'active' }));
  aSecondLater();
  expect([await ids(catalog.app), await byIds()]).toEqual([expect.arrayContaining([track.id]), [track.id]]);
  expect((await page()).status).toBe(200);
  expect((await page(asAdmin())).body).toMatchObject({ store_active: true });
});

test('within a second the database is asked once, however many ask', async () => {
  aSecondLater();
  const query = jest.spyOn(catalog.source, 'query');
  await Promise.all(Array.from({ length: 50 }, () => raw(catalog.app)));
  expect(query.mock.calls.length).toBeLessThanOrEqual(2);
  query.mockRestore();
});

test('when the database does not answer, the last list goes on being served', async () => {
  const before = await ids(catalog.app);
  aSecondLater();
  const query = jest.spyOn(catalog.source, 'query').mockRejectedValue(new Error('down'));
  expect(await ids(catalog.app)).toEqual(before);
  query.mockRestore();
});

test('when the database hangs, the last list is served, and nobody waits long', async () => {
  const before = await ids(catalog.app);
  aSecondLater();
  let giveUp: (error: Error) => void = () => undefined;
  const hanging = new Promise<never>((_, reject) => (giveUp = reject));
  const query = jest.spyOn(catalog.source, 'query').mockReturnValue(hanging);
  // Less than the time after which the read is given up.
  const tooLong = pause(20_000, 'too long', { ref: false });
  expect(await Promise.race([ids(catalog.app), tooLong])).toEqual(before);
  query.mockRestore();
  giveUp(new Error('down'));
});

test('a change that is made while the version is read is listed at once', async () => {
  await ids(catalog.app);
  aSecondLater();
  const { source } = catalog;
  const query = source.query.bind(source);
  let [read, release] = [() => {}, () => {}];
  const isRead = new Promise<void>((resolve) => (read = resolve));
  const gate = new Promise<void>((resolve) => (release = resolve));
  const spy = jest.spyOn(source, 'query').mockImplementationOnce(async (...args) => {
    const rows: unknown = await query(...args);
    read();
    await gate;
    return rows;
  });
  const before = ids(catalog.app);
  await isRead;
  const track = await catalog.product();
  release();
  await before;
  expect(await ids(catalog.app)).toContain(track.id);
  spy.mockRestore();
});

test('plays reach the list with its next version, not each by itself', async () => {
  const track = await catalog.product();
  await raw(catalog.app);
  await request(catalog.app).post(`/api/products/${track.id}/increment-play-count`).set(asUser(3));
  aSecondLater();
  const count = async () => ((await raw(catalog.app)).body as ProductView[]).find(({ id }) => id === track.id)?.play_count;
  expect(await count()).toBe(0);
  jest.spyOn(catalog.source.manager, 'query').mockRejectedValueOnce(new Error('the database is away'));
  await expect(catalog.showPlays()).rejects.toThrow('the database is away');
  await catalog.showPlays();
  aSecondLater();
  expect(await count()).toBe(1);
});

test('a process that ends shows the plays it has counted, and those of its last requests at once', async () => {
  const [first, second, third] = [await catalog.product(), await catalog.product(), await catalog.product()];
  const { version } = await changesSince(catalog.source, 0);
  const changedTracks = async () => (await changesSince(catalog.source, version)).changed;
  const plays = createShownPlays(catalog.source);
  await plays.played(first.id);
  await plays.played(second.id);
  expect(await changedTracks()).toEqual([]);
  await plays.finish();
  expect(await changedTracks()).toEqual([first.id, second.id]);
  await plays.played(third.id);
  expect(await changedTracks()).toEqual([first.id, second.id, third.id]);
});

test('a shop with more than 5,000 tracks answers them in parts, each of which leads to the next', async () => {
  await catalog.source.query(
    `INSERT INTO products (name, category, price_cents, music_key, type, download_link, is_hot, exclusive_vocal, img, audio, peaks, wave, duration)
     SELECT 'Track ' || n, 'Techno', 19900, 'A', 'Instrumental', 'https://files.example/' || n, false, false, '', '', '', '', 180
     FROM generate_series(1, 10000) AS n`,
  );
  await catalog.source.query('UPDATE product_list SET version = version + 1');
  aSecondLater();
  // Until the long list is built, the last one is served.
  await eventually(async () => expect(await ids(catalog.app)).toHaveLength(5000));
  const parts: number[][] = [];
  let next: string | undefined = '/api/products';
  while (next !== undefined) {
    const { status, body, headers }: Response = await request(catalog.app).get(next).set(as());
    expect(status).toBe(200);
    parts.push((body as ProductView[]).map(({ id }) => id));
    next = /^<([^>]+)>; rel="next"$/.exec(headers.link ?? '')?.[1];
  }
  const [{ count }] = await catalog.source.query<[{ count: number }]>(
    `SELECT count(*)::int FROM products LEFT JOIN stores s USING (seller_id)
     WHERE NOT removed AND claim <> 'sold' AND (s.seller_id IS NULL OR s.status = 'active')`,
  );
  expect(parts.map(({ length }) => length)).toEqual([5000, 5000, count - 10_000]);
  const all = parts.flat();
  expect(all).toEqual([...new Set(all)].sort((a, b) => b - a));
});

test.each(['', 'x', '0', '-1', '1.5', '99999999999'])('a part after %j is refused, with the field', async (after) => {
  const { status, body } = await request(catalog.app).get('/api/products').query({ after }).set(as());
  expect([status, body]).toEqual([400, expect.objectContaining({ field: 'after' })]);
});

test('an address reads at most 60 parts a minute after the first', async () => {
  const part = () =>
    request(catalog.app)
      .get('/api/products?after=1')
      .set(as({ address: '192.0.2.77' }));
  for (let i = 0; i < 60; i += 1) expect((await part()).status).toBe(200);
  expect(await part()).toMatchObject({ status: 429, body: { code: 'too-many' } });
});

test('an admin gets everything, fresh, and nobody may keep it', async () => {
  const { headers, body } = await request(catalog.app).get('/api/products').set(asAdmin());
  expect(headers).toMatchObject({ 'cache-control': 'no-store', vary: 'Accept-Encoding, Authorization' });
  expect(headers.etag).toBeUndefined();
  expect((body as { status: string }[]).some(({ status }) => status === 'sold')).toBe(true);
});
