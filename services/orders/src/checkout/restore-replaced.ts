import type { Tx } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { announceHeld, claimAll } from '../claims/claims';
import { resumeHolds } from '../claims/hold-limits';
import { whyRefused } from '../coupons/coupon-limits';
import { usableCoupon } from '../coupons/usable-coupon';
import { keepOrder } from '../orders/keep-order';
import { itemsOf } from '../orders/order-queries';
import type { Order } from '../orders/order.entity';
import { lockClaims, type Replaced } from './open-order';

/**
 * Restores the orders that `by` had replaced for the rest of their time, because PayPal made no order for `by`, if all their tracks
 * and their coupon can still be had. The caller has locked the buyer and the `orders`, which include the replaced ones.
 */
export async function restoreReplaced(
  tx: Tx,
  by: Order,
  orders: readonly Order[],
  replaced: readonly Replaced[],
  timeZone: string,
): Promise<void> {
  const { db } = tx;
  const wanted: { older: Order; before: Replaced; productIds: number[] }[] = [];
  for (const before of replaced) {
    const older = orders.find(({ id }) => id === before.id);
    if (older?.paymentState !== 'expired' || older.closed !== 'replaced') continue;
    const items = await itemsOf(db, older.id);
    wanted.push({ older, before, productIds: items.map((item) => item.productId) });
  }
  await lockCoupons(
    db,
    wanted.map(({ older }) => older.couponId),
  );
  await lockClaims(
    db,
    wanted.flatMap(({ productIds }) => productIds),
    [by.id],
  );
  for (const { older, before, productIds } of wanted)
    if (await keepsCoupon(db, older, by, timeZone)) await restore(tx, older, by, before, productIds);
}

const lockCoupons = (db: EntityManager, ids: readonly (number | null)[]) =>
  db.query('SELECT 1 FROM coupons WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE', [ids]);

/** The older order gave its use of the coupon back when it ended, and another order may have taken it. The coupon is locked. */
async function keepsCoupon(db: EntityManager, { couponId, buyerId, subtotalCents }: Order, by: Order, timeZone: string) {
  if (couponId === null) return true;
  const coupon = await usableCoupon(db, { id: couponId }, timeZone);
  return coupon !== null && !(await whyRefused(db, coupon, { buyerId, subtotalCents, replaced: [by.id] }));
}

async function restore(tx: Tx, older: Order, by: Order, { status, reservedUntil: until }: Replaced, productIds: number[]) {
  const { db } = tx;
  const [left] = await db.query<[{ seconds: number; gone: boolean }]>(
    `SELECT extract(epoch FROM $3::timestamptz - now())::float8 AS seconds,
       EXISTS (SELECT 1 FROM sale_claims WHERE product_id = ANY($1) AND order_id <> $2 AND (expires_at IS NULL OR expires_at >= now())) AS gone`,
    [productIds, by.id, until],
  );
  if (!until || left.seconds <= 0 || left.gone) return;
  const { taken } = await claimAll(db, productIds, {
    orderId: older.id,
    buyerId: older.buyerId,
    state: 'reserved',
    seconds: left.seconds,
    fromOwnOrders: true,
  });
  await resumeHolds(db, older, by.id, until);
  older.goOn({ status, reservedUntil: until });
  await keepOrder(db, older, 'restored', `PayPal made no order ${by.id}`);
  await announceHeld(tx, older.id, taken, until);
}
