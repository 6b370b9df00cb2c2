import type { StoreStats } from '@shop/contracts/views';
import type { DataSource } from 'typeorm';

type Stores = Pick<StoreStats, 'totalSellers' | 'activeSellers' | 'pendingVerifications'>;

/** Stores, and what waits for an administrator. `today` is a date on the shop's calendar. */
export async function storeStats(source: DataSource, today: string): Promise<StoreStats> {
  const [[stores], [submissions], [payoutsDue]] = await Promise.all([
    source.query<[Stores]>(
      `SELECT count(*)::int AS "totalSellers", count(*) FILTER (WHERE status = 'active')::int AS "activeSellers",
         count(*) FILTER (WHERE status = 'pending')::int AS "pendingVerifications"
       FROM sellers WHERE deleted_at IS NULL`,
    ),
    source.query<[{ waiting: number }]>(
      `SELECT count(*)::int AS waiting FROM track_submissions WHERE status IN ('submitted', 'in_review')`,
    ),
    source.query<[StoreStats['payoutsDue']]>(PAYOUTS_DUE, [today]),
  ]);
  return { ...stores, submissionsWaiting: submissions.waiting, payoutsDue };
}

/** What nothing reversed stands; payouts cover sales in the order in which they fall due, so the due part is what they leave over. */
const PAYOUTS_DUE = `
  SELECT count(*)::int AS sellers, coalesce(sum(cents), 0)::float8 AS cents
  FROM (
    SELECT sum(CASE WHEN t.kind = 'payout' OR t.due_on <= $1::date THEN -e.amount_cents ELSE 0 END) AS cents
    FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id AND e.account = 'seller'
    WHERE t.kind IN ('sale', 'payout') AND NOT EXISTS (SELECT 1 FROM ledger_transactions undoing WHERE undoing.reverses = t.id)
    GROUP BY t.seller_id
  ) per_seller WHERE cents > 0`;
