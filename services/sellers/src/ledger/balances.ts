import type { EntityManager } from 'typeorm';
import type { LedgerBalances } from '@shop/contracts/views';
import { sellerRefundsSql } from './journal';

/**
 * SQL for the balances of every seller in the ledger, in cents, on the day `$1` of the shop's calendar
 * (docs/product/money-owed.md#balances). Payouts cover sales in the order in which they fall due; money for a sale that is refunded
 * later covers the next sales. Held lines (`held-lines.ts`) are left out of all but the held sum. The database stores what was
 * earned and paid (record 0046); only the sales of the last days are added up here.
 */
export const BALANCES = `(
  SELECT kept.seller_id, greatest(0, matured - paid_cents)::float8 AS "dueCents",
    greatest(0, payable - greatest(paid_cents, matured))::float8 AS "owedCents", held::float8 AS "heldCents",
    paid_cents::float8 AS "paidCents", greatest(0, paid_cents - payable)::float8 AS "overpaidCents",
    CASE WHEN held = 0 THEN open_due_on ELSE first_due_on END::text AS "oldestDueOn"
  FROM (
    SELECT b.*, earned_cents - coalesce(held.cents, 0) AS payable,
      earned_cents - coalesce(young.cents, 0) - coalesce(held.cents - held.young_cents, 0) AS matured,
      coalesce(held.cents, 0) AS held, held.first_due_on
    FROM ledger_balances b LEFT JOIN (
      SELECT seller_id, sum(-amount_cents - ${sellerRefundsSql('sale')}) AS cents
      FROM ledger_transactions sale JOIN ledger_entries e ON e.transaction_id = sale.id AND e.account = 'seller'
      WHERE kind = 'sale' AND due_on > $1::date AND NOT EXISTS (SELECT 1 FROM ledger_transactions undo WHERE undo.reverses = sale.id)
      GROUP BY seller_id
    ) young USING (seller_id) LEFT JOIN (
      SELECT seller_id, sum(held_cents) AS cents, coalesce(sum(held_cents) FILTER (WHERE due_on > $1::date), 0) AS young_cents,
        min(due_on) FILTER (WHERE open_cents > held_cents) AS first_due_on
      FROM (SELECT DISTINCT seller_id FROM ledger_holds WHERE source IS NOT NULL) AS holding, ledger_open_sales(seller_id)
      GROUP BY seller_id
    ) held USING (seller_id)
  ) kept
)`;

const NOTHING: LedgerBalances = { owedCents: 0, dueCents: 0, heldCents: 0, paidCents: 0, overpaidCents: 0 };

/** The balances of one seller, in cents; `today` is a date on the shop's calendar. */
export async function balancesOf(db: EntityManager, sellerId: number, today: string): Promise<LedgerBalances> {
  const [balances] = await db.query<LedgerBalances[]>(
    `SELECT "owedCents", "dueCents", "heldCents", "paidCents", "overpaidCents" FROM ${BALANCES} balances WHERE seller_id = $2`,
    [today, sellerId],
  );
  return balances ?? NOTHING;
}
