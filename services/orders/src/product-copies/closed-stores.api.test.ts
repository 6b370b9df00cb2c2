import { OrderCaptured, PaymentNeedsReview, StoreChanged, StoreClosed, StoreSettled } from '@shop/contracts/events';
import { asAdmin, deliver, emitted } from '@shop/runtime/testing';
import request from 'supertest';
import { applyCapture } from '../payment-process/settle';
import { subscriptions } from '../subscriptions';
import { approved, bought, capture, complete, create, orderRow, putTrackOnSale, useShop } from '../testing/orders-app';
import { emitSettledStores } from './copy-store';

const shop = useShop();

const ofStore = (sellerId: number, productId: number) =>
  putTrackOnSale(shop, { productId, sellerId, sellerUserId: sellerId * 10 + 4 });
const close = (sellerId = 4, times = 1) =>
  deliver(shop.db.source, subscriptions, StoreClosed({ sellerId, userId: sellerId * 10 + 4, version: 9 }), times);
const settled = () => emitted(shop.db.source, StoreSettled);

test('a store that is closed sells nothing any more, and how much it had sold is told once', async () => {
  for (const productId of [1, 2, 3]) await ofStore(4, productId);
  await bought(shop, 7);
  const { id } = await approved(shop, 8, { prices: { 2: 29900 } });
  await close(4, 2);
  await emitSettledStores(shop.db.source);
  expect(await settled()).toEqual([{ sellerId: 4, sales: 1 }]);
  expect(await capture(shop, 8, id)).toMatchObject({ status: 409, body: { code: 'removed' } });
  expect(shop.paypal.orders.get(id)!.capture).toBeNull();
  await deliver(
    shop.db.source,
    subscriptions,
    StoreChanged({ sellerId: 4, userId: 44, version: 3, storeName: 'Late', status: 'active' }),
  );
  expect(await create(shop, 9, { prices: { 3: 29900 } })).toMatchObject({ status: 409, body: { code: 'removed' } });
});

test('a payment that is under way is waited for and counts', async () => {
  await ofStore(4, 1);
  shop.paypal.next.capture.push('captured-but-unknown');
  const { id, orderId } = await approved(shop, 7);
  expect((await capture(shop, 7, id)).status).toBe(202);
  await close();
  await emitSettledStores(shop.db.source);
  expect(await settled()).toEqual([]);
  await complete(shop);
  expect((await orderRow(shop, orderId)).payment_state).toBe('paid');
  await emitSettledStores(shop.db.source);
  expect(await settled()).toEqual([{ sellerId: 4, sales: 1 }]);
});

test('payment and end of a store meet: either no money moves, or the sale is among those that are told', async () => {
  for (let sellerId = 10; sellerId < 22; sellerId += 1) {
    await ofStore(sellerId, sellerId);
    const created = await approved(shop, sellerId, { prices: { [sellerId]: 29900 } });
    const [answer] = await Promise.all([capture(shop, sellerId, created.id), close(sellerId)]);
    await emitSettledStores(shop.db.source);
    expect([200, 409]).toContain(answer.status);
    if (answer.status === 409) expect(shop.paypal.orders.get(created.id)!.capture).toBeNull();
    const sales = (await emitted(shop.db.source, OrderCaptured)).filter(({ orderId }) => orderId === created.orderId).length;
    expect(sales).toBe(answer.status === 200 ? 1 : 0);
    expect((await settled()).filter((entry) => entry.sellerId === sellerId)).toEqual([{ sellerId, sales }]);
  }
});

test('money that comes after that is for a person to give back, though another store has the track by then', async () => {
  await ofStore(4, 1);
  const created = await approved(shop, 7);
  await putTrackOnSale(shop, { version: 2, sellerId: 5, sellerUserId: 54 });
  await close();
  const answer = await shop.paypal.gateway.captureOrder(created.id, 'late', new AbortController().signal);
  if (answer.kind !== 'captured') throw new Error(answer.kind);
  await applyCapture(shop.context, created.orderId, answer.capture);
  expect(await emitted(shop.db.source, OrderCaptured)).toEqual([]);
  expect(await emitted(shop.db.source, PaymentNeedsReview)).toMatchObject([
    { orderId: created.orderId, reason: expect.stringContaining('has been closed') as string },
  ]);
  const recorded = await request(shop.app)
    .post(`/api/orders/${created.orderId}/payments`)
    .set(asAdmin())
    .send({ method: 'bank', reference: 'SEPA 88' });
  expect(recorded).toMatchObject({ status: 409, body: { code: 'removed' } });
  expect(await emitted(shop.db.source, OrderCaptured)).toEqual([]);
});

test('a store of which nothing is known yet sells nothing until it is said to be active', async () => {
  const newsOf = (status: string) =>
    deliver(shop.db.source, subscriptions, StoreChanged({ sellerId: 4, userId: 44, version: 3, storeName: 'Nordhafen', status }));
  await ofStore(4, 1);
  // The migration leaves such a row for a store that was known before its status was stored.
  await shop.db.source.query(`UPDATE stores SET status = 'unknown', version = 0`);
  expect(await create(shop, 7)).toMatchObject({ status: 409, body: { code: 'removed' } });
  await shop.db.source.query('DELETE FROM stores');
  expect(await create(shop, 7)).toMatchObject({ status: 409, body: { code: 'removed' } });
  await newsOf('inactive');
  expect(await create(shop, 7)).toMatchObject({ status: 409, body: { code: 'removed' } });
  await shop.db.source.query(`UPDATE stores SET status = 'unknown', version = 0`);
  await newsOf('active');
  expect((await create(shop, 7)).status).toBe(201);
});
