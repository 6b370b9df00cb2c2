import type { TracksForSale } from '@shop/contracts/views';
import { as, asAdmin, asGateway, forAllTests } from '@shop/runtime/testing';
import request from 'supertest';
import { openCatalog } from '../testing/catalog-under-test';

const catalog = forAllTests(openCatalog);

const ask = (query: object, caller = asGateway()) =>
  request(catalog.app).get('/internal/tracks-for-sale').query(query).set(caller);
const fetchPage = async (query: object = {}) => (await ask(query).expect(200)).body as TracksForSale;

/** Inserts tracks that are held, sold, removed, or in a store that does not sell. */
const tracks = async (count: number, over: { claim?: string; removed?: boolean; sellerId?: number } = {}) => {
  const { claim = 'free', removed = false, sellerId = null } = over;
  const rows = await catalog.source.query<{ id: number }[]>(
    `INSERT INTO products (name, category, price_cents, music_key, type, download_link, is_hot, exclusive_vocal, img, audio, peaks, wave,
       duration, claim, removed, seller_id)
     SELECT 'Track', 'Techno', 39950, 'A', 'Instrumental', 'https://files.example/x.zip', false, false, '/media/catalog/a.webp', '', '', '',
       30, $2, $3, $4 FROM generate_series(1, $1) RETURNING id`,
    [count, claim, removed, sellerId],
  );
  return rows.map(({ id }) => id);
};

test('a shop without tracks tells of none', async () => {
  expect(await fetchPage()).toEqual({ ids: [], next: null });
});

test('the tracks for sale come lowest id first, in parts that leave nothing out', async () => {
  const free = await tracks(4);
  await tracks(2, { claim: 'sold' });
  const heldTracks = await tracks(2, { claim: 'held' });
  await tracks(1, { removed: true });
  await catalog.source.query(
    `INSERT INTO stores (seller_id, user_id, name, status, version) VALUES (1, 1, 'Closed', 'closed', 1)`,
  );
  await tracks(1, { sellerId: 1 });
  const all = [...free, ...heldTracks];

  expect(await fetchPage()).toEqual({ ids: all, next: null });
  const first = await fetchPage({ limit: 4 });
  expect(first).toEqual({ ids: all.slice(0, 4), next: all[3] });
  expect(await fetchPage({ limit: 4, after: first.next })).toEqual({ ids: all.slice(4), next: null });
  expect(await fetchPage({ limit: 6 })).toEqual({ ids: all, next: null });
});

test('a track that is sold moves no other out of the parts that follow', async () => {
  const { ids, next } = await fetchPage({ limit: 3 });
  const rest = await fetchPage({ after: next });
  await catalog.source.query(`UPDATE products SET claim = 'sold' WHERE id = $1`, [ids[0]]);
  expect(await fetchPage({ after: next })).toEqual(rest);
});

test('other limits and cursors are refused', async () => {
  for (const query of [{ limit: 0 }, { limit: 10_001 }, { after: -1 }, { after: 3e9 }, { after: 'x' }, { page: 1 }])
    expect([query, (await ask(query)).status]).toEqual([query, 400]);
});

test('only the gateway may ask', async () => {
  for (const caller of [as(), asAdmin()]) await ask({}, caller).expect(404);
});
