import { PAYOUT_DIFFERENCE_KINDS } from '@shop/contracts/constants';
import type { DataOf, LedgerCompared } from '@shop/contracts/events';
import type { Tx } from '@shop/messaging';
import { salesBetween } from './books';
import { saveDifferences } from './differences';
import { lock, windowOf } from './reconcile';

const OF_PAYOUTS: readonly string[] = PAYOUT_DIFFERENCE_KINDS;

/**
 * Stores the differences between the sellers' ledger and the shop's sales, and between the payouts of PayPal's books and the shop's,
 * beside those between PayPal's books and the shop's payments.
 */
export async function keepDifferencesWhenLedgerCompared(
  tx: Tx,
  { runId, differing, payouts }: DataOf<typeof LedgerCompared>,
): Promise<void> {
  const { db } = tx;
  await lock(db);
  const [run] = await db.query<{ startedAt: Date }[]>(
    `SELECT started_at AS "startedAt" FROM reconciliations
     WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM reconciliations WHERE id > $1 AND outcome = 'done')`,
    [runId],
  );
  if (!run) return; // a newer comparison has ended
  const { from, edge, until } = windowOf(run.startedAt);
  const comparedIds = new Set((await salesBetween(db, from, until)).map(({ orderId }) => orderId));
  const orders = await db.query<{ id: number; paid_at: Date }[]>('SELECT id, paid_at FROM orders WHERE id = ANY($1)', [
    differing.map(({ orderId }) => orderId),
  ]);
  const differences = differing.flatMap(({ orderId, reason }) => {
    const order = orders.find(({ id }) => id === orderId);
    if (!order) return [];
    const noAmounts = { amountCents: null, expectedCents: null };
    return [{ kind: 'ledger' as const, providerId: `order ${orderId}`, orderId, ...noAmounts, reason, at: order.paid_at }];
  });
  const ofPayouts = (payouts ?? []).map(({ sellerId, at, ...difference }) => ({
    ...difference,
    ...{ orderId: null, at: new Date(at), sellerIds: sellerId === null ? [] : [sellerId] },
  }));
  await saveDifferences(tx, [...differences, ...ofPayouts], ({ kind, orderId, happenedAt }) =>
    kind === 'ledger'
      ? orderId !== null && comparedIds.has(orderId)
      : payouts !== null && OF_PAYOUTS.includes(kind) && happenedAt >= edge,
  );
}
