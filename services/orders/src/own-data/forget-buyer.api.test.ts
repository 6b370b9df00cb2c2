import { PersonForgotten, ProductChanged, ProductRemoved, StoreClosed, StoreOpened, UserDeleted } from '@shop/contracts/events';
import { asUser, deliver, emitted, untilBlocked } from '@shop/runtime/testing';
import request from 'supertest';
import { subscriptions } from '../subscriptions';
import { aCoProducing } from '../testing/a-service-request';
import { aProduct, bought, putTrackOnSale, useShop } from '../testing/orders-app';

const shop = useShop();
beforeEach(() => putTrackOnSale(shop));

const handle = (event: { type: string; data: unknown }) => deliver(shop.db.source, subscriptions, event, 2);

test('the names and addresses that a deleted buyer typed are announced, so that mails forget them', async () => {
  await bought(shop, 7);
  await handle(UserDeleted({ userId: 7, version: 3 }));
  expect(await emitted(shop.db.source, PersonForgotten)).toEqual([
    { userId: 7, sellerId: null, words: [{ word: 'Marta Kowalczyk' }, { word: 'marta@example.com' }] },
  ]);
});

test('an erased person who bought nothing is told too, by the words of the erasure', async () => {
  const email = 'Marta@example.com';
  const erased = UserDeleted({
    userId: 9,
    version: 3,
    email,
    formerEmails: [{ email: 'm@example.com' }],
    words: [{ word: 'M K' }],
  });
  await handle(erased);
  // Sent again after its words were blanked.
  await handle(UserDeleted({ userId: 9, version: 3, email: '', formerEmails: [{ email: '' }], words: [{ word: '' }] }));
  const words = [email, 'm@example.com', 'M K'].map((word) => ({ word }));
  expect(await emitted(shop.db.source, PersonForgotten)).toEqual([
    { userId: 9, sellerId: null, words },
    { userId: 9, sellerId: null, words: [] },
  ]);
});

test('a name in a service request is told only when it is a full one: a single word stands in the mails of others', async () => {
  for (const [name, email] of [
    ['Anna', 'anna@example.com'],
    ['Anna Lind', 'lind@example.com'],
  ])
    await request(shop.app).post('/api/co-producing/order').set(asUser(7)).send(aCoProducing({ name, email })).expect(200);
  await handle(UserDeleted({ userId: 7, version: 3 }));
  const [forgotten] = await emitted(shop.db.source, PersonForgotten);
  expect(forgotten!.words.map(({ word }) => word).sort()).toEqual(['Anna Lind', 'anna@example.com', 'lind@example.com']);
});

test('an address that another account has is no word for a deleted buyer who typed it', async () => {
  await shop.db.source.query(
    `INSERT INTO buyers (user_id, version, email, deleted) VALUES (7, 1, 'marta@example.com', false), (8, 1, 'Lind@example.com', false),
       (9, 1, 'gone@example.com', true)`,
  );
  await bought(shop, 7);
  for (const email of ['lind@example.com', 'gone@example.com'])
    await request(shop.app)
      .post('/api/co-producing/order')
      .set(asUser(7))
      .send(aCoProducing({ name: 'Anna', email }))
      .expect(200);
  await handle(UserDeleted({ userId: 7, version: 3 }));
  const [forgotten] = await emitted(shop.db.source, PersonForgotten);
  expect(forgotten!.words.map(({ word }) => word).sort()).toEqual(['Marta Kowalczyk', 'gone@example.com', 'marta@example.com']);
});

test('a name that a deleted buyer is just typing is announced too', async () => {
  const writing = shop.db.source.createQueryRunner();
  await writing.startTransaction();
  await writing.query(`INSERT INTO buyers (user_id, version) VALUES (7, 1)`);
  await writing.query(`INSERT INTO service_requests (service, buyer_id, request) VALUES ('co-producing', 7, $1)`, [
    JSON.stringify(aCoProducing({ email: 'late@example.com' })),
  ]);
  const delivery = handle(UserDeleted({ userId: 7, version: 3 }));
  await untilBlocked(shop.db.source);
  await writing.commitTransaction();
  await writing.release();
  await delivery;
  const [forgotten] = await emitted(shop.db.source, PersonForgotten);
  expect(forgotten!.words).toContainEqual({ word: 'late@example.com' });
});

test('a message about a deleted buyer that could not be handled loses who it was', async () => {
  const { orderId } = await bought(shop, 7);
  const body = JSON.stringify({ data: { orderId, customer: { firstName: 'Marta', email: 'marta@example.com' } } });
  const otherOrder = JSON.stringify({ data: { orderId: orderId + 1, customer: { firstName: 'Noa', email: 'noa@example.com' } } });
  await shop.db.source.query(
    `INSERT INTO inbox (reaction, message_id, type, state, body) VALUES
      ('x', gen_random_uuid(), 'orders.order-placed', 'parked', $1), ('x', gen_random_uuid(), 'orders.order-placed', 'parked', $2)`,
    [body, otherOrder],
  );
  await handle(UserDeleted({ userId: 7, version: 3 }));
  const rows = await shop.db.source.query<{ body: unknown }[]>(
    `SELECT body FROM inbox WHERE state = 'parked' ORDER BY body::text`,
  );
  expect(rows.map((row) => row.body)).toEqual([
    { data: { orderId, customer: { firstName: '', email: '' } } },
    JSON.parse(otherOrder),
  ]);
});

test('the name of a store that is closed stays only where something was sold under it', async () => {
  const store = { sellerId: 4, userId: 9, version: 1, storeName: 'Nora Vale Music', status: 'active' };
  const sold = { productId: 5, sellerId: 4, sellerUserId: 9, storeName: 'Nora Vale Music' };
  await handle(StoreOpened(store));
  await putTrackOnSale(shop, sold);
  await bought(shop, 7, { prices: { 5: 29900 } });
  await handle(StoreClosed({ sellerId: 4, userId: 9, version: 2 }));
  await handle(StoreOpened(store));
  for (const table of ['stores', 'product_copies'])
    expect(JSON.stringify(await shop.db.source.query(`SELECT * FROM ${table}`))).not.toContain('Nora');
  expect(await shop.db.source.query('SELECT store_name FROM order_items')).toEqual([{ store_name: 'Nora Vale Music' }]);
});

test('events of a track that come after its store was closed do not bring the name back', async () => {
  const track = { productId: 5, sellerId: 4, sellerUserId: 9, storeName: 'Nora Vale Music' };
  await putTrackOnSale(shop, track);
  await handle(StoreClosed({ sellerId: 4, userId: 9, version: 2 }));
  await handle(ProductChanged(aProduct({ ...track, version: 2 })));
  await handle(ProductRemoved({ productId: 5, version: 4 }));
  await handle(ProductChanged(aProduct({ ...track, version: 3 })));
  expect(JSON.stringify(await shop.db.source.query('SELECT * FROM product_copies'))).not.toContain('Nora');
});
