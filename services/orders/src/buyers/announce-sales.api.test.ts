import { SalesAnnounced, UserDeleted } from '@shop/contracts/events';
import { deliver, emitted } from '@shop/runtime/testing';
import { emitAgain } from '../operator/say-again';
import { subscriptions } from '../subscriptions';
import { bought, place, putTrackOnSale, useShop } from '../testing/orders-app';
import { announceOldSales } from './announce-sales';

const shop = useShop();
const TRACKS = [1, 2, 3, 4, 5, 6, 7];
beforeEach(async () => {
  for (const productId of TRACKS) await putTrackOnSale(shop, { productId });
});

const db = () => shop.db.source;
const upgrade = (due = 'now()') => db().query(`INSERT INTO sales_to_announce (due_at) VALUES (${due})`);
const announced = async () => (await emitted(db(), SalesAnnounced)).flatMap(({ sales }) => sales);
const sell = async (buyer: number, ids: number[], projects: number[] = []) =>
  (await bought(shop, buyer, { prices: Object.fromEntries(ids.map((id) => [id, 29900])), projects })).orderId;

test('the sales of before are announced as they are now, once, an hour after the upgrade', async () => {
  const kept = await sell(7, [1, 2], [2]);
  const partly = await sell(8, [3, 4], [4]);
  const back = await sell(7, [5]);
  const doubted = await sell(9, [6]);
  await place(shop, 9, { prices: { 7: 29900 } }).expect(201);
  await db().query(
    `UPDATE order_items SET refunded = CASE product_id WHEN 3 THEN 'track' ELSE 'project' END WHERE order_id = $1`,
    [partly],
  );
  await db().query(`UPDATE orders SET payment_state = 'refunded' WHERE id = $1`, [back]);
  await db().query(`UPDATE orders SET payment_state = 'review' WHERE id = $1`, [doubted]);
  await db().query('UPDATE order_items SET link_revision = 3 WHERE order_id = $1', [doubted]);

  await upgrade(`now() + interval '1 hour'`);
  await announceOldSales(db());
  expect(await announced()).toEqual([]);

  await db().query('UPDATE sales_to_announce SET due_at = now()');
  await Promise.all([announceOldSales(db()), announceOldSales(db())]);
  await announceOldSales(db());
  const old = { revision: 1, ended: false, capturedAt: expect.any(String) as string };
  const item = (productId: number, refunded: string | null = null, project = false) => ({ productId, project, refunded });
  expect(await announced()).toEqual([
    { ...old, orderId: kept, buyerId: 7, items: [item(1), item(2, null, true)] },
    { ...old, orderId: partly, buyerId: 8, items: [item(3, 'track'), item(4, 'project', true)] },
    { ...old, orderId: back, buyerId: 7, ended: true, items: [item(5, 'track')] },
    { ...old, orderId: doubted, buyerId: 9, revision: 3, ended: true, items: [item(6)] },
  ]);
});

test('a sale of an erased buyer is not announced', async () => {
  await sell(7, [1]);
  const other = await sell(8, [2]);
  await deliver(db(), subscriptions, UserDeleted({ userId: 7, version: 3, email: 'ada@example.com' }), 2);
  await upgrade();
  await announceOldSales(db());
  expect((await announced()).map(({ orderId }) => orderId)).toEqual([other]);
});

test('many sales are announced 500 in a turn, each once', async () => {
  await sell(7, [1]);
  await db().query(
    `WITH copies AS (INSERT INTO orders (ref, buyer_id, way, status, payment_state, customer, subtotal_cents, discount_cents, fee_cents,
         total_cents, paid_at)
       SELECT gen_random_uuid(), buyer_id, way, status, payment_state, customer, subtotal_cents, discount_cents, fee_cents, total_cents, paid_at
       FROM orders, generate_series(1, 600) RETURNING id)
     INSERT INTO order_items (order_id, product_id, position, name, category, img, store_name, project_chosen, price_cents, project_cents,
       discount_cents, paid_cents)
     SELECT copies.id, product_id, position, name, category, img, store_name, project_chosen, price_cents, project_cents, discount_cents,
       paid_cents FROM copies, order_items`,
  );
  await upgrade();
  for (const count of [500, 601, 601]) {
    await announceOldSales(db());
    expect(await announced()).toHaveLength(count);
  }
  expect(new Set((await announced()).map(({ orderId }) => orderId)).size).toBe(601);
});

test('they are announced again when the facts of orders are', async () => {
  const orderId = await sell(7, [1]);
  await emitAgain(db());
  expect(await announced()).toMatchObject([{ orderId, buyerId: 7 }]);
});
