import { ProductChanged, ProductRemoved, StoreChanged, StoreClosed, StoreOpened } from '@shop/contracts/events';
import type { AdminProductView } from '@shop/contracts/views';
import { asAdmin, deliver, emitted, forAllTests } from '@shop/runtime/testing';
import request from 'supertest';
import { subscriptions } from '../subscriptions';
import { openCatalog } from '../testing/catalog-under-test';
import { sold, trackHeld, trackReleased } from '../testing/news-from-orders';

const catalog = forAllTests(openCatalog);

const news = (event: { type: string; data: unknown }, times = 1) => deliver(catalog.source, subscriptions, event, times);
const statusOf = async (id: number) =>
  ((await request(catalog.app).get(`/api/products/${id}`).set(asAdmin())).body as AdminProductView).status;
const listVersion = async () =>
  (await catalog.source.query<{ version: string }[]>('SELECT version FROM product_list'))[0]!.version;

test('a track is held, free again, held and sold', async () => {
  const { id } = await catalog.product();
  const statuses: string[] = [];
  for (const event of [trackHeld(id, 1), trackReleased(id, 2), trackHeld(id, 3), sold([{ productId: id, claimVersion: 4 }])]) {
    await news(event);
    statuses.push(await statusOf(id));
  }
  expect(statuses).toEqual(['held', 'active', 'held', 'sold']);
});

test('the same message twice changes nothing the second time', async () => {
  const { id } = await catalog.product();
  await news(trackHeld(id, 1));
  const version = await listVersion();
  await news(trackHeld(id, 1), 2);
  expect([await statusOf(id), await listVersion()]).toEqual(['held', version]);
  await news(sold([{ productId: id, claimVersion: 2 }]), 2);
  expect([await statusOf(id), Number(await listVersion())]).toEqual(['sold', Number(version) + 1]);
});

test('old news never brings a track back', async () => {
  const { id } = await catalog.product();
  await news(trackReleased(id, 2));
  await news(trackHeld(id, 1));
  expect(await statusOf(id)).toBe('active');
  await news(sold([{ productId: id, claimVersion: 4 }]));
  await news(trackHeld(id, 3));
  await news(trackReleased(id, 2));
  expect(await statusOf(id)).toBe('sold');
});

test('a sold track is back only when its refunded order lets it go', async () => {
  const { id } = await catalog.product();
  await news(sold([{ productId: id, claimVersion: 3 }]));
  await news(trackReleased(id, 4), 2);
  expect(await statusOf(id)).toBe('active');
  await news(sold([{ productId: id, claimVersion: 3 }]));
  expect(await statusOf(id)).toBe('active');
});

test('one order sells several tracks; an unknown track is passed over', async () => {
  const [first, second] = [await catalog.product(), await catalog.product()];
  await news(
    sold([
      { productId: second.id, claimVersion: 1 },
      { productId: 999_999, claimVersion: 1 },
      { productId: first.id, claimVersion: 1 },
    ]),
  );
  expect([await statusOf(first.id), await statusOf(second.id)]).toEqual(['sold', 'sold']);
});

test('orders that sell and hold the same tracks at once, in whatever order they name them, do not block each other', async () => {
  const tracks = await Promise.all(Array.from({ length: 4 }, () => catalog.product()));
  await Promise.all(
    Array.from({ length: 12 }, (_, at) => {
      const items = tracks.map(({ id }) => ({ productId: id, claimVersion: at + 1 }));
      return deliver(catalog.source, subscriptions, sold(at % 2 ? items : items.toReversed()));
    }),
  );
  const rows = await catalog.source.query(`SELECT DISTINCT claim, claim_version FROM products WHERE id = ANY($1)`, [
    tracks.map(({ id }) => id),
  ]);
  expect(rows).toEqual([{ claim: 'sold', claim_version: 12 }]);
});

describe('stores', () => {
  const store = (version: number, storeName: string, status = 'active') => ({
    sellerId: 3,
    userId: 30,
    version,
    storeName,
    status,
  });
  const nameOf = async (id: number) =>
    ((await request(catalog.app).get(`/api/products/${id}`).set(asAdmin())).body as AdminProductView).store_name;

  test('the newest name holds, in whatever order the news come, and each track announces it once', async () => {
    await news(StoreChanged(store(2, 'Second')));
    await news(StoreOpened(store(1, 'First')), 2);
    const { id } = await catalog.product({ seller_id: 3 });
    expect(await nameOf(id)).toBe('Second');
    await news(StoreChanged(store(4, 'Fourth')), 2);
    await news(StoreChanged(store(3, 'Third')));
    expect(await nameOf(id)).toBe('Fourth');
    const announced = (await emitted(catalog.source, ProductChanged)).filter(({ productId }) => productId === id);
    expect(announced).toMatchObject([{ storeName: 'Fourth', version: 2 }]);
  });

  test('a new name is announced for the tracks of its store alone', async () => {
    await news(StoreOpened({ ...store(1, 'Old Name'), sellerId: 8 }));
    await news(StoreOpened({ ...store(1, 'Neighbour'), sellerId: 9, userId: 90 }));
    const [renamed, neighbours, ofShop] = [
      await catalog.product({ seller_id: 8 }),
      await catalog.product({ seller_id: 9 }),
      await catalog.product(),
    ];
    const before = await emitted(catalog.source, ProductChanged);
    await news(StoreChanged({ ...store(2, 'New Name'), sellerId: 8 }), 2);
    expect((await emitted(catalog.source, ProductChanged)).slice(before.length)).toMatchObject([
      { productId: renamed.id, sellerId: 8, storeName: 'New Name' },
    ]);
    expect([await nameOf(renamed.id), await nameOf(neighbours.id), await nameOf(ofShop.id)]).toEqual([
      'New Name',
      'Neighbour',
      ofShop.store_name,
    ]);
  });

  test('a change of status alone changes the list, and nothing of the tracks', async () => {
    const version = await listVersion();
    await news(StoreChanged(store(5, 'Fourth', 'inactive')));
    expect(Number(await listVersion())).toBe(Number(version) + 1);
  });

  test('a store that closes takes all its tracks along, once; a sold one stays sold, and a refund does not bring it back', async () => {
    await news(StoreOpened({ ...store(1, 'Last Days'), sellerId: 4 }));
    const [free, held, bought] = [
      await catalog.product({ seller_id: 4 }),
      await catalog.product({ seller_id: 4 }),
      await catalog.product({ seller_id: 4 }),
    ];
    await news(trackHeld(held.id, 1));
    await news(sold([{ productId: bought.id, claimVersion: 1 }]));
    await news(StoreClosed({ sellerId: 4, userId: 30, version: 2 }), 2);
    expect([await statusOf(free.id), await statusOf(held.id), await statusOf(bought.id)]).toEqual(['removed', 'removed', 'sold']);
    expect(await emitted(catalog.source, ProductRemoved)).toMatchObject([
      { productId: free.id },
      { productId: held.id },
      { productId: bought.id, version: 2, links: { downloadLink: bought.download_link } },
    ]);
    await news(trackReleased(bought.id, 2));
    expect(await statusOf(bought.id)).toBe('removed');

    await news(StoreChanged({ ...store(1, 'Late news'), sellerId: 4 }));
    const { body } = await request(catalog.app).get('/api/stores').set(asAdmin());
    expect((body as { data: { seller_id: number }[] }).data.map((choice) => choice.seller_id)).not.toContain(4);
  });

  test('waiting events of a closed store lose its name', async () => {
    await catalog.source.query(
      `INSERT INTO inbox (reaction, message_id, type, state, body)
       SELECT 'x', gen_random_uuid(), $1, 'parked', jsonb_build_object('data', data) FROM jsonb_array_elements($2::jsonb) AS data`,
      [
        StoreChanged.type,
        JSON.stringify([
          { ...store(1, 'First Light'), sellerId: 7 },
          { ...store(1, 'Second Sun'), sellerId: 77 },
        ]),
      ],
    );
    await news(StoreClosed({ sellerId: 7, userId: 30, version: 2 }), 2);
    const names = await catalog.source.query(
      `SELECT body->'data'->>'storeName' AS name FROM inbox WHERE reaction = 'x' ORDER BY body->'data'->'sellerId'`,
    );
    expect(names).toEqual([{ name: '' }, { name: 'Second Sun' }]);
  });

  test('a new name says nothing of a removed track: it must not come back on sale', async () => {
    await news(StoreOpened({ ...store(1, 'Before'), sellerId: 6 }));
    const { id } = await catalog.product({ seller_id: 6 });
    await request(catalog.app).delete(`/api/products/${id}`).set(asAdmin()).expect(200);
    await news(StoreChanged({ ...store(2, 'After'), sellerId: 6 }));
    expect((await emitted(catalog.source, ProductChanged)).filter(({ productId }) => productId === id)).toEqual([]);
    expect(await nameOf(id)).toBe('After');
  });
});

test('a removed track is sold all the same; news as old as what is known changes nothing', async () => {
  const { id } = await catalog.product();
  await request(catalog.app).delete(`/api/products/${id}`).set(asAdmin()).expect(200);
  await news(sold([{ productId: id, claimVersion: 1 }]));
  expect(await statusOf(id)).toBe('sold');
  await news(trackReleased(id, 1));
  expect(await statusOf(id)).toBe('sold');
});
