import type { EntityManager } from 'typeorm';
import type { LedgerBalances } from '@shop/contracts/views';
import { taken } from './journal';

/**
 * SQL for the balances of every seller in the ledger, in cents, on the day `$1` of the shop's calendar
 * (docs/product/money-owed.md#balances). Payouts cover sales in the order in which they fall due; money for a sale that is refunded
 * later covers the next sales. The database stores what was earned and paid (record 0045); only the sales of the last days are
 * added up here.
 */
export const BALANCES = `(
  SELECT kept.seller_id, greatest(0, matured - paid_cents)::float8 AS "dueCents",
    greatest(0, earned_cents - greatest(paid_cents, matured))::float8 AS "owedCents",
    paid_cents::float8 AS "paidCents", greatest(0, paid_cents - earned_cents)::float8 AS "overpaidCents",
    open_due_on::text AS "oldestDueOn"
  FROM (
    SELECT b.*, earned_cents - coalesce(young.cents, 0) AS matured
    FROM ledger_balances b LEFT JOIN (
      SELECT seller_id, sum(-amount_cents - ${taken('sale')}) AS cents
      FROM ledger_transactions sale JOIN ledger_entries e ON e.transaction_id = sale.id AND e.account = 'seller'
      WHERE kind = 'sale' AND due_on > $1::date AND NOT EXISTS (SELECT 1 FROM ledger_transactions undo WHERE undo.reverses = sale.id)
      GROUP BY seller_id
    ) young USING (seller_id)
  ) kept
)`;

const NOTHING: LedgerBalances = { owedCents: 0, dueCents: 0, paidCents: 0, overpaidCents: 0 };

/** The balances of one seller, in cents; `today` is a date on the shop's calendar. */
export async function balancesOf(db: EntityManager, sellerId: number, today: string): Promise<LedgerBalances> {
  const [balances] = await db.query<LedgerBalances[]>(
    `SELECT "owedCents", "dueCents", "paidCents", "overpaidCents" FROM ${BALANCES} balances WHERE seller_id = $2`,
    [today, sellerId],
  );
  return balances ?? NOTHING;
}
