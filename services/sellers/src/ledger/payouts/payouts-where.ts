import type { EntityManager } from 'typeorm';
import type { PayoutView } from '@shop/contracts/views';

export type PayoutRow = PayoutView & { storeName: string; undone: boolean };

/** The payouts that meet an SQL condition on the transaction `t`, oldest first; `undone` tells whether a payout was taken back. */
export async function payoutsWhere(db: EntityManager, condition: string, values: unknown[]): Promise<PayoutRow[]> {
  const rows = await db.query<(Omit<PayoutRow, 'at'> & { at: Date })[]>(
    `SELECT t.id, t.seller_id AS "sellerId", e.amount_cents AS "amountCents", t.method, t.reference, t.occurred_at AS at,
       coalesce(store.store_name, '') AS "storeName",
       EXISTS (SELECT 1 FROM ledger_transactions undo WHERE undo.reverses = t.id) AS undone
     FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id AND e.account = 'seller'
     LEFT JOIN sellers store ON store.id = t.seller_id
     WHERE t.kind = 'payout' AND ${condition} ORDER BY t.id`,
    values,
  );
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}
