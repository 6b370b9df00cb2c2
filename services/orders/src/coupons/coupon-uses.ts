import { GUARANTEED_PERCENT, SELLER_PERCENT } from '@shop/contracts/constants';
import { HAS_ENDED_UNPAID, IS_PAID, IS_REFUNDED } from '../payment-states';
import type { EntityManager } from 'typeorm';

/** Paid orders with a coupon, orders that have taken a use of it, and what the operator pays sellers beyond the price paid. */
export type Uses = { paid: number; taken: number; subsidyCents: number };
export const UNUSED: Uses = { paid: 0, taken: 0, subsidyCents: 0 };

/** SQL: the order has taken a use of its coupon. An order refunded out of review has sold nothing and given its use back. */
export const TAKES_A_USE = `NOT (${HAS_ENDED_UNPAID} OR (${IS_REFUNDED} AND paid_at IS NULL))`;

/** SQL: the subsidy of an item `i`, by the same sum as `subsidyCents` of the contracts; 0 for the operator's own tracks. */
const SUBSIDY = `CASE WHEN i.seller_id IS NULL THEN 0 ELSE greatest(0,
  greatest(i.paid_cents * 100, (i.price_cents + i.project_cents) * ${GUARANTEED_PERCENT}) * ${SELLER_PERCENT}::bigint / 10000 - i.paid_cents) END`;

/** The uses of these coupons by their ids; a coupon that no order uses is not in the map. */
export async function usesOf(db: EntityManager, couponIds: readonly number[]): Promise<Map<number, Uses>> {
  const rows = await db.query<(Uses & { id: number })[]>(
    `SELECT coupon_id AS id, count(*) FILTER (WHERE ${IS_PAID})::int AS paid, count(*)::int AS taken,
       coalesce(sum(subsidy) FILTER (WHERE ${IS_PAID}), 0)::float8 AS "subsidyCents"
     FROM orders LEFT JOIN LATERAL (SELECT sum(${SUBSIDY}) AS subsidy FROM order_items i WHERE i.order_id = orders.id) items ON true
     WHERE coupon_id = ANY($1) AND ${TAKES_A_USE} GROUP BY coupon_id`,
    [couponIds],
  );
  return new Map(rows.map(({ id, ...uses }) => [id, uses]));
}
