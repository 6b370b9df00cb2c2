import type { Tx } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { lockClaims } from '../claims/claims';
import { resumeHolds } from '../claims/hold-limits';
import { couponRefusal } from '../coupons/coupon-limits';
import { usableCoupon } from '../coupons/shown-coupon';
import type { OrderItem } from '../orders/order-item.entity';
import { stateOf } from '../orders/order-process';
import { itemsOf } from '../orders/order-queries';
import type { Order } from '../orders/order.entity';
import { transition } from '../payment-process/transition';
import type { ReplacedOrder } from './open-order';

/**
 * Restores the orders that `by` had replaced for the rest of their time, because PayPal made no order for `by`, if all their tracks
 * and their coupon can still be had. The caller has locked the buyer and the `orders`, which include the replaced ones.
 */
export async function restoreReplaced(
  tx: Tx,
  by: Order,
  orders: readonly Order[],
  replacedOrders: readonly ReplacedOrder[],
  timeZone: string,
): Promise<void> {
  const { db } = tx;
  const candidates: { older: Order; before: ReplacedOrder; items: OrderItem[] }[] = [];
  for (const before of replacedOrders) {
    const older = orders.find(({ id }) => id === before.id);
    if (!older || stateOf(older) !== 'expired' || older.closed !== 'replaced') continue;
    candidates.push({ older, before, items: await itemsOf(db, older.id) });
  }
  await lockCoupons(
    db,
    candidates.map(({ older }) => older.couponId),
  );
  await lockClaims(
    db,
    candidates.flatMap(({ items }) => items.map((item) => item.productId)),
    [by.id],
  );
  for (const { older, before, items } of candidates)
    if (await mayStillUseCoupon(db, older, by, timeZone)) await restore(tx, older, by, before, items);
}

const lockCoupons = (db: EntityManager, ids: readonly (number | null)[]) =>
  db.query('SELECT 1 FROM coupons WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE', [ids]);

/** The older order gave its use of the coupon back when it ended, and another order may have taken it. The coupon is locked. */
async function mayStillUseCoupon(db: EntityManager, { couponId, buyerId, subtotalCents }: Order, by: Order, timeZone: string) {
  if (couponId === null) return true;
  const coupon = await usableCoupon(db, { id: couponId }, timeZone);
  return coupon !== null && !(await couponRefusal(db, coupon, { buyerId, subtotalCents, replaced: [by.id] }));
}

async function restore(tx: Tx, older: Order, by: Order, { status, reservedUntil: until }: ReplacedOrder, items: OrderItem[]) {
  const { db } = tx;
  const [hold] = await db.query<[{ seconds: number; gone: boolean }]>(
    `SELECT extract(epoch FROM $3::timestamptz - now())::float8 AS seconds,
       EXISTS (SELECT 1 FROM sale_claims WHERE product_id = ANY($1) AND order_id <> $2 AND (expires_at IS NULL OR expires_at >= now())) AS gone`,
    [items.map((item) => item.productId), by.id, until],
  );
  if (!until || hold.seconds <= 0 || hold.gone) return;
  const detail = `PayPal made no order ${by.id}`;
  await transition(tx, older, { kind: 'restored', detail, status, seconds: hold.seconds, reservedUntil: until }, items);
  await resumeHolds(db, older, by.id, until);
}
