import type { TrackStats } from '@shop/contracts/views';
import { as, asAdmin, asGateway, forAllTests } from '@shop/runtime/testing';
import request from 'supertest';
import { openCatalog } from '../testing/catalog-under-test';

const catalog = forAllTests(openCatalog);

const stats = (caller = asGateway()) => request(catalog.app).get('/internal/track-stats').set(caller);

/** Inserts a track that is held, sold or removed. */
async function aTrack(name: string, over: { claim?: string; removed?: boolean; plays?: number; sellerId?: number } = {}) {
  const { claim = 'free', removed = false, plays = 0, sellerId = null } = over;
  const [{ id }] = await catalog.source.query<[{ id: number }]>(
    `INSERT INTO products (name, category, price_cents, music_key, type, download_link, is_hot, exclusive_vocal, img, audio, peaks, wave,
       duration, claim, removed, play_count, seller_id)
     VALUES ($1, 'Techno', 39950, 'A', 'Instrumental', 'https://files.example/secret.zip', false, false, '/media/catalog/a.webp', '', '', '',
       30, $2, $3, $4, $5) RETURNING id`,
    [name, claim, removed, plays, sellerId],
  );
  return id;
}

test('a shop without tracks has zeros, no error', async () => {
  expect((await stats().expect(200)).body).toEqual({ totalProducts: 0, forSale: 0, sold: 0, recentProducts: [], topTracks: [] });
});

test('counts what was not removed, newest first, and ranks by plays', async () => {
  await catalog.source.query(`INSERT INTO stores VALUES (7, 70, 1, 'North Yard', 'active'), (8, 80, 1, 'Shut', 'inactive')`);
  const shut = await aTrack('Of a store that sells nothing', { sellerId: 8 });
  const first = await aTrack('First', { plays: 3 });
  const sold = await aTrack('Sold', { claim: 'sold', plays: 9 });
  await aTrack('Removed', { removed: true, plays: 100 });
  const newest = await aTrack('Newest', { claim: 'held', sellerId: 7 });

  const { totalProducts, forSale, sold: sales, recentProducts, topTracks } = (await stats().expect(200)).body as TrackStats;
  expect([totalProducts, forSale, sales]).toEqual([4, 2, 1]);
  expect(recentProducts.map(({ id, status, store_name }) => [id, status, store_name])).toEqual([
    [newest, 'held', 'North Yard'],
    [sold, 'sold', 'Ghostline'],
    [first, 'active', 'Ghostline'],
    [shut, 'active', 'Shut'],
  ]);
  expect(recentProducts[0]).toMatchObject({ name: 'Newest', category: 'Techno', priceCents: 39950 });
  expect(topTracks.map(({ id, plays }) => [id, plays])).toEqual([
    [sold, 9],
    [first, 3],
  ]);
  expect(JSON.stringify([recentProducts, topTracks])).not.toContain('secret.zip');
});

test('is told to the gateway alone', async () => {
  for (const caller of [as(), asAdmin()]) expect((await stats(caller)).status).toBe(404);
});
