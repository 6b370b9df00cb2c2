import { openDatabase } from '@shop/runtime';
import { numberOf, testApp, testLog } from '@shop/runtime/testing';
import { schema } from '../database';
import { endpointsOf } from '../endpoints';
import {
  approved,
  bought,
  capture,
  claims,
  create,
  later,
  openTestShop,
  place,
  putTrackOnSale,
  type TestShop,
} from '../testing/orders-app';

const ROUNDS = numberOf('RACE_ROUNDS', 4);
const BUYERS = 50;

let shop: TestShop;
let replica: TestShop;
beforeEach(async () => {
  shop = await openTestShop();
  const source = await openDatabase({ ...schema, url: shop.db.url, log: testLog });
  const second = { ...shop.context, source };
  replica = { ...shop, context: second, app: testApp(endpointsOf(second)), db: { ...shop.db, source } };
});
afterEach(async () => {
  await replica.db.source.destroy();
  await shop.close();
});

const buyers = Array.from({ length: BUYERS }, (_, i) => 100 + i);
const count = (statuses: number[], status: number) => statuses.filter((entry) => entry === status).length;

test(`of ${BUYERS} buyers on two replicas one gets the track, the others are told that it is held`, async () => {
  for (let round = 1; round <= ROUNDS; round += 1) {
    await putTrackOnSale(shop, { productId: round });
    const answers = await Promise.all(
      buyers.map((buyer, i) => create(i % 2 ? replica : shop, buyer, { prices: { [round]: 29900 } })),
    );
    const statuses = answers.map((answer) => answer.status);
    expect(count(statuses, 201)).toBe(1);
    expect(count(statuses, 409)).toBe(BUYERS - 1);
  }
  const rows = await shop.db.source.query<unknown[]>('SELECT 1 FROM orders');
  expect(rows).toHaveLength(ROUNDS);
  expect(shop.paypal.orders.size).toBe(ROUNDS);
});

test('carts that overlap in any order never wait for each other in a circle, and each order has all its tracks or none', async () => {
  const ids = [1, 2, 3, 4, 5, 6];
  for (const productId of ids) await putTrackOnSale(shop, { productId });
  const answers = await Promise.all(
    buyers.slice(0, 24).map((buyer, i) => {
      const mine = [ids[i % 6]!, ids[(i * 5 + 1) % 6]!, ids[(i * 3 + 2) % 6]!];
      const prices = Object.fromEntries([...new Set(mine)].map((id) => [id, 29900]));
      return create(i % 2 ? replica : shop, buyer, { prices });
    }),
  );
  expect(answers.every((answer) => answer.status === 201 || answer.status === 409)).toBe(true);
  const split = await shop.db.source.query<unknown[]>(
    `SELECT item.order_id FROM order_items item LEFT JOIN sale_claims claim USING (order_id, product_id)
     WHERE claim.state IS DISTINCT FROM 'reserved'`,
  );
  expect(split).toHaveLength(0);
});

test('one buyer in two tabs ends with one living order', async () => {
  await putTrackOnSale(shop);
  await putTrackOnSale(shop, { productId: 2 });
  await putTrackOnSale(shop, { productId: 3 });
  const carts = [
    [1, 2],
    [2, 3],
    [3, 1],
  ].map((ids): Record<number, number> => Object.fromEntries(ids.map((id) => [id, 29900])));
  const answers = await Promise.all(
    Array.from({ length: 9 }, (_, i) => create(i % 2 ? replica : shop, 7, { prices: carts[i % 3]! })),
  );
  expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 201));
  const living = await shop.db.source.query<unknown[]>(`SELECT 1 FROM orders WHERE payment_state = 'created'`);
  expect(living).toHaveLength(1);
  expect((await claims(shop)).filter((claim) => claim.state === 'reserved')).toHaveLength(2);
});

test('when a reservation has run out, the buyer who captures late and the one who comes new do not both get the track', async () => {
  for (let round = 1; round <= ROUNDS; round += 1) {
    const buyer = 100 + round;
    await putTrackOnSale(shop, { productId: round });
    const late = await approved(shop, buyer, { prices: { [round]: 29900 } });
    await later(shop, 16);
    const [captured, created] = await Promise.all([
      capture(shop, buyer, late.id),
      create(replica, 8, { prices: { [round]: 29900 } }),
    ]);
    expect([captured.status, created.status].sort()).toEqual(captured.status === 200 ? [200, 409] : [201, 409]);
    expect(shop.paypal.orders.get(late.id)!.capture === null).toBe(captured.status !== 200);
  }
});

test('a sold track stays sold, whatever is written to its claim', async () => {
  await putTrackOnSale(shop);
  await bought(shop, 7);
  await expect(shop.db.source.query(`UPDATE sale_claims SET state = 'free', order_id = NULL`)).rejects.toThrow('track 1 is sold');
  await expect(shop.db.source.query('DELETE FROM sale_claims')).rejects.toThrow('track 1 is sold');
});

test('a buyer holds at most 20 tracks, and starts at most 20 orders an hour', async () => {
  for (let productId = 1; productId <= 22; productId += 1) await putTrackOnSale(shop, { productId });
  const prices = Object.fromEntries(Array.from({ length: 21 }, (_, i) => [i + 1, 29900]));
  expect((await create(shop, 7, { prices })).status).toBe(429);
  for (let i = 1; i <= 20; i += 1) expect((await create(shop, 7, { prices: { [i]: 29900 } })).status).toBe(201);
  const over = await create(shop, 7, { prices: { 21: 29900 } });
  expect(over.status).toBe(429);
  expect(Number(over.headers['retry-after'])).toBeGreaterThan(3000);
  await shop.db.source.query(`UPDATE orders SET created_at = created_at - interval '2 hours'`);
  // Of the checkouts that the buyer left unpaid, the oldest makes room.
  expect((await create(shop, 7, { prices: { 21: 29900 } })).status).toBe(201);
  const reservedIds = (await claims(shop)).filter(({ state }) => state === 'reserved').map(({ product_id }) => product_id);
  expect(reservedIds).toEqual(Array.from({ length: 20 }, (_, i) => i + 2));
});

test('a buyer has at most three unpaid orders of 24 hours, even when they ask five times at once', async () => {
  for (let productId = 1; productId <= 5; productId += 1) await putTrackOnSale(shop, { productId });
  const answers = await Promise.all([1, 2, 3, 4, 5].map((id) => place(id % 2 ? shop : replica, 7, { prices: { [id]: 29900 } })));
  const statuses = answers.map((answer) => answer.status);
  expect(count(statuses, 201)).toBe(3);
  expect(count(statuses, 429)).toBe(2);
});
