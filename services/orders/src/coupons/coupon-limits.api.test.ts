import { UserDeleted } from '@shop/contracts/events';
import type { PaypalCreateView } from '@shop/contracts/views';
import { openDatabase } from '@shop/runtime';
import { asAdmin, asUser, deliver, testApp, testLog, untilBlocked } from '@shop/runtime/testing';
import request from 'supertest';
import { schema } from '../database';
import { endpointsOf } from '../endpoints';
import { subscriptions } from '../subscriptions';
import {
  approved,
  bought,
  capture,
  complete,
  create,
  later,
  place,
  putTrackOnSale,
  type Cart,
  type TestShop,
  useShop,
} from '../testing/orders-app';

const shop = useShop({ rateScale: 10 });
beforeEach(async () => {
  for (const productId of [1, 2, 3]) await putTrackOnSale(shop, { productId });
});

type Made = { id: number; max_uses: number | null; taken_count: number; used_count: number; subsidy: number };
const add = async (limits: object, percent = 25, code = 'GHOST25') => {
  const body = { code, discount_percent: percent, is_forever: true, ...limits };
  const answer = await request(shop.app).post('/api/coupons').set(asAdmin()).send(body).expect(201);
  return (answer.body as { data: Made }).data;
};
const show = (buyer: number, code = 'GHOST25') =>
  request(shop.app).get('/api/coupons/validate').query({ code }).set(asUser(buyer));
const listed = async () => ((await request(shop.app).get('/api/coupons').set(asAdmin())).body as { data: Made[] }).data;
const cart = (couponId: number, product = 1, percent = 25): Cart => ({ prices: { [product]: 29900 }, percent, couponId });
const refused = (text: RegExp) => ({ status: 409, body: { code: 'coupon', error: expect.stringMatching(text) as string } });

test('a coupon of more than half the price has one use unless the form says otherwise', async () => {
  expect(await add({}, 51, 'A')).toMatchObject({ max_uses: 1 });
  expect(await add({}, 50, 'B')).toMatchObject({ max_uses: null });
  expect(await add({ max_uses: 7, min_total: '299.50' }, 100, 'C')).toMatchObject({ max_uses: 7, min_total: 299.5 });
});

test('a use is taken by the order, given back when it ends unpaid, and kept for good when it is paid', async () => {
  const { id } = await add({ max_uses: 1 });
  for (const buyer of [7, 8]) await show(buyer).expect(200);
  await create(shop, 7, cart(id)).expect(201);
  expect(await create(shop, 8, cart(id, 2))).toMatchObject(refused(/used up/));
  expect(await show(9)).toMatchObject(refused(/used up/));
  expect(await listed()).toMatchObject([{ taken_count: 1, used_count: 0 }]);

  await later(shop, 16);
  await complete(shop);
  await bought(shop, 8, cart(id, 2));
  expect(await create(shop, 7, cart(id))).toMatchObject(refused(/used up/));
  expect(await listed()).toMatchObject([{ taken_count: 1, used_count: 1 }]);
  await shop.db.source.query(`UPDATE orders SET payment_state = 'refunded' WHERE payment_state = 'paid'`);
  expect(await create(shop, 7, cart(id))).toMatchObject(refused(/used up/));
});

test('a use is given back when the money of an order in review is returned, for nothing was sold', async () => {
  const { id } = await add({ max_uses: 1, once_per_buyer: true, first_order_only: true });
  await show(7).expect(200);
  shop.paypal.next.capture.push((original) => ({ ...original, amountCents: original.amountCents - 1 }));
  const reviewed = await approved(shop, 7, cart(id));
  await capture(shop, 7, reviewed.id).expect(202);
  expect(await create(shop, 7, cart(id, 2))).toMatchObject(refused(/first order only/));
  expect(await listed()).toMatchObject([{ taken_count: 1, used_count: 0 }]);

  const refund = { reference: 'Wire 12' };
  await request(shop.app).post(`/api/orders/${reviewed.orderId}/refunds`).set(asAdmin()).send(refund).expect(201);
  expect(await listed()).toMatchObject([{ taken_count: 0, used_count: 0 }]);
  await create(shop, 7, cart(id, 2)).expect(201);
});

test("a buyer's own order that is replaced stands in nobody's way", async () => {
  const { id } = await add({ max_uses: 1, once_per_buyer: true });
  await show(7).expect(200);
  await create(shop, 7, cart(id)).expect(201);
  await show(7).expect(200);
  await create(shop, 7, { ...cart(id), prices: { 1: 29900, 2: 29900 } }).expect(201);
});

test('a coupon for one order of each buyer, and one for the first order only', async () => {
  const once = await add({ once_per_buyer: true });
  const first = await add({ first_order_only: true }, 10, 'FIRST');
  for (const code of ['GHOST25', 'FIRST']) await show(7, code).expect(200);
  await bought(shop, 7, cart(once.id));
  expect(await create(shop, 7, cart(once.id, 2))).toMatchObject(refused(/used this coupon already/));
  expect(await create(shop, 7, cart(first.id, 2, 10))).toMatchObject(refused(/first order only/));
  expect(await place(shop, 7, cart(first.id, 2, 10))).toMatchObject(refused(/first order only/));
  expect(await show(7, 'FIRST')).toMatchObject(refused(/first order only/));
  await show(8, 'FIRST').expect(200);
  expect((await create(shop, 8, cart(first.id, 2, 10))).status).toBe(201);
  await create(shop, 8, cart(first.id, 3, 10)).expect(201);
});

describe("a checkout that its buyer left unpaid stands in nobody's way", () => {
  const twoTabs = async (limits: object) => {
    const { id } = await add(limits);
    await show(7).expect(200);
    const first = await approved(shop, 7, cart(id));
    await show(7).expect(200);
    return { id, first };
  };

  test.each([{ once_per_buyer: true }, { max_uses: 1 }, { first_order_only: true }])(
    'its use of a coupon with %j is theirs for the next one, and only that one can be paid',
    async (limits) => {
      const { id, first } = await twoTabs(limits);
      const second = await approved(shop, 7, cart(id, 2));
      expect(await capture(shop, 7, first.id)).toMatchObject({ status: 409, body: { code: 'held' } });
      await capture(shop, 7, second.id).expect(200);
      expect(shop.paypal.captured()).toBe(1);
      expect(await listed()).toMatchObject([{ taken_count: 1, used_count: 1 }]);
      // Its track is free for others.
      await create(shop, 8).expect(201);
    },
  );

  test('but a coupon without limits ends nothing, and one that is used up ends nothing either', async () => {
    const free = await twoTabs({});
    await create(shop, 7, cart(free.id, 2)).expect(201);
    await capture(shop, 7, free.first.id).expect(200);

    const once = await add({ once_per_buyer: true }, 25, 'ONCE');
    await show(9, 'ONCE').expect(200);
    await bought(shop, 9, cart(once.id, 3));
    await putTrackOnSale(shop, { productId: 4 });
    await putTrackOnSale(shop, { productId: 5 });
    const left = await approved(shop, 9, { prices: { 4: 29900 } });
    expect(await create(shop, 9, cart(once.id, 5))).toMatchObject(refused(/used this coupon already/));
    await capture(shop, 9, left.id).expect(200);
  });

  test('an order by arrangement is not left: it keeps its use', async () => {
    const { id } = await add({ once_per_buyer: true });
    await show(7).expect(200);
    await place(shop, 7, cart(id)).expect(201);
    expect(await create(shop, 7, cart(id, 2))).toMatchObject(refused(/used this coupon already/));
  });

  test('it goes on with its use when PayPal makes no order in its place', async () => {
    const { id, first } = await twoTabs({ once_per_buyer: true });
    shop.paypal.next.create.push('refused');
    await create(shop, 7, cart(id, 2)).expect(503);
    await capture(shop, 7, first.id).expect(200);
    expect(await listed()).toMatchObject([{ taken_count: 1, used_count: 1 }]);
  });

  test('one use is never paid with twice, however the two tabs meet', async () => {
    const { id } = await add({ once_per_buyer: true });
    for (let i = 0; i < 6; i += 1) {
      const [buyer, one, other] = [200 + i, 300 + 2 * i, 301 + 2 * i];
      for (const productId of [one, other]) await putTrackOnSale(shop, { productId });
      await show(buyer).expect(200);
      const first = await approved(shop, buyer, cart(id, one));
      const [paid, made] = await Promise.all([capture(shop, buyer, first.id), create(shop, buyer, cart(id, other))]);
      if (made.status !== 201) continue;
      expect(paid.status).toBe(409);
      shop.paypal.approve((made.body as PaypalCreateView).id);
      await capture(shop, buyer, (made.body as PaypalCreateView).id).expect(200);
    }
    const uses = await shop.db.source.query<{ paid: number }[]>(
      `SELECT count(*)::int AS paid FROM orders WHERE payment_state = 'paid' GROUP BY buyer_id`,
    );
    expect(uses).toEqual(Array.from({ length: 6 }, () => ({ paid: 1 })));
  });
});

test('a coupon from a sum on counts the tracks before any discount', async () => {
  const { id } = await add({ min_total: 400 });
  await show(7).expect(200);
  const answer = await create(shop, 7, cart(id));
  expect(answer).toMatchObject(refused(/\$400\.00 or more/));
  expect(answer.body).toMatchObject({ details: { totals: { discount: 0, total: 313.95 } } });
  await putTrackOnSale(shop, { productId: 1, version: 2, priceCents: 20000 });
  await putTrackOnSale(shop, { productId: 2, version: 2, priceCents: 19999 });
  expect(await create(shop, 7, { ...cart(id), prices: { 1: 20000, 2: 19999 } })).toMatchObject(refused(/\$400\.00 or more/));
  await putTrackOnSale(shop, { productId: 2, version: 3, priceCents: 20000 });
  await create(shop, 7, { ...cart(id), prices: { 1: 20000, 2: 20000 } }).expect(201);
});

test('an admin sees what the operator paid beyond what the buyers paid for the tracks of sellers, while that stands', async () => {
  await putTrackOnSale(shop, { productId: 1, version: 2, sellerId: 4, sellerUserId: 44 });
  const { id } = await add({}, 100);
  await show(7).expect(200);
  const made = await approved(shop, 7, { prices: { 1: 29900, 2: 29900 }, percent: 100, couponId: id });
  const subsidies = async () => {
    const { body } = await request(shop.app).get(`/api/orders/${made.orderId}`).set(asAdmin());
    const ofItems = (body as { data: { products: { subsidy: number }[] } }).data.products.map(({ subsidy }) => subsidy);
    return { ofItems, ofCoupon: (await listed())[0]!.subsidy };
  };
  expect(await subsidies()).toEqual({ ofItems: [0, 0], ofCoupon: 0 });
  await capture(shop, 7, made.id).expect(200);
  // 70 % of 75 % of 299.00, for the seller's track alone.
  expect(await subsidies()).toEqual({ ofItems: [156.97, 0], ofCoupon: 156.97 });
  const refund = { reference: 'Wire 12' };
  await request(shop.app).post(`/api/orders/${made.orderId}/refunds`).set(asAdmin()).send(refund).expect(201);
  expect(await subsidies()).toEqual({ ofItems: [0, 0], ofCoupon: 0 });
});

describe('at once', () => {
  const buyers = Array.from({ length: 20 }, (_, i) => 100 + i);
  let replica: TestShop;
  beforeEach(async () => {
    const source = await openDatabase({ ...schema, url: shop.db.url, log: testLog });
    const second = { ...shop.context, source };
    replica = { ...shop, context: second, app: testApp(endpointsOf(second)), db: { ...shop.db, source } };
    for (const buyer of buyers) await putTrackOnSale(shop, { productId: buyer });
  });
  afterEach(() => replica.db.source.destroy());

  const known = async (couponId: number) =>
    shop.db.source.query(`INSERT INTO coupon_checks (buyer_id, coupon_id) SELECT unnest($1::int[]), $2`, [buyers, couponId]);
  const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort();

  test('three of twenty buyers on two replicas have the last three uses', async () => {
    const { id } = await add({ max_uses: 3 });
    await known(id);
    const answers = await Promise.all(buyers.map((buyer, i) => create(i % 2 ? replica : shop, buyer, cart(id, buyer))));
    expect(statuses(answers)).toEqual([201, 201, 201, ...Array<number>(17).fill(409)]);
    expect(await listed()).toMatchObject([{ taken_count: 3 }]);
  });

  test('a coupon that is deleted while orders are made with it: they have it or are told, and nothing breaks', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { id } = await add({}, 25, `ROUND${round}`);
      await known(id);
      const mine = buyers.slice(round * 5, round * 5 + 5);
      const [deleted, ...answers] = await Promise.all([
        request(replica.app).delete(`/api/coupons/${id}`).set(asAdmin()),
        ...mine.map((buyer) => create(shop, buyer, cart(id, buyer))),
      ]);
      expect(deleted.status).toBe(200);
      for (const { status, body } of answers)
        expect([status, (body as { code?: string }).code]).toEqual(status === 201 ? [201, undefined] : [409, 'coupon']);
      expect(await create(shop, mine[0]!, cart(id, mine[0]))).toMatchObject({ status: 409, body: { code: 'coupon' } });
      expect(await shop.db.source.query('SELECT 1 FROM coupons WHERE id = $1', [id])).toHaveLength(1);
    }
  });

  test('late captures and new orders of one buyer do not wait for each other in a circle', async () => {
    const { id } = await add({ once_per_buyer: true });
    await known(id);
    for (const buyer of buyers.slice(0, 4)) {
      const { id: paypalId } = (await create(shop, buyer, cart(id, buyer)).expect(201)).body as { id: string };
      shop.paypal.approve(paypalId);
      await later(shop, 16);
      await complete(shop);
      const [captured, created] = await Promise.all([capture(shop, buyer, paypalId), create(replica, buyer, cart(id, buyer))]);
      expect([captured.status, created.status].sort()).toEqual(captured.status === 200 ? [200, 409] : [201, 409]);
    }
  });

  test('a late capture takes its use again, or is told before any money moves', async () => {
    const { id } = await add({ max_uses: 1 });
    await known(id);
    const { id: paypalId } = (await create(shop, 100, cart(id, 100)).expect(201)).body as { id: string };
    shop.paypal.approve(paypalId);
    await later(shop, 16);
    await complete(shop);
    await create(shop, 101, cart(id, 101)).expect(201);
    expect(await capture(shop, 100, paypalId)).toMatchObject({ status: 409, body: { details: { totals: { discount: 0 } } } });
    expect(shop.paypal.orders.get(paypalId)!.capture).toBeNull();
  });

  const record = (orderId: number) =>
    request(replica.app).post(`/api/orders/${orderId}/payments`).set(asAdmin()).send({ method: 'bank', reference: 'SEPA 88' });

  test.each([
    ['is captured', (_: number, paypalId: string) => capture(replica, 100, paypalId)],
    ['is recorded', (orderId: number) => record(orderId)],
  ])('two late orders of one buyer have one first-order coupon when one is captured and the other %s', async (_, pay) => {
    const late: PaypalCreateView[] = [];
    for (const [code, product] of [
      ['FIRST', 100],
      ['NEW', 101],
    ] as const) {
      const { id } = await add({ first_order_only: true }, 25, code);
      await show(100, code).expect(200);
      late.push(await approved(shop, 100, cart(id, product)));
      await later(shop, 16);
      await complete(shop);
    }
    const [one, other] = late as [PaypalCreateView, PaypalCreateView];
    const answers: Promise<request.Response>[] = [];
    await shop.db.source.transaction(async (db) => {
      await db.query('SELECT 1 FROM sale_claims WHERE product_id = 100 FOR UPDATE');
      answers.push(capture(shop, 100, one.id).then((answer) => answer));
      await untilBlocked(shop.db.source);
      answers.push(pay(other.orderId, other.id).then((answer) => answer));
      await Promise.race([answers[1], untilBlocked(shop.db.source, 2)]);
    });
    expect(await Promise.all(answers)).toMatchObject([{ status: 200 }, refused(/first order only/)]);
  });
});

test('a coupon stays when its buyers have gone', async () => {
  const { id } = await add({});
  await show(7).expect(200);
  await deliver(shop.db.source, subscriptions, UserDeleted({ userId: 7, version: 2 }));
  await request(shop.app).delete(`/api/coupons/${id}`).set(asAdmin()).expect(200);
  expect(await shop.db.source.query('SELECT deleted_at FROM coupons WHERE id = $1', [id])).toMatchObject([
    { deleted_at: expect.any(Date) as Date },
  ]);
});
