import type { EntityManager } from 'typeorm';
import type { Way } from '../orders/order.entity';
import { IS_RESERVED, IS_UNPAID, MAY_BE_PAID } from '../payment-states';

export type Holder = { buyerId: number; client: string; way: Way };

/** A hold that a new order of the same buyer takes over, for the time it has left. */
export type GoesOn = { productId: number; orderId: number; seconds: number };

/** What a buyer and their address hold before a new order. `retry` says after how many seconds another try is worthwhile. */
export type Standing = {
  /** Tracks that the buyer holds, and orders that they made within an hour. */
  claims: number;
  orders: number;
  ordersRetry: number;
  /** Tracks held the same way, by the buyer and from their address. */
  heldByBuyer: number;
  heldByClient: number;
  heldRetry: number;
  /**
   * Holds of the orders that the new one replaces, and reservations for PayPal that the buyer has left meanwhile. Without these a
   * track could be held for ever, a quarter of an hour at a time.
   */
  goesOn: GoesOn[];
  /** Tracks that were held unpaid as often as allowed; `retry` ends when the oldest hold that counts is old enough. */
  often: { productId: number; retry: number }[];
};

type Limits = {
  productIds: readonly number[];
  /** How long a hold lasts, in seconds. */
  lasts: number;
  /** How often a track may be held unpaid, in how many days. */
  most: number;
  days: number;
  /** Orders that are to end with the new one: what they hold does not count. */
  ending?: readonly number[];
};

const HELD_NOW = `(state = 'capturing' OR (state = 'reserved' AND expires_at >= now()))`;

const CLAIMS = `SELECT count(*)::int AS claims FROM sale_claims WHERE buyer_id = $2 AND product_id <> ALL($1) AND order_id <> ALL($8) AND ${HELD_NOW}`;

const ORDERS = `SELECT count(*)::int AS orders,
    coalesce(ceil(extract(epoch FROM min(created_at) + interval '1 hour' - now())), 60)::int AS "ordersRetry"
  FROM orders WHERE buyer_id = $2 AND created_at > now() - interval '1 hour'`;

const HELD = `SELECT count(*) FILTER (WHERE hold.buyer_id = $2)::int AS "heldByBuyer",
    count(*) FILTER (WHERE client = $3)::int AS "heldByClient",
    coalesce(ceil(extract(epoch FROM min(expires_at) - now())), 60)::int AS "heldRetry"
  FROM holds hold JOIN sale_claims claim USING (order_id, product_id)
  WHERE (hold.buyer_id = $2 OR client = $3) AND way = $4 AND product_id <> ALL($1) AND order_id <> ALL($8) AND ${HELD_NOW}`;

/** SQL: orders of the buyer that hold one of the tracks end with the new order. */
const REPLACED = `${IS_RESERVED} AND order_id IN (SELECT order_id FROM sale_claims
      WHERE product_id = ANY($1) AND buyer_id = $2 AND state = 'reserved')`;

/** SQL: when the hold of an order ends. A decline may have moved the end of its reservation. */
const ENDS = `greatest(held_at + make_interval(secs => $5), CASE WHEN ${IS_RESERVED} THEN reserved_until END)`;

const GOES_ON = `SELECT DISTINCT ON (product_id) product_id AS "productId", order_id AS "orderId",
    extract(epoch FROM ${ENDS} - now())::float8 AS seconds
  FROM holds JOIN orders ON orders.id = order_id
  WHERE holds.buyer_id = $2 AND holds.way = $4 AND product_id = ANY($1) AND ${ENDS} > now()
    AND ${MAY_BE_PAID} AND closed IS DISTINCT FROM 'cancelled'
    AND (holds.way = 'paypal' OR (${REPLACED}))
  ORDER BY product_id, held_at DESC`;

// SQL: an account and an address are counted separately.
const OFTEN = `SELECT product_id AS "productId", ceil(max(retry))::int AS retry FROM (
    SELECT product_id, extract(epoch FROM ended + make_interval(days => $6::int) - now()) AS retry,
      ended - nth_value(ended, $7::int) OVER (PARTITION BY product_id, kind ORDER BY ended DESC
        ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS span,
      row_number() OVER (PARTITION BY product_id, kind ORDER BY ended DESC) AS nth
    FROM (
      SELECT product_id, kind, CASE holds.way WHEN 'arranged' THEN until ELSE held_at END AS ended
      FROM holds CROSS JOIN LATERAL (VALUES ('buyer', holds.buyer_id = $2), ('client', client = $3)) AS counted (kind, counts)
      JOIN orders ON orders.id = order_id
      WHERE product_id = ANY($1) AND counts AND holds.way = $4
        AND ${IS_UNPAID}
    ) unpaid
  ) latest WHERE nth = 1 AND span <= make_interval(days => $6::int) AND retry > 0
  GROUP BY product_id ORDER BY product_id`;

/** Counts all that the limits on holds need, with one statement. The caller has locked buyer and address. */
export async function standingOf(db: EntityManager, { buyerId, client, way }: Holder, limits: Limits): Promise<Standing> {
  const { productIds, lasts, days, most, ending = [] } = limits;
  const [standing] = await db.query<[Standing]>(
    `SELECT claims.claims, orders.orders, "ordersRetry", "heldByBuyer", "heldByClient", "heldRetry",
       (SELECT coalesce(jsonb_agg(one), '[]') FROM (${GOES_ON}) AS one) AS "goesOn",
       (SELECT coalesce(jsonb_agg(one), '[]') FROM (${OFTEN}) AS one) AS often
     FROM (${CLAIMS}) AS claims, (${ORDERS}) AS orders, (${HELD}) AS held`,
    [productIds, buyerId, client, way, lasts, days, most, ending],
  );
  return standing;
}
