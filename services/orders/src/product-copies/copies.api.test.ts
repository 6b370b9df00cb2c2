import {
  OrderCaptured,
  PaymentNeedsReview,
  ProductChanged,
  ProductRemoved,
  StoreChanged,
  TrackReleased,
  UserChanged,
  UserDeleted,
} from '@shop/contracts/events';
import { as, asAdmin, deliver, emitted, type TestDatabase } from '@shop/runtime/testing';
import request from 'supertest';
import { applyCapture } from '../payment-process/settle';
import { subscriptions } from '../subscriptions';
import { approved, aProduct, bought, capture, create, place, putTrackOnSale, useShop } from '../testing/orders-app';

const shop = useShop();

const handle = (event: { type: string; data: unknown }, db: TestDatabase = shop.db) =>
  deliver(db.source, subscriptions, event, 2);
const copy = async () =>
  (await shop.db.source.query<{ version: number; price_cents: number; removed: boolean }[]>('SELECT * FROM product_copies'))[0];

test('a copy never goes backwards, in whatever order and however often events come', async () => {
  await handle(ProductChanged(aProduct({ version: 3, priceCents: 39900 })));
  await putTrackOnSale(shop, { version: 1 });
  expect(await copy()).toMatchObject({ version: 3, price_cents: 39900, removed: false });
  await handle(ProductRemoved({ productId: 1, version: 4 }));
  await handle(ProductChanged(aProduct({ version: 2 })));
  expect(await copy()).toMatchObject({ version: 4, removed: true });
  expect((await create(shop, 7, { prices: { 1: 39900 } })).body).toMatchObject({ code: 'removed' });
});

test('a buyer has what a track is heard and known by, as it was at the purchase; an older event takes nothing away', async () => {
  const recording = { audio: '/media/catalog/a.mp3', wave: '0f'.repeat(48), durationSeconds: 221.5 };
  await putTrackOnSale(shop, { keyMode: 'minor', recording });
  await handle(ProductChanged(aProduct({ version: 2 })));
  const { orderId } = await bought(shop, 7);
  await handle(ProductChanged(aProduct({ version: 3, musicKey: 'C', keyMode: 'major', recording })));
  const { body } = await request(shop.app)
    .get(`/api/orders/${orderId}`)
    .set(as({ userId: 7 }));
  const sound = { audio: recording.audio, wave: recording.wave, duration: 221.5, bpm: 124, music_key: 'A', key_mode: 'minor' };
  expect(body).toMatchObject({ data: { products: [{ id: 1, sound }], contracts: [{ product_id: 1 }] } });
  expect((await emitted(shop.db.source, OrderCaptured))[0]!.items).toMatchObject([{ musicKey: 'A', keyMode: 'minor' }]);
});

test('an order keeps what the seller had declared at the purchase; an event of an older release takes nothing away', async () => {
  const origins = { samples: 'none', samplesNote: null, vocals: 'machine', vocalsNote: 'Voxel 2', unreleased: true } as const;
  await putTrackOnSale(shop, { origins });
  await handle(ProductChanged(aProduct({ version: 2 })));
  await bought(shop, 7);
  await handle(ProductChanged(aProduct({ version: 3, origins: null })));
  expect((await emitted(shop.db.source, OrderCaptured))[0]!.items).toMatchObject([{ origins }]);
  expect(await copy()).toMatchObject({ version: 3, sound_origins: null });
  expect(await shop.db.source.query('SELECT sound_origins FROM order_items')).toEqual([{ sound_origins: origins }]);
});

test("the seller's words go from the copy of a removed track", async () => {
  await putTrackOnSale(shop, {
    origins: { samples: 'licensed', samplesNote: 'Mine', vocals: 'none', vocalsNote: null, unreleased: true },
  });
  await handle(ProductRemoved({ productId: 1, version: 2 }));
  expect(await copy()).toMatchObject({ removed: true, sound_origins: null });
});

test('a track that was announced without a recording is bought all the same', async () => {
  await putTrackOnSale(shop, {});
  const { orderId } = await bought(shop, 7);
  const { body } = await request(shop.app)
    .get(`/api/orders/${orderId}`)
    .set(as({ userId: 7 }));
  expect(body).toMatchObject({ data: { products: [{ id: 1, sound: null }] } });
  expect((await emitted(shop.db.source, OrderCaptured))[0]!.items).toMatchObject([{ musicKey: null, keyMode: null }]);
});

test('a removal that comes before its track wins', async () => {
  await handle(ProductRemoved({ productId: 1, version: 2 }));
  await putTrackOnSale(shop, { version: 1 });
  expect(await copy()).toMatchObject({ removed: true });
});

test('a removal brings the links as they are now, before or after what was said earlier; without any it leaves them', async () => {
  const links = { downloadLink: 'https://files.example/moved', projectLink: null };
  const facts = (productId: number) => ProductChanged(aProduct({ productId, version: 3 }));
  const removal = (productId: number) => ProductRemoved({ productId, version: 4, links });
  for (const event of [facts(1), removal(1), removal(2), facts(2)]) await handle(event);
  const copies = () => shop.db.source.query<object[]>('SELECT * FROM product_copies ORDER BY product_id');
  const moved = { version: 4, removed: true, download_link: links.downloadLink, project_link: null };
  expect(await copies()).toMatchObject([moved, moved]);
  await handle(ProductRemoved({ productId: 1, version: 5 }));
  expect(await copies()).toMatchObject([{ ...moved, version: 5 }, moved]);
});

test('a track that is said without the name of its store, which was blanked, keeps the name that is known', async () => {
  await putTrackOnSale(shop, { storeName: 'Ghostline' });
  await handle(ProductChanged(aProduct({ version: 2, storeName: '', priceCents: 39900 })));
  expect(await copy()).toMatchObject({ version: 2, price_cents: 39900, store_name: 'Ghostline' });
});

test('an order names the store as it is called now', async () => {
  await putTrackOnSale(shop, { sellerId: 4, sellerUserId: 44, storeName: 'Old Name' });
  const store = { sellerId: 4, userId: 44, status: 'active' };
  await handle(StoreChanged({ ...store, version: 2, storeName: 'Nordhafen Audio' }));
  await handle(StoreChanged({ ...store, version: 1, storeName: 'Older' }));
  // The event was sent again after the store's name was blanked.
  await handle(StoreChanged({ ...store, version: 3, storeName: '' }));
  await bought(shop, 7);
  expect((await emitted(shop.db.source, OrderCaptured))[0]!.items[0]).toMatchObject({
    storeName: 'Nordhafen Audio',
    sellerId: 4,
  });
});

test('only an active store sells: its tracks are gone and come back with it, and what was paid stays delivered', async () => {
  for (const productId of [1, 2, 3]) await putTrackOnSale(shop, { productId, sellerId: 4, sellerUserId: 44 });
  const status = (version: number, to: string) =>
    handle(StoreChanged({ sellerId: 4, userId: 44, version, storeName: 'Nordhafen Audio', status: to }));
  const { orderId } = await bought(shop, 7);
  const { id: open } = await approved(shop, 8, { prices: { 2: 29900 } });
  for (const [i, closed] of ['inactive', 'pending', '0'].entries()) {
    await status(i + 2, closed);
    expect(await create(shop, 9, { prices: { 3: 29900 } })).toMatchObject({ status: 409, body: { code: 'removed' } });
  }
  expect(await capture(shop, 8, open)).toMatchObject({ status: 409, body: { code: 'removed' } });
  expect(shop.paypal.orders.get(open)!.capture).toBeNull();
  const { body } = await request(shop.app).get(`/api/orders/${orderId}`).set(asAdmin());
  const [link] = (body as { data: { downloadLinks: { url: string }[] } }).data.downloadLinks;
  await request(shop.app).get(link!.url).set(as()).expect(302);
  await status(5, 'active');
  expect((await capture(shop, 8, open)).status).toBe(200);
  expect((await create(shop, 9, { prices: { 3: 29900 } })).status).toBe(201);
});

test('an event that has lost name and address leaves the buyer as they are known', async () => {
  const person = { name: 'Marta', lastName: 'K', email: 'm@example.com', country: 'Poland' };
  const changed = UserChanged({ userId: 7, version: 2, ...person, isAdmin: false, previousEmail: null, passwordChanged: false });
  await handle(changed);
  await handle({ ...changed, data: { ...changed.data, version: 3, name: '', lastName: '', email: '', country: '' } });
  const known = { version: 2, name: 'Marta', email: 'm@example.com' };
  expect(await shop.db.source.query('SELECT * FROM buyers')).toMatchObject([known]);
});

test('a deleted account leaves its sales and takes its name and address with it', async () => {
  await putTrackOnSale(shop);
  const { orderId } = await bought(shop, 7);
  const person = { name: 'Marta', lastName: 'K', email: 'm@example.com', country: 'Poland' };
  const changed = UserChanged({ userId: 7, version: 2, ...person, isAdmin: false, previousEmail: null, passwordChanged: false });
  await handle(changed);
  await handle(UserDeleted({ userId: 7, version: 3 }));
  await handle({ ...changed, data: { ...changed.data, version: 4 } });
  const { body, text } = await request(shop.app).get(`/api/orders/${orderId}`).set(asAdmin());
  expect(body).toMatchObject({ data: { payment_state: 'paid', user: null, customer_info: { email: '', firstName: '' } } });
  expect(text).not.toMatch(/Marta|example\.com/);
});

test('an unpaid order of a deleted account ends: its tracks are on sale again, and nobody can record a payment for it', async () => {
  await putTrackOnSale(shop);
  const { body } = await place(shop, 7).expect(201);
  const { orderId } = body as { orderId: number };
  await handle(UserDeleted({ userId: 7, version: 3 }));
  expect(await emitted(shop.db.source, TrackReleased)).toMatchObject([{ productId: 1, orderId }]);
  const recorded = await request(shop.app)
    .post(`/api/orders/${orderId}/payments`)
    .set(asAdmin())
    .send({ method: 'bank', reference: 'late' });
  expect(recorded).toMatchObject({ status: 409, body: { code: 'forgotten' } });
  expect(await emitted(shop.db.source, OrderCaptured)).toEqual([]);
  expect((await place(shop, 7)).status).toBe(401);
  expect((await place(shop, 8)).status).toBe(201);
});

test('money that comes after the account was deleted is for a person to decide: nothing is delivered to nobody', async () => {
  await putTrackOnSale(shop);
  const created = await approved(shop, 7);
  await handle(UserDeleted({ userId: 7, version: 3 }));
  const answer = await shop.paypal.gateway.captureOrder(created.id, 'late', new AbortController().signal);
  if (answer.kind !== 'captured') throw new Error(answer.kind);
  await applyCapture(shop.context, created.orderId, answer.capture);
  expect(await emitted(shop.db.source, OrderCaptured)).toEqual([]);
  expect(await emitted(shop.db.source, PaymentNeedsReview)).toMatchObject([
    { orderId: created.orderId, reason: expect.stringContaining('account has been deleted') as string, delivered: false },
  ]);
});
