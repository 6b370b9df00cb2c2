import type { DataOf, LedgerCompared } from '@shop/contracts/events';
import type { Tx } from '@shop/messaging';
import { keepDifferences } from './keep-differences';
import { lock } from './reconcile';

/** Keeps the differences between the sellers' ledger and the shop's sales, beside those between PayPal's books and the shop's. */
export async function keepDifferencesWhenLedgerCompared(
  tx: Tx,
  { runId, differing }: DataOf<typeof LedgerCompared>,
): Promise<void> {
  const { db } = tx;
  await lock(db);
  const [newer] = await db.query<unknown[]>(`SELECT 1 FROM reconciliations WHERE id > $1 AND outcome = 'done'`, [runId]);
  if (newer) return;
  // a sale is compared for as long as its payment or its refund is young enough
  const orders = await db.query<{ id: number; at: Date }[]>(
    `SELECT id, greatest(paid_at, (SELECT max(refunded_at) FROM refunds WHERE order_id = orders.id)) AS at FROM orders WHERE id = ANY($1)`,
    [differing.map(({ orderId }) => orderId)],
  );
  const found = differing.flatMap(({ orderId, reason }) => {
    const order = orders.find(({ id }) => id === orderId);
    if (!order) return [];
    const none = { amountCents: null, expectedCents: null };
    return [{ kind: 'ledger' as const, providerId: `order ${orderId}`, orderId, ...none, reason, at: order.at }];
  });
  await keepDifferences(
    tx,
    found,
    ({ kind, happenedAt }) => kind === 'ledger' && happenedAt.getTime() >= Date.now() - 34 * 86_400_000,
  );
}
