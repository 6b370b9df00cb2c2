import type { EntityManager } from 'typeorm';
import type { RefundDone } from './invoice-facts';

/**
 * Asks for the credit note of a refund, in the transaction that books the refund; the task gives it its number. Each refund gets one,
 * however often it is asked for, and none while the shop writes no invoices.
 */
export const oweCreditNote = (db: EntityManager, { orderId, refundId, amountCents, feeCents, items, full }: RefundDone) =>
  db.query(
    `INSERT INTO credit_notes_due (refund_id, order_id, amount_cents, fee_cents, items, is_full)
     SELECT $1, $2, $3, $4, $5::jsonb, $6 FROM invoicing
     WHERE NOT EXISTS (SELECT FROM invoices WHERE refund_id = $1) ON CONFLICT DO NOTHING`,
    [refundId, orderId, amountCents, feeCents, JSON.stringify(items), full],
  );
