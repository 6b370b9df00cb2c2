import { OrderEnded, UserDeleted, UserSuspended, UserVerified } from '@shop/contracts/events';
import { asAdmin, deliver, emitted, untilBlocked } from '@shop/runtime/testing';
import request from 'supertest';
import { recheckPayment } from '../operator/recheck-payment';
import { subscriptions } from '../subscriptions';
import {
  approved,
  capture,
  claims,
  complete,
  create,
  later,
  orderRow,
  place,
  putTrackOnSale,
  useShop,
} from '../testing/orders-app';
import type { CaptureOutcome } from '../payments/payment-gateway';
import { applyCapture } from './settle';

const shop = useShop();
beforeEach(async () => {
  for (const productId of [1, 2]) await putTrackOnSale(shop, { productId });
});

test.each([
  ['suspended', UserSuspended({ userId: 7, version: 3 })],
  ['deleted', UserDeleted({ userId: 7, version: 3 })],
])(
  'the claims of a %s buyer are locked in the order of their tracks, not of the orders, like those of a checkout',
  async (_, event) => {
    for (const productId of [2, 1]) await create(shop, 7, { prices: { [productId]: 29900 } }).expect(201);
    const checkout = shop.db.source.createQueryRunner();
    await checkout.startTransaction();
    const lockClaim = (productId: number) =>
      checkout.query('SELECT 1 FROM sale_claims WHERE product_id = $1 FOR UPDATE NOWAIT', [productId]);
    await lockClaim(1);
    const delivery = deliver(shop.db.source, subscriptions, event);
    await untilBlocked(shop.db.source);
    const next = await lockClaim(2).catch((error: Error) => error.message);
    await checkout.rollbackTransaction();
    await checkout.release();
    await delivery;
    expect(next).toHaveLength(1);
    expect((await claims(shop)).map(({ state }) => state)).toEqual(['free', 'free']);
  },
);

describe('a buyer who counts on an order is told of its end without a sale', () => {
  const mara = {
    userId: 7,
    version: 1,
    name: 'Mara',
    lastName: 'Lind',
    email: 'mara@example.com',
    country: 'Sweden',
    seller: null,
  };
  beforeEach(() => deliver(shop.db.source, subscriptions, UserVerified(mara)));
  const ended = () => emitted(shop.db.source, OrderEnded);
  const placed = async (prices: Record<number, number> = { 1: 29900 }) =>
    ((await place(shop, 7, { prices }).expect(201)).body as { orderId: number }).orderId;
  const asks = (method: 'put' | 'post', path: string, body: object = {}) =>
    request(shop.app)[method](`/api/orders/${path}`).set(asAdmin()).send(body);

  const pending = async () => {
    shop.paypal.next.capture.push('pending');
    const created = await approved(shop, 7);
    await capture(shop, 7, created.id).expect(202);
    return created;
  };
  const inReview = async () => {
    shop.paypal.next.capture.push((taken) => ({ ...taken, amountCents: 1 }));
    const created = await approved(shop, 7);
    await capture(shop, 7, created.id).expect(202);
    return created;
  };
  const denied = async (paypalOrderId: string) => {
    shop.paypal.orders.get(paypalOrderId)!.capture!.status = 'declined';
    await complete(shop);
  };

  test.each([
    ['cancels it', (id: number) => asks('put', `${id}/status`, { status: 'cancelled' })],
    ['releases its hold', (id: number) => asks('post', `${id}/release-hold`)],
    ['releases the hold of its track', () => asks('post', 'holds/1/release')],
  ])('an arranged one whose admin %s before its time', async (_, end) => {
    const orderId = await placed();
    await end(orderId).expect(200);
    const { version } = (await shop.db.source.query<[{ version: number }]>('SELECT version FROM orders'))[0];
    expect(await ended()).toEqual([{ orderId, version, buyerId: 7, accountEmail: 'mara@example.com', why: 'cancelled' }]);
    expect(await orderRow(shop, orderId)).toMatchObject({ payment_state: 'expired', status: 'cancelled', closed: 'cancelled' });
    expect((await claims(shop))[0]).toMatchObject({ state: 'free' });
  });

  test('one whose payment PayPal held and then denied, once', async () => {
    const { id, orderId } = await pending();
    await denied(id);
    await complete(shop);
    expect(await ended()).toMatchObject([{ orderId, accountEmail: 'mara@example.com', why: 'declined' }]);
  });

  test('one whose payment was in review, and is given back', async () => {
    const { orderId } = await inReview();
    for (let i = 0; i < 2; i += 1) await asks('post', `${orderId}/refunds`, { reference: 'Wire 12' }).expect(201);
    expect(await ended()).toMatchObject([{ orderId, accountEmail: 'mara@example.com', why: 'refunded' }]);
  });

  test('one whose payment was lost and in review, and is denied by PayPal after all', async () => {
    const { id, orderId } = await pending();
    const held = shop.paypal.orders.get(id)!;
    shop.paypal.orders.delete(id);
    await complete(shop);
    expect(await orderRow(shop, orderId)).toMatchObject({ payment_state: 'review' });
    shop.paypal.orders.set(id, held);
    held.capture!.status = 'declined';
    await applyCapture(shop.context, orderId, held.capture!);
    expect(await ended()).toMatchObject([{ orderId, why: 'declined' }]);
  });

  const beingConfirmed = async (next: CaptureOutcome[] = []) => {
    shop.paypal.next.capture.push({ kind: 'unknown', reason: '503' }, ...next);
    const created = await approved(shop, 7);
    await capture(shop, 7, created.id).expect(202);
    return created;
  };
  const declined: CaptureOutcome = { kind: 'declined', issue: 'INSTRUMENT_DECLINED' };

  test('one whose payment was being confirmed, and that PayPal does not know any more', async () => {
    const { id, orderId } = await beingConfirmed();
    shop.paypal.orders.delete(id);
    await complete(shop);
    expect(await ended()).toMatchObject([{ orderId, accountEmail: 'mara@example.com', why: 'declined' }]);
  });

  test('one whose payment was being confirmed, and whose end the operator was the first to ask for', async () => {
    const { id, orderId } = await beingConfirmed();
    shop.paypal.orders.delete(id);
    expect(await recheckPayment(shop.context, { order: orderId })).toEqual({ state: 'expired' });
    expect(await ended()).toMatchObject([{ orderId, accountEmail: 'mara@example.com', why: 'declined' }]);
  });

  test('one whose payment was being confirmed, and that a webhook ends before anybody has asked', async () => {
    const { id, orderId } = await beingConfirmed();
    await shop.paypal.gateway.captureOrder(id, 'sent-before');
    await applyCapture(shop.context, orderId, { ...shop.paypal.orders.get(id)!.capture!, status: 'declined' });
    expect(await ended()).toMatchObject([{ orderId, why: 'declined' }]);
  });

  test('one whose payment was being confirmed and was declined, once the time to try again is over', async () => {
    const { orderId } = await beingConfirmed([declined]);
    await complete(shop);
    expect(await orderRow(shop, orderId)).toMatchObject({ payment_state: 'created' });
    expect(await ended()).toEqual([]);
    await later(shop, 16);
    await complete(shop);
    expect(await ended()).toMatchObject([{ orderId, why: 'declined' }]);
  });

  test('one whose payment was being confirmed when an admin cancelled it', async () => {
    const { orderId } = await beingConfirmed();
    await asks('put', `${orderId}/status`, { status: 'cancelled' }).expect(200);
    await complete(shop);
    expect(await ended()).toMatchObject([{ orderId, why: 'cancelled' }]);
  });

  test('and not of one that they paid anew, or tried again, after it was being confirmed', async () => {
    const first = await beingConfirmed([declined, declined]);
    await complete(shop);
    await capture(shop, 7, first.id).expect(422);
    await later(shop, 16);
    await complete(shop);
    await beingConfirmed([declined]);
    await complete(shop);
    await create(shop, 7).expect(201);
    expect(await ended()).toEqual([]);
  });

  test('and not of an end that they saw or knew: a decline at checkout, the clock, a newer order of theirs, a hold for PayPal', async () => {
    shop.paypal.next.capture.push('declined-capture');
    await capture(shop, 7, (await approved(shop, 7)).id).expect(422);
    await placed({ 2: 29900 });
    await placed({ 1: 29900, 2: 29900 });
    await later(shop, 24 * 60 + 1);
    await complete(shop);
    await putTrackOnSale(shop, { productId: 3 });
    const held = (await create(shop, 7, { prices: { 3: 29900 } })).body as { orderId: number };
    await asks('post', `${held.orderId}/release-hold`).expect(200);
    expect(await ended()).toEqual([]);
  });
});
