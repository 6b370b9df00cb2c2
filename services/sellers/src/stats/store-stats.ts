import type { StoreStats } from '@shop/contracts/views';
import type { DataSource } from 'typeorm';
import { BALANCES } from '../ledger/balances';
import { DOCUMENT_WAITS } from '../stores/seller.entity';

type Stores = Pick<StoreStats, 'totalSellers' | 'activeSellers' | 'pendingVerifications'>;

/** The number of stores, and of matters that wait for an admin. `today` is a date on the shop's calendar. */
export async function storeStats(source: DataSource, today: string): Promise<StoreStats> {
  const [[stores], [submissions], [payoutsDue]] = await Promise.all([
    source.query<[Stores]>(
      `SELECT count(*)::int AS "totalSellers", count(*) FILTER (WHERE status = 'active')::int AS "activeSellers",
         count(*) FILTER (WHERE ${DOCUMENT_WAITS})::int AS "pendingVerifications"
       FROM sellers WHERE deleted_at IS NULL`,
    ),
    source.query<[{ waiting: number }]>(
      // Counts as the review queue counts open submissions, because the figure links to the queue.
      `SELECT count(*)::int AS waiting FROM track_submissions one JOIN sellers store ON store.id = one.seller_id
       WHERE one.due_at IS NOT NULL AND store.deleted_at IS NULL`,
    ),
    source.query<[StoreStats['payoutsDue']]>(PAYOUTS_DUE, [today]),
  ]);
  return { ...stores, submissionsWaiting: submissions.waiting, payoutsDue };
}

const PAYOUTS_DUE = `
  SELECT count(*)::int AS sellers, coalesce(sum("dueCents"), 0) AS cents FROM ${BALANCES} balances WHERE "dueCents" > 0`;
