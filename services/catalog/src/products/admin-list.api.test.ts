import { StoreChanged, StoreOpened } from '@shop/contracts/events';
import type { AdminProductView, Page } from '@shop/contracts/views';
import { as, asAdmin, asUser, deliver, forAllTests } from '@shop/runtime/testing';
import request from 'supertest';
import { subscriptions } from '../subscriptions';
import { openCatalog } from '../testing/catalog-under-test';
import { sold, trackHeld } from '../testing/news-from-orders';

const catalog = forAllTests(openCatalog);
let ids: number[];

beforeAll(async () => {
  for (const [sellerId, storeName] of [
    [7, 'Bassline Works'],
    [8, 'acid attic'],
  ] as const)
    await news(StoreOpened({ sellerId, userId: sellerId * 10, version: 1, storeName, status: 'active' }));
  const rows = [
    await catalog.product({ name: 'Night Drive', category: 'Techno', price: 299, bpm: 138, seller_id: 7 }),
    await catalog.product({ name: 'Slow Weather', category: 'Ambient', price: 199, bpm: null }),
    await catalog.product({ name: 'night owl', category: 'UK Garage', price: 999, bpm: 132 }),
    await catalog.product({ name: '100% Loud', category: 'Trap', price: 349, bpm: 146 }),
  ];
  ids = rows.map(({ id }) => id);
  await news(trackHeld(ids[1]!, 1));
  await news(sold([{ productId: ids[2]!, claimVersion: 1 }]));
});

const news = (event: { type: string; data: unknown }) => deliver(catalog.source, subscriptions, event);
const list = async (query: string) => {
  const { body } = await request(catalog.app).get(`/api/products?page=1&${query}`).set(asAdmin());
  return body as Page<AdminProductView>;
};
const names = async (query: string) => (await list(query)).data.map(({ name }) => name);

test('without a page it is the documented array, with one it is a page of everything, newest first', async () => {
  const { body } = await request(catalog.app).get('/api/products').set(asAdmin());
  expect((body as AdminProductView[]).map(({ id }) => id)).toEqual([...ids].reverse());
  const { data, pagination } = await list('limit=3');
  expect(pagination).toEqual({ page: 1, limit: 3, total: 4, totalPages: 2 });
  expect(data.map(({ name, status }) => [name, status])).toEqual([
    ['100% Loud', 'active'],
    ['night owl', 'sold'],
    ['Slow Weather', 'held'],
  ]);
  expect(data[0]!.download_link).toMatch(/^https:/);
  const second = await request(catalog.app).get('/api/products?page=2&limit=3').set(asAdmin());
  expect((second.body as Page<AdminProductView>).data.map(({ id }) => id)).toEqual([ids[0]]);
});

test.each([
  ['q=NIGHT', ['night owl', 'Night Drive']],
  ['q=garage', ['night owl']],
  ['q=bassline', ['Night Drive']],
  ['q=ghostline', ['100% Loud', 'night owl', 'Slow Weather']],
  ['q=100%25', ['100% Loud']],
  ['q=%25', ['100% Loud']],
  ['q=_', []],
  ['q=night&status=sold', ['night owl']],
  ['status=held', ['Slow Weather']],
  ['category=UK+Garage', ['night owl']],
  ['store=7', ['Night Drive']],
  ['store=house&status=active', ['100% Loud']],
  ['store=8', []],
  ['delivery=link&status=sold', ['night owl']],
  ['delivery=package', []],
])('%s finds %j', async (query, expected) => expect(await names(query)).toEqual(expected));

test.each([
  ['sort=name', ['100% Loud', 'Night Drive', 'night owl', 'Slow Weather']],
  ['sort=-price', ['night owl', '100% Loud', 'Night Drive', 'Slow Weather']],
  ['sort=bpm', ['night owl', 'Night Drive', '100% Loud', 'Slow Weather']],
  ['sort=-bpm', ['100% Loud', 'Night Drive', 'night owl', 'Slow Weather']],
  ['sort=store_name', ['Night Drive', '100% Loud', 'night owl', 'Slow Weather']],
  ['sort=category', ['Slow Weather', 'Night Drive', '100% Loud', 'night owl']],
])('%s', async (query, order) => expect(await names(query)).toEqual(order));

test.each([
  ['sort', 'page=1&sort=download_link'],
  ['sort', 'page=1&sort=constructor'],
  ['status', 'page=1&status=gone'],
  ['category', 'page=1&category=Polka'],
  ['store', 'page=1&store=x'],
  ['limit', 'page=1&limit=101'],
  ['page', 'page=0'],
])('a wrong %s is refused: %s', async (field, query) => {
  const { status, body } = await request(catalog.app).get(`/api/products?${query}`).set(asAdmin());
  expect({ status, field: body.field }).toEqual({ status: 400, field });
});

test('to everybody else a page is nothing: they get what is for sale, without links', async () => {
  for (const caller of [as(), asUser(70)]) {
    const { body } = await request(catalog.app).get('/api/products?page=1&status=sold').set(caller);
    expect((body as object[]).map((product) => 'download_link' in product || 'status' in product)).toEqual([false, false, false]);
  }
});

test('the stores that a track can belong to are told to admins, by name', async () => {
  const get = (path: string, caller = asAdmin()) => request(catalog.app).get(path).set(caller);
  expect((await get('/api/stores')).body).toEqual({
    success: true,
    data: [
      { seller_id: 8, name: 'acid attic', status: 'active' },
      { seller_id: 7, name: 'Bassline Works', status: 'active' },
    ],
    pagination: { page: 1, limit: 1000, total: 2, totalPages: 1 },
  });
  expect((await get('/api/stores?page=1&q=BASS')).body).toMatchObject({ data: [{ seller_id: 7 }], pagination: { total: 1 } });
  expect([(await get('/api/stores', as())).status, (await get('/api/stores', asUser(70))).status]).toEqual([401, 403]);
});

test('a track whose store does not sell is not found among the active ones, whatever its own status', async () => {
  const judge = (version: number, status: string) =>
    news(StoreChanged({ sellerId: 7, userId: 70, version, storeName: 'Bassline Works', status }));
  await judge(2, 'inactive');
  expect(await names('status=active')).toEqual(['100% Loud']);
  expect((await list('store=7')).data).toMatchObject([{ name: 'Night Drive', status: 'active', store_active: false }]);
  await judge(3, 'active');
  expect(await names('status=active')).toEqual(['100% Loud', 'Night Drive']);
});

test('with 10,000 tracks a page comes, whatever it is sorted by and searched for', async () => {
  await catalog.source.query(
    `INSERT INTO products (name, category, price_cents, music_key, type, bpm, download_link, is_hot, exclusive_vocal, img, audio, peaks, wave, duration)
     SELECT 'Track ' || n, 'House', 10000 + n, 'A', 'Instrumental', n % 200, 'https://x.example', false, false, '/i', '/a', '/p', repeat('0', 96), 20
     FROM generate_series(1, 10000) n`,
  );
  await catalog.source.query('ANALYZE products');
  for (const query of [
    '',
    'sort=name',
    'sort=-price',
    'sort=store_name',
    'q=track+99',
    'q=nothing+like+it',
    'status=active&sort=bpm',
  ]) {
    const { pagination } = await list(query);
    expect({ query, total: pagination.total > 100 || query.startsWith('q=') }).toEqual({ query, total: true });
  }
});
