import { AdminActed, OrderCaptured, PaymentNeedsReview, StoreClosed, UserDeleted } from '@shop/contracts/events';
import { asAdmin, asUser, deliver, emitted } from '@shop/runtime/testing';
import request from 'supertest';
import { CodesInOneForm1797760000000 } from '../migrations/1797760000000-codes-in-one-form';
import { subscriptions } from '../subscriptions';
import { approved, bought, capture, complete, later, orderRow, place, putTrackOnSale, useShop } from '../testing/orders-app';

const shop = useShop();
beforeEach(async () => {
  await putTrackOnSale(shop);
  await putTrackOnSale(shop, { productId: 2 });
});

const record = (id: number, reference = 'BTC 4f2a', method = 'crypto') =>
  request(shop.app).post(`/api/orders/${id}/payments`).set(asAdmin()).send({ method, reference });
const placed = async (buyer = 7, product = 1) =>
  ((await place(shop, buyer, { prices: { [product]: 29900 } }).expect(201)).body as { orderId: number }).orderId;

describe('a payment that is recorded', () => {
  test('for a track that another order has bought meanwhile says so', async () => {
    const id = await placed();
    await later(shop, 24 * 60 + 1);
    await bought(shop, 8);
    expect(await record(id)).toMatchObject({
      status: 409,
      body: { code: 'sold', details: { items: [{ id: 1, code: 'sold' }] } },
    });
  });

  test('for a track that another order holds says until when', async () => {
    const id = await placed();
    await later(shop, 24 * 60 + 1);
    await approved(shop, 8);
    const { status, body } = await record(id);
    expect({ status, body: body as unknown }).toMatchObject({
      status: 409,
      body: { code: 'held', details: { heldUntil: expect.any(String) as string } },
    });
  });

  test('again, because its answer was lost, is the same payment; another one is refused and names what paid the order', async () => {
    const id = await placed();
    const statusOf = async () =>
      ((await record(id, 'btc 4F2A')).body as { data?: { payment_state: string } }).data?.payment_state;
    expect([await statusOf(), await statusOf()]).toEqual(['paid', 'paid']);
    const refused = { status: 409, body: { code: 'already-paid', error: 'This order is paid already (btc 4F2A).' } };
    expect(await record(id, 'BTC 9')).toMatchObject(refused);
    expect(await record(id, 'BTC 4f2a', 'bank')).toMatchObject(refused);
    expect((await record(id, 'BTC 4f2a')).status).toBe(201);
    expect(await emitted(shop.db.source, OrderCaptured)).toHaveLength(1);
    expect(await emitted(shop.db.source, AdminActed)).toHaveLength(1);

    await request(shop.app).post(`/api/orders/${id}/refunds`).set(asAdmin()).send({ reference: 'Wire 12' }).expect(201);
    expect(await record(id)).toMatchObject({ status: 409, body: { error: 'This order is refunded already.' } });
  });

  test('for a track that was taken off the shop is refused, as a capture is', async () => {
    const id = await placed();
    await shop.db.source.query('UPDATE product_copies SET removed = true WHERE product_id = 1');
    expect(await record(id)).toMatchObject({ status: 409, body: { code: 'removed' } });
    expect(await orderRow(shop, id)).toMatchObject({ payment_state: 'created' });
  });

  test('for an order that was cancelled, or that a newer one replaced, is refused', async () => {
    const closed = async (id: number) =>
      ((await request(shop.app).get(`/api/orders/${id}`).set(asAdmin())).body as { data: { closed: string | null } }).data.closed;
    const cancelled = await placed(7, 2);
    expect(await closed(cancelled)).toBeNull();
    await request(shop.app).put(`/api/orders/${cancelled}/status`).set(asAdmin()).send({ status: 'cancelled' }).expect(200);
    expect(await record(cancelled)).toMatchObject({ status: 409, body: { code: 'cancelled' } });
    expect(await closed(cancelled)).toBe('cancelled');

    const replaced = await placed();
    await placed();
    expect(await record(replaced)).toMatchObject({ status: 409, body: { code: 'held' } });
    await later(shop, 24 * 60 + 1);
    expect(await record(replaced)).toMatchObject({ status: 409, body: { code: 'replaced' } });
    expect(await closed(replaced)).toBe('replaced');
  });

  test('while the hold runs counts at the price that was promised', async () => {
    const id = await placed();
    await putTrackOnSale(shop, { version: 2, priceCents: 39900 });
    expect((await record(id)).status).toBe(201);
  });

  test('while the hold runs counts with the coupon that the order was made with', async () => {
    const [coupon] = await shop.db.source.query<[{ id: number }]>(
      `INSERT INTO coupons (code, discount_percent, is_forever, first_order_only) VALUES ('FIRST', 10, true, true) RETURNING id`,
    );
    await request(shop.app).get('/api/coupons/validate').query({ code: 'FIRST' }).set(asUser(7)).expect(200);
    const cart = { prices: { 1: 29900 }, percent: 10, couponId: coupon.id };
    const { orderId } = (await place(shop, 7, cart).expect(201)).body as { orderId: number };
    await bought(shop, 7, { prices: { 2: 29900 } });
    await shop.db.source.query(`UPDATE coupon_checks SET checked_at = now() - interval '25 hours'`);
    expect((await record(orderId)).status).toBe(201);
  });

  test('after the hold has run out counts with the coupon of the order, while that still holds', async () => {
    const [coupon] = await shop.db.source.query<[{ id: number }]>(
      `INSERT INTO coupons (code, discount_percent, is_forever) VALUES ('TENTH', 10, true) RETURNING id`,
    );
    await request(shop.app).get('/api/coupons/validate').query({ code: 'TENTH' }).set(asUser(7)).expect(200);
    const cart = { prices: { 1: 29900 }, percent: 10, couponId: coupon.id };
    const { orderId } = (await place(shop, 7, cart).expect(201)).body as { orderId: number };
    await later(shop, 24 * 60 + 1);
    await shop.db.source.query(`UPDATE coupon_checks SET checked_at = now() - interval '25 hours'`);
    await shop.db.source.query('UPDATE coupons SET is_active = false');
    expect(await record(orderId)).toMatchObject({ status: 409, body: { details: { totals: { total: 313.95 } } } });
    await shop.db.source.query('UPDATE coupons SET is_active = true');
    expect((await record(orderId)).status).toBe(201);
  });

  test('after the hold has run out is refused while the price is another', async () => {
    const id = await placed();
    await putTrackOnSale(shop, { version: 2, priceCents: 39900 });
    await later(shop, 24 * 60 + 1);
    expect(await record(id)).toMatchObject({
      status: 409,
      body: { code: 'price-changed', details: { totals: { total: 418.95 } } },
    });
    await putTrackOnSale(shop, { version: 3, priceCents: 29900 });
    expect((await record(id)).status).toBe(201);
  });

  test.each([
    ['while the hold runs', 0],
    ['after the hold has run out', 24 * 60 + 1],
  ])('%s is refused while the project that was ordered is gone, and says so', async (_, minutes) => {
    const cart = { prices: { 1: 29900 }, projects: [1] };
    const { orderId } = (await place(shop, 7, cart).expect(201)).body as { orderId: number };
    await putTrackOnSale(shop, { version: 2, projectName: null, projectLink: null });
    await later(shop, minutes);
    const refused = await record(orderId);
    expect(refused.status).toBe(409);
    expect(JSON.stringify(refused.body)).toContain('The chosen project of Salt on the Runway is no longer offered.');
  });

  test('after the hold has run out is for the store that has the track by then, and for the track as it is called', async () => {
    const ofStore = (sellerId: number, fields: object) =>
      putTrackOnSale(shop, { productId: 3, sellerId, sellerUserId: sellerId * 10, storeName: `Store ${sellerId}`, ...fields });
    await ofStore(4, {});
    const id = await placed(7, 3);
    await later(shop, 24 * 60 + 1);
    await ofStore(5, { version: 2, name: 'Salt', projectName: 'Logic Pro' });
    await deliver(shop.db.source, subscriptions, StoreClosed({ sellerId: 4, userId: 40, version: 9 }));
    expect((await record(id)).status).toBe(201);
    const [sale] = await emitted(shop.db.source, OrderCaptured);
    expect(sale!.items).toMatchObject([{ productId: 3, name: 'Salt', sellerId: 5, storeName: 'Store 5', paidCents: 29900 }]);
    expect(await shop.db.source.query('SELECT name, seller_id, store_name, project_name FROM order_items')).toEqual([
      { name: 'Salt', seller_id: 5, store_name: 'Store 5', project_name: 'Logic Pro' },
    ]);
  });

  test('while PayPal reviews one is refused: the buyer would have paid twice', async () => {
    shop.paypal.next.capture.push('pending');
    const { id, orderId } = await approved(shop, 7);
    expect((await capture(shop, 7, id)).status).toBe(202);
    expect(await record(orderId)).toMatchObject({ status: 409, body: { code: 'payment-under-way' } });
    const payments = () => shop.db.source.query<object[]>('SELECT capture_id, method FROM payments');
    expect(await payments()).toEqual([]);

    shop.paypal.orders.get(id)!.capture!.status = 'completed';
    await complete(shop);
    expect(await payments()).toEqual([{ capture_id: `CAP-${id}`, method: 'paypal' }]);
    expect(await emitted(shop.db.source, PaymentNeedsReview)).toEqual([]);
  });

  test('for money under review is refused once the account is gone', async () => {
    shop.paypal.next.capture.push((original) => ({ ...original, amountCents: original.amountCents - 1 }));
    const created = await approved(shop, 7);
    expect((await capture(shop, 7, created.id)).status).toBe(202);
    await deliver(shop.db.source, subscriptions, UserDeleted({ userId: 7, version: 3 }));
    expect(await record(created.orderId)).toMatchObject({ status: 409, body: { code: 'forgotten' } });
    expect(await emitted(shop.db.source, OrderCaptured)).toEqual([]);
  });
});

describe('one reference of one method', () => {
  test('settles one order, however it is written; another method may have the same', async () => {
    const [one, two] = [await placed(7, 1), await placed(8, 2)];
    expect((await record(one, 'SEPA 88', 'bank')).status).toBe(201);
    expect(await record(two, 'sepa 88', 'bank')).toMatchObject({
      status: 409,
      body: { code: 'reference-used', field: 'reference' },
    });
    expect(await orderRow(shop, two)).toMatchObject({ payment_state: 'created' });
    expect((await record(two, 'SEPA 88', 'other')).status).toBe(201);
  });

  test('that an older release kept with accents of their own is known, but where that release has settled two orders with it', async () => {
    for (const productId of [3, 4]) await putTrackOnSale(shop, { productId });
    const [one, two, three, four] = [await placed(7, 1), await placed(8, 2), await placed(9, 3), await placed(10, 4)];
    for (const [id, reference] of [
      [one, 'Caf\u00e9 1'],
      [two, 'Caf\u00e9 2'],
    ] as const) {
      expect((await record(id, reference, 'bank')).status).toBe(201);
      await shop.db.source.query('UPDATE payments SET reference = normalize(reference, NFD)');
    }
    expect((await record(three, 'CAF\u00c9 2', 'bank')).status).toBe(201);

    await shop.db.migrateAgain(new CodesInOneForm1797760000000());
    expect(await record(four, 'CAF\u00c9 1', 'bank')).toMatchObject({ status: 409, body: { code: 'reference-used' } });
    expect(await shop.db.source.query('SELECT reference FROM payments ORDER BY order_id')).toEqual(
      ['Caf\u00e9 1', 'Cafe\u0301 2', 'CAF\u00c9 2'].map((reference) => ({ reference })),
    );
  });

  test('settles one of many orders that meet', async () => {
    for (let productId = 3; productId <= 6; productId += 1) await putTrackOnSale(shop, { productId });
    const ids = await Promise.all([3, 4, 5, 6].map((product) => placed(10 + product, product)));
    const answers = await Promise.all(ids.map((id) => record(id, 'TX 1')));
    expect(answers.map((response) => response.status).sort()).toEqual([201, 409, 409, 409]);
    expect(await emitted(shop.db.source, OrderCaptured)).toHaveLength(1);
  });
});
