import assert from 'node:assert/strict';
import { formatCents } from '@shop/contracts/pricing';
import type { Tx } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { oweCreditNote } from '../invoices/credit-notes-due';
import type { Order } from '../orders/order.entity';
import { transition } from '../payment-process/transition';
import { closeDifference } from '../payments/reconciliation/differences';
import { revokeLinks } from '../revoke-links';

export type GivenBack = { back: number; byProvider: number };
export type Refund = { refundId: string; captureId: string; amountCents: number; refundedAt: Date };

/** The capture that paid the order, or the one that is under review for it. */
export async function captureIdOfOrder(db: EntityManager, order: Order): Promise<string> {
  const [payment] = await db.query<{ capture_id: string }[]>('SELECT capture_id FROM payments WHERE order_id = $1', [order.id]);
  const captureId = payment?.capture_id ?? order.reviewCaptureId;
  assert(captureId, 'money that is given back was captured');
  return captureId;
}

/** What that capture took. Money under review may differ from the total, and stays so after an admin has decided for the buyer. */
export async function capturedCents(db: EntityManager, order: Order): Promise<number> {
  const [payment] = await db.query<{ capture_id: string; amount_cents: number }[]>(
    'SELECT capture_id, amount_cents FROM payments WHERE order_id = $1',
    [order.id],
  );
  const reviewedCents = !payment || payment.capture_id === order.reviewCaptureId ? order.reviewAmountCents : null;
  return reviewedCents ?? payment?.amount_cents ?? order.totalCents;
}

/** How much of a capture was given back, and how much of that PayPal returned; admins recorded the rest. */
export async function givenBack(db: EntityManager, orderId: number, captureId: string): Promise<GivenBack> {
  const [sums] = await db.query<[GivenBack]>(
    `SELECT coalesce(sum(amount_cents), 0)::int AS back, coalesce(sum(amount_cents) FILTER (WHERE NOT recorded), 0)::int AS "byProvider"
     FROM refunds WHERE order_id = $1 AND capture_id = $2`,
    [orderId, captureId],
  );
  return sums;
}

/** Whether an unnamed part of a capture is stored as given back: a reversal has shown the capture itself. */
export async function hasUnnamedRefund(db: EntityManager, captureId: string): Promise<boolean> {
  const rows = await db.query<unknown[]>('SELECT 1 FROM refunds WHERE refund_id = $1 AND NOT recorded', [captureId]);
  return rows.length > 0;
}

/**
 * `recordedByAdmin` means that an admin recorded it with the reference of their transfer, instead of PayPal.
 * @returns whether it is new
 */
export async function storeRefund(
  db: EntityManager,
  orderId: number,
  refund: Refund,
  recordedByAdmin: boolean,
  reference: string | null = null,
): Promise<boolean> {
  const first = await db.query<unknown[]>(
    `INSERT INTO refunds (refund_id, order_id, capture_id, amount_cents, refunded_at, recorded, reference)
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING RETURNING 1`,
    [refund.refundId, orderId, refund.captureId, refund.amountCents, refund.refundedAt, recordedByAdmin, reference],
  );
  return first.length > 0;
}

/** Ends the order as refunded: its sale, links, invoice, and what was open about it. `amountCents` is what is back in all. */
export async function giveBack(
  tx: Tx,
  order: Order,
  refund: Refund,
  amountCents: number,
  reference = refund.refundId,
): Promise<void> {
  const detail = `${formatCents(amountCents)}, ${reference}`;
  const { captureId, refundId, refundedAt } = refund;
  if (!(await transition(tx, order, { kind: 'refunded', detail, captureId, refundId, refundedAt, amountCents }))) return;
  // What went back before it in parts has its credit notes, so this one takes back the rest.
  if (order.paidAt) await oweCreditNote(tx.db, { orderId: order.id, refundId, amountCents, feeCents: 0, items: [], full: true });
  await revokeLinks(tx, order.id, true);
  await closeDifference(tx, 'ended-account', order.id);
}
