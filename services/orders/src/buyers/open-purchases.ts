import { OpenPurchasesChanged } from '@shop/contracts/events';
import { IS_RESERVED, IS_UNDECIDED } from '../payment-states';
import { inTx } from '@shop/messaging';
import type { DataSource } from 'typeorm';

type OpenPurchases = { holds: number; payments: number; disputes: number };

/** PayPal ends every dispute within half a year, even if its report still shows it. */
const DISPUTE_DAYS = 180;

const ASKED = '($1::int IS NULL OR buyer_id = $1)';
/**
 * One row for each buyer with open purchases, or for the buyer `$1` alone: unpaid orders that hold tracks, payments under way or under review, open claims, and
 * disputes at PayPal, including those that an admin has looked at.
 */
const OPEN = `(
  SELECT buyer_id, count(*) FILTER (WHERE what = 'hold')::int AS holds, count(*) FILTER (WHERE what = 'payment')::int AS payments,
    count(*) FILTER (WHERE what = 'dispute')::int AS disputes
  FROM (
    SELECT buyer_id, CASE WHEN ${IS_RESERVED} THEN 'hold' ELSE 'payment' END AS what FROM orders
    WHERE (${IS_UNDECIDED} OR (${IS_RESERVED} AND reserved_until > now())) AND ${ASKED}
    UNION ALL
    SELECT buyer_id, 'dispute' FROM payment_differences JOIN orders ON orders.id = order_id
    WHERE kind = 'dispute' AND gone_at IS NULL AND happened_at > now() - interval '${DISPUTE_DAYS} days' AND ${ASKED}
      AND NOT EXISTS (SELECT FROM disputes WHERE id = provider_id)
    UNION ALL
    SELECT buyer_id, 'dispute' FROM disputes JOIN orders ON orders.id = order_id WHERE disputes.status <> 'RESOLVED' AND ${ASKED}
    UNION ALL
    SELECT buyer_id, 'dispute' FROM buyer_claims WHERE ended_at IS NULL AND ${ASKED}
  ) matters GROUP BY buyer_id
)`;

/** Buyers last announced with open purchases; the index `open_purchases_told` holds these rows. */
const TOLD_OPEN = 'holds + payments + disputes > 0';

/**
 * Announces the open purchases of each buyer, or of one, whenever they differ from the last announcement, even if only time has passed.
 * Identity deletes no account that has any (docs/product/accounts.md#deleting-ones-own-account).
 */
export const tellOpenPurchases = (source: DataSource, userId: number | null = null): Promise<void> =>
  inTx(source, async ({ db, emit }) => {
    const changes = await db.query<(OpenPurchases & { user_id: number; version: number })[]>(
      `INSERT INTO open_purchases AS told (user_id, holds, payments, disputes)
       SELECT coalesce(buyer_id, user_id), coalesce(open.holds, 0), coalesce(open.payments, 0), coalesce(open.disputes, 0)
       FROM ${OPEN} open FULL JOIN (SELECT * FROM open_purchases WHERE ${TOLD_OPEN} AND ($1::int IS NULL OR user_id = $1)) before ON user_id = buyer_id
       WHERE (coalesce(open.holds, 0), coalesce(open.payments, 0), coalesce(open.disputes, 0))
         IS DISTINCT FROM (before.holds, before.payments, before.disputes)
       ORDER BY 1
       ON CONFLICT (user_id) DO UPDATE SET version = told.version + 1, holds = excluded.holds, payments = excluded.payments,
         disputes = excluded.disputes
       WHERE (told.holds, told.payments, told.disputes) <> (excluded.holds, excluded.payments, excluded.disputes)
       RETURNING *`,
      [userId],
    );
    await emit(...changes.map(({ user_id: userId, ...row }) => OpenPurchasesChanged({ userId, ...row })));
  });

/** What is open with a buyer right now, and as which announcement; nothing when nothing ever was. */
export async function openPurchasesNow(source: DataSource, userId: number) {
  await tellOpenPurchases(source, userId);
  return source.query<(OpenPurchases & { userId: number; version: number })[]>(
    'SELECT user_id AS "userId", version, holds, payments, disputes FROM open_purchases WHERE user_id = $1',
    [userId],
  );
}
