import { TrackFrozen, TrackThawed, UserSuspended } from '@shop/contracts/events';
import type { OrderView } from '@shop/contracts/views';
import { inTx } from '@shop/messaging';
import { as, asAdmin, asUser, deliver, emitted } from '@shop/runtime/testing';
import request from 'supertest';
import { subscriptions } from '../subscriptions';
import { aPackage, bought, putTrackOnSale, useShop } from '../testing/orders-app';
import { freezeTrack, thawTrack, type FreezeSource } from './freezes';

const shop = useShop();
beforeEach(async () => {
  await putTrackOnSale(shop);
  await putTrackOnSale(shop, { productId: 2, sellerId: 5, sellerUserId: 50, storeName: 'Nordhafen Audio', package: aPackage() });
});

const CLAIM: FreezeSource = { kind: 'claim', id: '1' };
const DISPUTE: FreezeSource = { kind: 'dispute', id: 'PP-D-1' };
const buy = () => bought(shop, 7, { prices: { 1: 29900, 2: 29900 } });
const freeze = (orderId: number, source = CLAIM) =>
  inTx(shop.db.source, (tx) => freezeTrack(tx, { orderId, productId: 2 }, source));
const thaw = (orderId: number, source = CLAIM) => inTx(shop.db.source, (tx) => thawTrack(tx, { orderId, productId: 2 }, source));
const ordered = async (orderId: number) =>
  ((await request(shop.app).get(`/api/orders/${orderId}`).set(asUser(7)).expect(200)).body as { data: OrderView }).data;
const follow = async (orderId: number, productId: number) => {
  const { downloadLinks } = await ordered(orderId);
  return request(shop.app)
    .get(downloadLinks.find(({ product_id }) => product_id === productId)!.url)
    .set(as());
};
const changes = (productId = 2) =>
  shop.db.source.query<{ kind: string; reason: string }[]>(
    'SELECT kind, reason FROM certificate_changes WHERE product_id = $1 ORDER BY id',
    [productId],
  );

test('a frozen track hands out no files and suspends its certificate; the others of the order go on, and so does its contract', async () => {
  const { orderId } = await buy();
  expect(await freeze(orderId)).toBe(true);
  expect(await freeze(orderId)).toBe(false);
  expect(await follow(orderId, 2)).toMatchObject({ status: 409, body: { code: 'on-hold' } });
  expect(await follow(orderId, 1)).toMatchObject({ status: 302 });
  expect((await ordered(orderId)).products).toMatchObject([{ id: 1 }, { id: 2, on_hold: 'claim' }]);
  expect((await ordered(orderId)).products[0]).not.toHaveProperty('on_hold');
  const contract = request(shop.app).get(`/api/orders/${orderId}/contracts/2.pdf`).set(asUser(7));
  expect((await contract).status).toBe(200);
  expect(await changes()).toEqual([{ kind: 'suspended', reason: 'claim' }]);
  expect(await changes(1)).toEqual([]);
  expect(await emitted(shop.db.source, TrackFrozen)).toEqual([
    { orderId, productId: 2, sellerId: 5, version: 1, reason: 'claim' },
  ]);
});

test('it thaws exactly once, when its last source ends', async () => {
  const { orderId } = await buy();
  await freeze(orderId);
  await freeze(orderId, DISPUTE);
  expect(await thaw(orderId)).toBe(true);
  expect(await follow(orderId, 2)).toMatchObject({ status: 409 });
  expect(await emitted(shop.db.source, TrackThawed)).toEqual([]);
  const answers = await Promise.all([thaw(orderId, DISPUTE), thaw(orderId, DISPUTE)]);
  expect(answers.sort()).toEqual([false, true]);
  expect(await follow(orderId, 2)).toMatchObject({ status: 302 });
  expect(await emitted(shop.db.source, TrackThawed)).toEqual([{ orderId, productId: 2, sellerId: 5, version: 3 }]);
  expect((await emitted(shop.db.source, TrackFrozen)).map(({ reason, version }) => [reason, version])).toEqual([
    ['claim', 1],
    ['dispute', 2],
  ]);
  expect(await changes()).toEqual([
    { kind: 'suspended', reason: 'claim' },
    { kind: 'reinstated', reason: 'dispute' },
  ]);
});

test('a certificate that a refund revoked meanwhile stays revoked, and the dead link stays dead', async () => {
  const { orderId } = await buy();
  await freeze(orderId);
  await request(shop.app).post(`/api/orders/${orderId}/refunds`).set(asAdmin(1)).send({ reference: 'Wire 12' }).expect(201);
  expect(await thaw(orderId)).toBe(true);
  expect((await changes()).map(({ kind }) => kind)).toEqual(['suspended', 'revoked']);
});

test('a review of the order that ends while the track is frozen does not reinstate its certificate', async () => {
  const { orderId } = await buy();
  await freeze(orderId);
  await deliver(shop.db.source, subscriptions, UserSuspended({ userId: 7, version: 2 }), 2);
  await shop.db.source.query(`UPDATE orders SET payment_state = 'paid' WHERE id = $1`, [orderId]);
  await thaw(orderId);
  expect((await changes()).at(-1)).toMatchObject({ kind: 'reinstated' });
});
