import { AdminActed, TrackReleased } from '@shop/contracts/events';
import { as, asAdmin, emitted } from '@shop/runtime/testing';
import request from 'supertest';
import {
  approved,
  bought,
  capture,
  claims,
  complete,
  createBody,
  later,
  openTestShop,
  orderRow,
  placeBody,
  putTrackOnSale,
  type Cart,
  type TestShop,
} from '../testing/orders-app';

let shop: TestShop;
beforeEach(async () => {
  shop = await openTestShop();
  for (let productId = 1; productId <= 9; productId += 1) await putTrackOnSale(shop, { productId });
});
afterEach(() => shop.close());

const cartOf = (ids: number[]): Cart => ({ prices: Object.fromEntries(ids.map((id) => [id, 29900])) });
const place = (buyer: number, ids: number[], address = `192.0.2.${buyer}`) =>
  request(shop.app)
    .post('/api/orders')
    .set(as({ userId: buyer, address }))
    .send(placeBody(buyer, cartOf(ids)));
const create = (buyer: number, ids: number[], address = `192.0.2.${buyer}`) =>
  request(shop.app)
    .post('/api/orders/paypal/create')
    .set(as({ userId: buyer, address }))
    .send(createBody(buyer, cartOf(ids)));

/** Lets time pass, and ends the holds that ran out. */
async function hoursLater(hours: number) {
  await later(shop, hours * 60);
  await shop.db.source.query(`UPDATE orders SET created_at = created_at - make_interval(hours => $1)`, [hours]);
  await complete(shop);
}
const tooMany = (text: RegExp) => ({ status: 429, body: { error: expect.stringMatching(text) as string } });

describe('by arrangement', () => {
  test('a buyer holds at most three tracks over all orders', async () => {
    await place(7, [1, 2]).expect(201);
    expect(await place(7, [3, 4])).toMatchObject(tooMany(/at most 3 tracks by arrangement/));
    await place(7, [3]).expect(201);
    expect(await place(7, [4], '198.51.100.1')).toMatchObject(tooMany(/at most 3 tracks/));
    expect((await create(7, [4])).status).toBe(201);
  });

  test('one client address holds at most six, whoever calls; at once as one after the other', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map((n) => place(10 + n, [2 * n - 1, 2 * n], '198.51.100.1')));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 429]);
    expect((await claims(shop)).filter(({ state }) => state === 'reserved')).toHaveLength(6);
    expect((await place(20, [9], '198.51.100.2')).status).toBe(201);
  });

  test('a track whose hold ended unpaid is not held again for seven days by the account nor from its address', async () => {
    await place(7, [1]).expect(201);
    await hoursLater(25);
    const again = await place(7, [1], '198.51.100.1');
    expect(again).toMatchObject(tooMany(/held for you by arrangement already.*in 7 days/));
    expect(Number(again.headers['retry-after'])).toBeGreaterThan(6 * 86_400);
    expect(await place(8, [1], '192.0.2.7')).toMatchObject(tooMany(/already/));
    expect((await place(8, [1])).status).toBe(201);
    await hoursLater(24 * 7 + 1);
    expect((await place(7, [1])).status).toBe(201);
  });

  test('placing it again goes on with the hold, and no longer than it lasts', async () => {
    const { orderId } = (await place(7, [1]).expect(201)).body as { orderId: number };
    await hoursLater(20);
    await place(7, [1, 2]).expect(201);
    expect(await orderRow(shop, orderId)).toMatchObject({ closed: 'replaced' });
    await hoursLater(5);
    expect((await claims(shop)).map(({ state }) => state)).toEqual(['free', 'free']);
    expect(await place(7, [2])).toMatchObject(tooMany(/already/));
  });

  test('a hold that was paid counts no more, one that PayPal took over does', async () => {
    const { orderId } = (await place(7, [1]).expect(201)).body as { orderId: number };
    await create(7, [1]).expect(201);
    expect(await orderRow(shop, orderId)).toMatchObject({ closed: 'replaced' });
    await hoursLater(1);
    expect(await place(7, [1])).toMatchObject(tooMany(/already/));
  });
});

describe('for PayPal', () => {
  test('a track reserved unpaid three times within a day is not reserved again for a day', async () => {
    for (let i = 0; i < 3; i += 1) {
      await create(7, [1, 2]).expect(201);
      await hoursLater(1);
    }
    expect(await create(7, [1], '198.51.100.1')).toMatchObject(tooMany(/three times without paying for it.*2[23] hours/));
    expect(await create(8, [2], '192.0.2.7')).toMatchObject(tooMany(/three times/));
    expect((await create(8, [1])).status).toBe(201);
    expect((await create(7, [3])).status).toBe(201);
    await hoursLater(23);
    expect((await create(7, [1])).status).toBe(201);
  });

  test('opening PayPal again goes on with the reservation: it counts once, and lasts no longer', async () => {
    const first = (await create(7, [1]).expect(201)).body as { reservedUntil: string };
    await later(shop, 5);
    for (let i = 0; i < 5; i += 1) {
      const { reservedUntil } = (await create(7, [1, 2]).expect(201)).body as { reservedUntil: string };
      expect(Math.abs(Date.parse(first.reservedUntil) - 5 * 60_000 - Date.parse(reservedUntil))).toBeLessThan(60_000);
    }
    await hoursLater(1);
    expect((await create(7, [1])).status).toBe(201);
  });

  test('a reservation for which PayPal made no order counts for nothing', async () => {
    for (let i = 0; i < 3; i += 1) {
      shop.paypal.next.create.push('refused');
      await create(7, [1]).expect(503);
      await hoursLater(1);
    }
    await create(7, [1]).expect(201);
  });

  test('nor does it shorten the next one', async () => {
    shop.paypal.next.create.push('refused');
    await create(7, [1]).expect(503);
    await later(shop, 14);
    const { reservedUntil } = (await create(7, [1]).expect(201)).body as { reservedUntil: string };
    expect((Date.parse(reservedUntil) - Date.now()) / 60_000).toBeGreaterThan(14);
  });

  test('a buyer holds at most twenty tracks, whichever addresses they come from', async () => {
    for (let productId = 10; productId <= 21; productId += 1) await putTrackOnSale(shop, { productId });
    const ids = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
    // A payment under way takes its room; a checkout that was left does not.
    shop.paypal.next.capture.push({ kind: 'unknown', reason: 'reset' });
    const { id } = (await create(7, ids(1, 12), '198.51.100.1').expect(201)).body as { id: string };
    shop.paypal.approve(id);
    await capture(shop, 7, id).expect(202);
    expect(await create(7, ids(13, 21), '198.51.100.2')).toMatchObject(tooMany(/^You can reserve at most 20 tracks at once/));
    await create(7, ids(13, 20), '198.51.100.2').expect(201);
  });

  test('a checkout that its buyer left unpaid takes no room from their next one, and ends with it', async () => {
    for (let productId = 10; productId <= 45; productId += 1) await putTrackOnSale(shop, { productId });
    const ids = (from: number, n: number) => Array.from({ length: n }, (_, i) => from + i);
    const left = (await create(7, ids(10, 15)).expect(201)).body as { id: string; orderId: number };
    await create(7, ids(30, 5)).expect(201);
    expect(await orderRow(shop, left.orderId)).toMatchObject({ payment_state: 'created' });
    await create(7, ids(35, 10)).expect(201);
    expect(await orderRow(shop, left.orderId)).toMatchObject({ payment_state: 'expired', closed: 'replaced' });
    await create(8, ids(10, 15)).expect(201);
    shop.paypal.approve(left.id);
    expect((await capture(shop, 7, left.id)).status).toBe(409);
  });

  test('but a payment under way takes its room, and an order too large for it ends nothing', async () => {
    for (let productId = 10; productId <= 45; productId += 1) await putTrackOnSale(shop, { productId });
    const ids = (from: number, n: number) => Array.from({ length: n }, (_, i) => from + i);
    shop.paypal.next.capture.push({ kind: 'unknown', reason: 'reset' });
    const paying = await approved(shop, 7, cartOf(ids(10, 12)));
    await capture(shop, 7, paying.id).expect(202);
    const left = (await create(7, ids(22, 5)).expect(201)).body as { orderId: number };
    expect(await create(7, ids(27, 9))).toMatchObject(tooMany(/at most 20 tracks/));
    expect(await orderRow(shop, left.orderId)).toMatchObject({ payment_state: 'created' });
  });

  test('one client address has at most twenty live reservations', async () => {
    for (let productId = 10; productId <= 21; productId += 1) await putTrackOnSale(shop, { productId });
    const ids = (from: number) => Array.from({ length: 7 }, (_, i) => from + i);
    for (const n of [0, 1]) await create(10 + n, ids(1 + 7 * n), '198.51.100.1').expect(201);
    expect(await create(12, ids(15), '198.51.100.1')).toMatchObject(tooMany(/At most 20 tracks can be reserved/));
    await create(12, ids(15).slice(1), '198.51.100.1').expect(201);
  });
});

test('the scale multiplies all of it', async () => {
  await shop.close();
  shop = await openTestShop({ rateScale: 2 });
  for (let productId = 1; productId <= 6; productId += 1) await putTrackOnSale(shop, { productId });
  await place(7, [1, 2, 3, 4, 5, 6]).expect(201);
  await hoursLater(25);
  await place(7, [1]).expect(201);
  await hoursLater(25);
  expect((await place(7, [1])).status).toBe(429);
});

test('only a keyed hash of an address is stored, for some days', async () => {
  await create(7, [1]).expect(201);
  const [row] = await shop.db.source.query<[Record<string, unknown>]>('SELECT * FROM holds');
  expect(JSON.stringify(row)).not.toContain('192.0.2');
  await hoursLater(24 * 9 - 1);
  expect(await shop.db.source.query('SELECT 1 FROM holds')).toHaveLength(1);
  await hoursLater(2);
  expect(await shop.db.source.query('SELECT 1 FROM holds')).toEqual([]);
});

describe('an admin', () => {
  const release = (path: string) => request(shop.app).post(`/api/orders/${path}`).set(asAdmin(3));

  test('releases a hold with one call: the tracks are free at once and the order cannot be paid', async () => {
    const { orderId } = (await place(7, [1, 2]).expect(201)).body as { orderId: number };
    await release(`${orderId}/release-hold`).expect(200);
    expect(await emitted(shop.db.source, TrackReleased)).toMatchObject([{ productId: 1 }, { productId: 2 }]);
    expect((await create(8, [1])).status).toBe(201);
    expect(await release(`${orderId}/release-hold`)).toMatchObject({ status: 409, body: { code: 'not-held' } });
    expect(await place(7, [2])).toMatchObject(tooMany(/already/));
    expect(await emitted(shop.db.source, AdminActed)).toMatchObject([
      { adminId: 3, action: 'order.hold-released', subject: { id: orderId } },
    ]);
  });

  test('releases it by a track; one whose payment is under way is left alone', async () => {
    const created = await approved(shop, 7, cartOf([1]));
    await release('holds/1/release').expect(200);
    expect(await capture(shop, 7, created.id)).toMatchObject({ status: 409, body: { code: 'cancelled' } });
    expect(await release('holds/1/release')).toMatchObject({ status: 409, body: { code: 'not-held' } });

    const paying = await approved(shop, 8, cartOf([2]));
    shop.paypal.next.capture.push('captured-but-unknown');
    await capture(shop, 8, paying.id);
    expect(await release('holds/2/release')).toMatchObject({ status: 409, body: { code: 'payment-under-way' } });
    await complete(shop);
    expect(await orderRow(shop, paying.orderId)).toMatchObject({ payment_state: 'paid' });
    expect(await release('holds/2/release')).toMatchObject({ status: 409, body: { code: 'not-held' } });
  });

  test('releases the hold of the order that was shown, and not of another one that has the track by now', async () => {
    const holders = async () => {
      const { body } = await request(shop.app).get('/api/orders?holds=1').set(asAdmin(3)).expect(200);
      return (body as { data: { id: number }[] }).data.map(({ id }) => id);
    };
    const ofOrder = (shownOrderId: number) => release('holds/1/release').send({ shownOrderId });
    expect(await holders()).toEqual([]);
    const arranged = (await place(7, [1, 2]).expect(201)).body as { orderId: number };
    await place(8, [3]).expect(201);
    expect(await holders()).toEqual([arranged.orderId]);

    await hoursLater(25);
    const { orderId } = await approved(shop, 9, cartOf([1]));
    expect(await holders()).toEqual([orderId]);
    expect(await ofOrder(arranged.orderId)).toMatchObject({
      status: 409,
      body: { code: 'holder-changed', error: `Order #${orderId} has this track by now. Please look at it again.` },
    });
    expect(await orderRow(shop, orderId)).toMatchObject({ payment_state: 'created' });
    await ofOrder(orderId).expect(200);
    expect(await orderRow(shop, orderId)).toMatchObject({ payment_state: 'expired' });
    expect(await holders()).toEqual([]);
  });

  test('other roles do not', async () => {
    const { orderId } = await bought(shop, 7);
    for (const role of ['catalogue', 'finance', 'viewer'])
      await request(shop.app)
        .post(`/api/orders/${orderId}/release-hold`)
        .set(as({ userId: 3, admin: true, role }))
        .expect(403);
  });
});

test('an IPv6 network is one internet connection, whichever of its addresses an order comes from', async () => {
  await place(7, [1, 2, 3], '2001:db8:7:1::1').expect(201);
  await place(8, [4, 5, 6], '2001:db8:7:1:ffff::2').expect(201);
  expect(await place(9, [7], '2001:db8:7:1:1:2:3:4')).toMatchObject(tooMany(/internet connection/));
  await place(9, [7], '2001:db8:7:2::1').expect(201);
});
