import { rowsOf } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { checkoutsInTheWay } from '../coupons/coupon-limits';
import type { Coupon } from '../coupons/coupon.entity';
import { Order, type Way } from '../orders/order.entity';
import { IS_RESERVED } from '../payment-states';
import { tooManyHeld } from './hold-limits';
import type { Standing } from './standing';

/** The checkouts with PayPal that the buyer has begun and not paid. */
export const ownCheckouts = (db: EntityManager, buyerId: number): Promise<Order[]> =>
  rowsOf(db, Order, `WHERE ${IS_RESERVED} AND way = 'paypal' AND buyer_id = $1 ORDER BY id FOR UPDATE`, [buyerId]);

type NewCheckout = {
  buyerId: number;
  way: Way;
  productIds: readonly number[];
  coupon: Coupon | null;
  replaced: readonly number[];
};

/**
 * Which of the buyer's `others`, checkouts that they have left unpaid, must end with a new order: those that have taken the use of
 * its coupon, and the oldest of the rest if the buyer or their address would hold too much. `replaced` end anyway.
 */
export async function checkoutsToEnd(
  db: EntityManager,
  { buyerId, way, productIds, coupon, replaced }: NewCheckout,
  otherCheckouts: readonly Order[],
  standing: Standing,
  rateScale: number,
): Promise<Order[]> {
  const ending = coupon ? await checkoutsInTheWay(db, coupon, { buyerId, replaced }, otherCheckouts) : [];
  const tooMany = tooManyHeld(standing, way, productIds.length, rateScale);
  return tooMany > 0 ? makingRoom(db, tooMany, ending, otherCheckouts) : ending;
}

/** The checkouts that end anyway, and as many of the others, the oldest first, as hold so many tracks. */
async function makingRoom(
  db: EntityManager,
  tracks: number,
  ending: readonly Order[],
  otherCheckouts: readonly Order[],
): Promise<Order[]> {
  const heldCounts = await db.query<{ id: number; tracks: number }[]>(
    `SELECT order_id AS id, count(*)::int AS tracks FROM sale_claims WHERE order_id = ANY($1) AND state = 'reserved' GROUP BY 1`,
    [otherCheckouts.map(({ id }) => id)],
  );
  const heldBy = (order: Order) => heldCounts.find(({ id }) => id === order.id)?.tracks ?? 0;
  let missing = tracks - ending.reduce((sum, order) => sum + heldBy(order), 0);
  const moreToEnd = otherCheckouts.filter((order) => {
    if (missing <= 0 || ending.includes(order)) return false;
    missing -= heldBy(order);
    return true;
  });
  return [...ending, ...moreToEnd];
}
