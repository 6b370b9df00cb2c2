import { TrackHeld, UserSuspended } from '@shop/contracts/events';
import { asAdmin, asUser, deliver, emitted } from '@shop/runtime/testing';
import request from 'supertest';
import { subscriptions } from '../subscriptions';
import {
  capture,
  claims,
  complete,
  create,
  later,
  openTestShop,
  orderRow,
  place,
  putTrackOnSale,
  type TestShop,
} from '../testing/orders-app';

let shop: TestShop;
beforeEach(async () => {
  shop = await openTestShop();
  for (const productId of [1, 2, 3]) await putTrackOnSale(shop, { productId });
});
afterEach(() => shop.close());

const cartOf = (...ids: number[]) => ({ prices: Object.fromEntries(ids.map((id) => [id, 29900])) });
const placed = async (...ids: number[]) =>
  ((await place(shop, 7, cartOf(...ids)).expect(201)).body as { orderId: number }).orderId;
const holders = async () => (await claims(shop)).map((claim) => claim.order_id);
const goesOn = { payment_state: 'created', status: 'pending', closed: null };
const stays = { payment_state: 'expired', status: 'cancelled', closed: 'replaced' };

/** Lets PayPal refuse to make an order, after `happens` has run. */
function refusedWhile(happens: () => PromiseLike<unknown>) {
  jest.spyOn(shop.context.gateway, 'createOrder').mockImplementationOnce(async () => {
    await happens();
    return { kind: 'refused', issue: 'INTERNAL_SERVICE_ERROR', about: null };
  });
}

test('an arranged order goes on with its tracks when PayPal makes no order in its place', async () => {
  const id = await placed(1, 2);
  const { until } = (await emitted(shop.db.source, TrackHeld))[0]!;
  shop.paypal.next.create.push('refused');
  expect((await create(shop, 7, cartOf(1, 3))).status).toBe(503);
  expect(await orderRow(shop, id)).toMatchObject(goesOn);
  expect(await holders()).toEqual([id, id, null]);
  const last = (await emitted(shop.db.source, TrackHeld)).slice(-2);
  expect(last).toMatchObject([
    { productId: 1, orderId: id, until },
    { productId: 2, orderId: id, until },
  ]);

  // The hold lasts as long as before, and its limits count as before.
  await later(shop, 23 * 60);
  await complete(shop);
  expect(await orderRow(shop, id)).toMatchObject(goesOn);
  expect((await place(shop, 7, cartOf(1, 2))).status).toBe(201);
  await later(shop, 60);
  await complete(shop);
  expect(await holders()).toEqual([null, null, null]);
});

test('its payment can be recorded then', async () => {
  const id = await placed(1);
  shop.paypal.next.create.push('unknown', 'unknown');
  expect((await create(shop, 7)).status).toBe(503);
  const payment = { method: 'bank', reference: 'SEPA 88' };
  await request(shop.app).post(`/api/orders/${id}/payments`).set(asAdmin()).send(payment).expect(201);
});

test('a PayPal order that was open in another tab goes on for the rest of its quarter of an hour', async () => {
  const { body } = await create(shop, 7).expect(201);
  const { id, orderId } = body as { id: string; orderId: number };
  await later(shop, 10);
  shop.paypal.next.create.push('refused');
  expect((await create(shop, 7)).status).toBe(503);
  shop.paypal.approve(id);
  expect((await capture(shop, 7, id)).status).toBe(200);
  const held = await shop.db.source.query<unknown[]>('SELECT order_id FROM holds');
  expect(held).toEqual([{ order_id: orderId }]);
});

describe('an order stays replaced', () => {
  test('when somebody else has one of its tracks by then: it gets none of them', async () => {
    const id = await placed(1, 2);
    refusedWhile(() => create(shop, 8, cartOf(2)).expect(201));
    expect((await create(shop, 7, cartOf(1))).status).toBe(503);
    expect(await orderRow(shop, id)).toMatchObject(stays);
    expect((await claims(shop)).map((claim) => claim.state)).toEqual(['free', 'reserved']);
  });

  test('when its buyer has ordered once more meanwhile', async () => {
    const id = await placed(1);
    let newest = 0;
    refusedWhile(async () => (newest = ((await create(shop, 7).expect(201)).body as { orderId: number }).orderId));
    expect((await create(shop, 7)).status).toBe(503);
    expect(await orderRow(shop, id)).toMatchObject(stays);
    expect(await holders()).toEqual([newest]);
  });

  test('when the account was suspended meanwhile', async () => {
    const id = await placed(1);
    refusedWhile(() => deliver(shop.db.source, subscriptions, UserSuspended({ userId: 7, version: 3 })));
    expect((await create(shop, 7)).status).toBe(503);
    expect(await orderRow(shop, id)).toMatchObject(stays);
    expect(await holders()).toEqual([null]);
  });

  /**
   * Makes a coupon that each of these buyers has shown.
   * @returns its id
   */
  async function shownCoupon(maxUses: number, ...buyers: number[]) {
    const [{ id }] = await shop.db.source.query<[{ id: number }]>(
      `INSERT INTO coupons (code, discount_percent, is_forever, max_uses) VALUES ('LAST', 10, true, $1) RETURNING id`,
      [maxUses],
    );
    for (const buyer of buyers)
      await request(shop.app).get('/api/coupons/validate').query({ code: 'LAST' }).set(asUser(buyer)).expect(200);
    return id;
  }

  const placedWith = async (couponId: number, buyer: number, productId: number) =>
    ((await place(shop, buyer, { ...cartOf(productId), percent: 10, couponId }).expect(201)).body as { orderId: number }).orderId;

  test('when somebody else took the last use of its coupon', async () => {
    const couponId = await shownCoupon(1, 7, 8);
    const id = await placedWith(couponId, 7, 1);
    refusedWhile(() => placedWith(couponId, 8, 3));
    expect((await create(shop, 7, cartOf(1))).status).toBe(503);
    expect(await orderRow(shop, id)).toMatchObject(stays);
  });

  test('when another order that was replaced with it got the last use of their coupon', async () => {
    const couponId = await shownCoupon(2, 7, 8);
    const first = await placedWith(couponId, 7, 1);
    const second = await placedWith(couponId, 7, 2);
    refusedWhile(() => placedWith(couponId, 8, 3));
    expect((await create(shop, 7, cartOf(1, 2))).status).toBe(503);
    expect(await orderRow(shop, first)).toMatchObject(goesOn);
    expect(await orderRow(shop, second)).toMatchObject(stays);
    expect((await claims(shop)).map((claim) => claim.state)).toEqual(['reserved', 'free', 'reserved']);
  });
});

test('however orders and refusals of PayPal meet, each track has one order and each unpaid order all its tracks', async () => {
  await shop.close();
  shop = await openTestShop({ rateScale: 100 });
  for (const productId of [1, 2, 3]) await putTrackOnSale(shop, { productId });
  for (let round = 0; round < 5; round += 1) {
    await place(shop, 7, cartOf(1, 2));
    shop.paypal.next.create.push('refused', 'refused', 'refused');
    const answers = await Promise.all([
      create(shop, 7, cartOf(1)),
      create(shop, 7, cartOf(2, 3)),
      create(shop, 7, cartOf(1, 2, 3)),
      create(shop, 8, cartOf(2)),
      place(shop, 7, cartOf(1, 3)),
    ]);
    for (const { status } of answers) expect([201, 409, 503]).toContain(status);
    const broken = await shop.db.source.query<unknown[]>(
      `SELECT id, payment_state, item.product_id, state FROM orders JOIN order_items item ON item.order_id = id
         LEFT JOIN sale_claims claim ON claim.product_id = item.product_id AND claim.order_id = id
       WHERE (payment_state = 'created') <> (claim.product_id IS NOT NULL)`,
    );
    expect(broken).toEqual([]);
  }
});
