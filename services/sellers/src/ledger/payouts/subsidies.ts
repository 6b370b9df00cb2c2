import { formatCents } from '@shop/contracts/pricing';
import type { EntityManager } from 'typeorm';
import { refundedPaymentSql, sellerRefundsSql } from '../journal';

/** An order with a subsidy on its sales, which only a large coupon causes. */
export type SubsidisedOrder = { orderId: number; subsidyCents: number };

/**
 * SQL for the sales that payouts do not cover whole. `cents` is the part of a sale that is not held, and `open_cents` what of it is
 * uncovered; `reached` is the sum that must be paid until the sale and all sales before it, in the order of payouts, are covered
 * whole. While a line of the seller is held, payouts have covered other sales than the kept balances say (`held-lines.ts`).
 */
const OPEN_SALES = `
  SELECT *, sum(open_cents) OVER (PARTITION BY seller_id ORDER BY due_on, id) AS reached FROM (
    SELECT b.seller_id, sale.id, sale.order_id, sale.due_on, net.cents, sale.paid_cents - ${refundedPaymentSql('sale')} AS paid_cents,
      CASE WHEN sale.id = b.open_sale THEN b.open_cents ELSE net.cents END AS open_cents
    FROM ledger_balances b
    JOIN ledger_transactions sale ON sale.seller_id = b.seller_id AND kind = 'sale' AND (sale.due_on, sale.id) >= (b.open_due_on, b.open_sale)
    JOIN ledger_entries e ON e.transaction_id = sale.id AND e.account = 'seller'
    CROSS JOIN LATERAL (SELECT -e.amount_cents - ${sellerRefundsSql('sale')} AS cents) net
    WHERE NOT EXISTS (SELECT 1 FROM ledger_transactions undo WHERE undo.reverses = sale.id)
      AND NOT EXISTS (SELECT 1 FROM ledger_holds WHERE ledger_holds.seller_id = b.seller_id AND source IS NOT NULL)
    UNION ALL
    SELECT seller_id, sale.id, sale.order_id, sale.due_on, open.cents - held_cents, sale.paid_cents - ${refundedPaymentSql('sale')},
      open_cents - held_cents
    FROM (SELECT DISTINCT seller_id AS seller FROM ledger_holds WHERE source IS NOT NULL) holding, ledger_open_sales(seller) open
    JOIN ledger_transactions sale USING (id)
    WHERE open_cents > held_cents
  ) b`;

/**
 * The subsidised sales that a payout of `amountCents` would cover, each with the part of its subsidy that is in the payout. The
 * buyer's money covers a sale first, so payouts of its parts contain its subsidy once.
 */
export const subsidisedIn = (db: EntityManager, sellerId: number, amountCents: number) =>
  db.query<SubsidisedOrder[]>(
    `SELECT order_id AS "orderId", sum(subsidy)::int AS "subsidyCents" FROM (
       SELECT order_id, least(cents, cents + $2 - reached) - greatest(cents - open_cents, paid_cents) AS subsidy
       FROM (${OPEN_SALES} WHERE b.seller_id = $1) open
     ) covered WHERE subsidy > 0 GROUP BY order_id ORDER BY order_id`,
    [sellerId, amountCents],
  );

/** SQL for the cents that the operator adds to the due amount of `balances.seller_id` on the day `$1`. */
export const DUE_SUBSIDY = `coalesce((
  SELECT sum(least(open_cents, cents - paid_cents)) FROM (${OPEN_SALES} WHERE b.seller_id = balances.seller_id) open
  WHERE due_on <= $1::date AND cents > paid_cents
), 0)::int`;

export const sumOfSubsidies = (sales: readonly SubsidisedOrder[]) => sales.reduce((sum, sale) => sum + sale.subsidyCents, 0);

/** A sentence why a payout of these sales asks for a confirmation; null when no sale is subsidised. */
export function whySubsidised(sales: readonly SubsidisedOrder[]): string | null {
  if (sales.length === 0) return null;
  const orders = sales.map(({ orderId }) => `#${orderId}`);
  const shownOrders = orders.length > 5 ? [...orders.slice(0, 5), `${orders.length - 5} more`] : orders;
  const orderList =
    shownOrders.length === 1 ? shownOrders[0] : `${shownOrders.slice(0, -1).join(', ')} and ${shownOrders.at(-1)}`;
  return `It contains ${formatCents(sumOfSubsidies(sales))} subsidised by the house: the coupon of order${orders.length === 1 ? '' : 's'} ${orderList} took more off than the shop earns.`;
}
