import type { DayOfSales, GenreOfSales, OrderStats, RecentOrderStats } from '@shop/contracts/views';
import { IS_PAID, IS_IN_REVIEW, IS_RESERVED } from '../payment-states';
import type { EntityManager } from 'typeorm';

const RECENT = 10;
const TOP = 8;

type Totals = Pick<OrderStats, 'totalOrders' | 'paidOrders' | 'revenueCents' | 'inReview' | 'toBePaid' | 'differences'>;

/**
 * All orders, the newest ones, and the sales of the last `days` days on the shop's calendar, with today. A sale is paid and not
 * refunded; it counts on the day it was paid (docs/product/administration.md#dashboard).
 */
export async function orderStats(db: EntityManager, days: number, timeZone: string): Promise<OrderStats> {
  const [[totals], recent, both, topGenres] = await Promise.all([
    db.query<[Totals]>(TOTALS),
    db.query<(Omit<RecentOrderStats, 'created_at'> & { created_at: Date })[]>(RECENTLY, [RECENT]),
    db.query<DayOfSales[]>(DAYS, [days, timeZone]),
    db.query<GenreOfSales[]>(GENRES, [days, timeZone, TOP]),
  ]);
  const sum = (list: DayOfSales[], of: 'orders' | 'revenueCents') => list.reduce((total, day) => total + day[of], 0);
  const earlier = both.slice(0, days);
  return {
    ...totals,
    recentOrders: recent.map((order) => ({ ...order, created_at: order.created_at.toISOString() })),
    days: both.slice(days),
    before: { orders: sum(earlier, 'orders'), revenueCents: sum(earlier, 'revenueCents') },
    topGenres,
  };
}

const TOTALS = `
  SELECT count(*)::int AS "totalOrders",
    count(*) FILTER (WHERE ${IS_PAID})::int AS "paidOrders",
    coalesce(sum(total_cents) FILTER (WHERE ${IS_PAID}), 0)::float8 AS "revenueCents",
    count(*) FILTER (WHERE ${IS_IN_REVIEW})::int AS "inReview",
    count(*) FILTER (WHERE way = 'arranged' AND ${IS_RESERVED} AND closed IS NULL AND reserved_until > now())::int AS "toBePaid",
    (SELECT count(*)::int FROM payment_differences WHERE looked_at IS NULL AND gone_at IS NULL) AS differences
  FROM orders`;

const RECENTLY = `
  SELECT id, buyer_id AS user_id, total_cents AS "totalCents", status, payment_state, created_at,
    (SELECT count(*)::int FROM order_items WHERE order_id = orders.id) AS items,
    json_build_object('firstName', coalesce(customer->>'firstName', ''), 'lastName', coalesce(customer->>'lastName', ''),
      'email', coalesce(customer->>'email', '')) AS customer_info
  FROM orders ORDER BY id DESC LIMIT $1`;

/** Reads twice as many days, so that the second half can be compared with the first. */
const DAYS = `
  WITH days AS (
    SELECT (now() AT TIME ZONE $2)::date - ago AS day FROM generate_series(0, 2 * $1::int - 1) ago
  ), sales AS (
    SELECT (paid_at AT TIME ZONE $2)::date AS day, count(*)::int AS orders, sum(total_cents)::float8 AS cents
    FROM orders WHERE ${IS_PAID} AND paid_at >= (SELECT min(day)::timestamp AT TIME ZONE $2 FROM days) GROUP BY 1
  )
  SELECT to_char(days.day, 'YYYY-MM-DD') AS day, coalesce(sales.orders, 0) AS orders, coalesce(sales.cents, 0) AS "revenueCents"
  FROM days LEFT JOIN sales USING (day) ORDER BY days.day`;

const GENRES = `
  SELECT item.category, count(*)::int AS tracks, sum(item.paid_cents)::float8 AS "revenueCents"
  FROM orders JOIN order_items item ON item.order_id = orders.id
  WHERE ${IS_PAID} AND orders.paid_at >= ((now() AT TIME ZONE $2)::date - ($1::int - 1))::timestamp AT TIME ZONE $2
  GROUP BY 1 ORDER BY 3 DESC, 2 DESC, 1 LIMIT $3`;
