import assert from 'node:assert/strict';
import { recordedId } from '@shop/contracts/constants';
import { adminActed } from '@shop/contracts/events';
import type { RecordRefundForm } from '@shop/contracts/forms';
import { formatCents } from '@shop/contracts/pricing';
import { conflict, notFound, unavailable } from '@shop/http';
import { locked, rowsOf, type Tx } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { oweCreditNote } from '../invoices/credit-notes-due';
import { disputeOfRefund, noteRefundOfDispute } from '../freezes/freeze-disputed';
import { note } from '../orders/history';
import { Order, orderSubject } from '../orders/order.entity';
import { nameLostCapture } from '../payment-process/settle';
import { transition } from '../payment-process/transition';
import { closeDifference } from '../payments/reconciliation/differences';
import { RECORDED_CAPTURES } from '../payments/recorded-captures';
import { hasMoney, isRefunded } from '../payment-states';
import { revokeLinks } from '../revoke-links';
import { bookRefund, openRefunds } from './book-refund';
import { RefundRequest } from '../orders/refund-request.entity';

type GivenBack = { back: number; byProvider: number };
type Refund = { refundId: string; captureId: string; amountCents: number; refundedAt: Date };
/**
 * A refund as PayPal tells of it. Without an amount, `backCents` decides: what the capture's own state at PayPal says is back in all,
 * or null when it shows that a part is back, but not how much. It is missing when PayPal was not asked.
 */
type ProviderRefund = Omit<Refund, 'amountCents'> & {
  amountCents: number | null;
  backCents?: number | null;
  /** What PayPal's refund names the shop's own by. */
  customId?: string | null;
};

/**
 * Records that PayPal gave money back (docs/product/payments.md#refunds), whoever asked for it. A full refund reverses the sale and
 * ends the links; a part is booked, and told to the admin when neither the shop nor a dispute asked for it; one of another capture is only written
 * down. Each refund counts once, even if an admin has recorded it by its id.
 * @throws Refusal 503 while we know of no payment for the order, or while it may be a refund that the shop has just asked for: PayPal
 * sends it again
 */
export async function refundByProvider(tx: Tx, orderId: number, providerRefund: ProviderRefund): Promise<void> {
  const { db } = tx;
  const order = await locked(db, Order, { id: orderId });
  if (!order || !hasMoney(order)) throw unavailable('We do not know the refunded payment yet.');
  await nameLostCapture(tx, order, providerRefund.captureId);
  const request = await requestOf(db, orderId, providerRefund);
  if (!request && (await openRefunds(db, orderId)).some(({ state }) => state === 'asked'))
    throw unavailable('The outcome of a refund of this payment is not known yet.');
  if (request) await settleRequest(db, request, providerRefund.refundId);
  if (!showsCapture(providerRefund) && (await isRecorded(db, orderId, providerRefund.refundId))) return;
  if (providerRefund.backCents === undefined && (await hasUnnamedRefund(db, providerRefund.captureId)))
    throw unavailable('A part of this refund was heard of a moment ago.');
  const captureId = await captureHere(db, orderId, providerRefund.captureId);
  const isOwn = captureId === (await ownCapture(db, order));
  const before = await givenBack(db, orderId, captureId);
  const amountCents = providerRefund.amountCents ?? newlyBack(providerRefund, before);
  const refund = { ...providerRefund, amountCents: amountCents ?? 0 };
  const unclear = !amountCents && isOwn ? reviewReason(providerRefund) : null;
  if (unclear) await askAdmin(tx, order, refund, 'refunded-in-part', unclear);
  if (!amountCents || !(await storeProviderRefund(db, orderId, { ...refund, captureId }, providerRefund))) return;

  if (!isOwn) {
    const refundText = `${formatCents(refund.amountCents)} of ${refund.captureId} (${refund.refundId})`;
    await note(db, orderId, 'other payment refunded', refundText);
    return;
  }
  const { back } = await givenBack(db, orderId, captureId);
  if (back === before.back) return;
  const takenCents = await capturedCents(db, order);
  const partly = `${formatCents(refund.amountCents)} of ${formatCents(takenCents)} given back`;
  const dispute = request ? null : await disputeOfRefund(db, providerRefund.captureId);
  if (back >= takenCents) await giveBack(tx, order, refund, back);
  else if (request)
    await transition(tx, order, { kind: 'part-refunded', detail: `${partly} (${refund.refundId}): ${request.reason}` });
  else if (dispute)
    await transition(tx, order, { kind: 'part-refunded', detail: `${partly} (${refund.refundId}): dispute ${dispute.id}` });
  else await askAdmin(tx, order, refund, 'refunded-in-part', partly);
  if (dispute) await noteRefundOfDispute(tx, dispute, refund.amountCents);
  const bookedCents = Math.min(back, takenCents) - Math.min(before.back, takenCents);
  if (order.isSold && bookedCents > 0)
    await bookRefund(
      tx,
      order,
      {
        // what has no name of its own has the capture's, and grows
        refundId: showsCapture(providerRefund) ? `${refund.refundId}-${back}` : refund.refundId,
        ...{ amountCents: bookedCents, backCents: back, takenCents, at: refund.refundedAt },
      },
      request ?? undefined,
    );
  const tooMuch = `${formatCents(back - takenCents)} more was given back than was taken`;
  if (back > takenCents) await askAdmin(tx, order, refund, 'refunded-too-much', tooMuch);
}

/** The refund of ours that PayPal tells of. */
async function requestOf(
  db: EntityManager,
  orderId: number,
  { refundId, customId }: ProviderRefund,
): Promise<RefundRequest | null> {
  const [request] = await rowsOf(db, RefundRequest, 'WHERE order_id = $1 AND (provider_id = $2 OR ref::text = $3)', [
    orderId,
    refundId,
    customId ?? null,
  ]);
  return request ?? null;
}

const settleRequest = (db: EntityManager, { id }: RefundRequest, refundId: string) =>
  db.query(
    `UPDATE refund_requests SET state = 'done', provider_id = $2, failure = NULL, settled_at = now(), next_check_at = NULL
     WHERE id = $1 AND state <> 'done'`,
    [id, refundId],
  );

const showsCapture = ({ refundId, captureId }: ProviderRefund) => refundId === captureId;

/**
 * What is back at PayPal and not stored yet.
 * @returns null when PayPal does not say how much it is
 */
const newlyBack = ({ backCents = null }: ProviderRefund, { byProvider }: GivenBack): number | null =>
  backCents === null ? null : Math.max(0, backCents - byProvider);

/** Why an admin must look at a refund of which nothing can be stored, or null when it was stored before. */
function reviewReason({ backCents }: ProviderRefund): string | null {
  if (backCents === null) return 'PayPal has taken a part of the payment back and does not say how much';
  return backCents === 0 ? 'PayPal tells of a refund and shows nothing as given back' : null;
}

/** Whether an unnamed part of a capture is stored as given back: a reversal has shown the capture itself. */
export async function hasUnnamedRefund(db: EntityManager, captureId: string): Promise<boolean> {
  const rows = await db.query<unknown[]>('SELECT 1 FROM refunds WHERE refund_id = $1 AND NOT recorded', [captureId]);
  return rows.length > 0;
}

/**
 * Stores what PayPal gave back. What has no name of its own has the capture's, and grows; a refund that is named later takes its
 * amount out of it, because PayPal's `backCents` has counted it already.
 * @returns whether it is new
 */
async function storeProviderRefund(
  db: EntityManager,
  orderId: number,
  refund: Refund,
  providerRefund: ProviderRefund,
): Promise<boolean> {
  if (showsCapture(providerRefund)) {
    await db.query(
      `INSERT INTO refunds (refund_id, order_id, capture_id, amount_cents, refunded_at, recorded) VALUES ($1, $2, $3, $4, $5, false)
       ON CONFLICT (refund_id) DO UPDATE SET amount_cents = refunds.amount_cents + excluded.amount_cents,
         refunded_at = excluded.refunded_at`,
      [refund.refundId, orderId, refund.captureId, refund.amountCents, refund.refundedAt],
    );
    return true;
  }
  if (!(await storeRefund(db, orderId, refund, false))) return false;
  if (typeof providerRefund.backCents !== 'number') return true;
  const { byProvider } = await givenBack(db, orderId, refund.captureId);
  await db.query('UPDATE refunds SET amount_cents = greatest(0, amount_cents - $2) WHERE refund_id = $1 AND NOT recorded', [
    providerRefund.captureId,
    Math.max(0, byProvider - providerRefund.backCents),
  ]);
  await db.query('DELETE FROM refunds WHERE refund_id = $1 AND NOT recorded AND amount_cents = 0', [providerRefund.captureId]);
  return true;
}

/**
 * Records that an admin gave the money back. Recording the same reference again changes nothing. @throws Refusal 404, 409 when the
 * order is not paid or was refunded already, or when the amount left to return is not the one that was shown
 */
export async function recordRefund(
  tx: Tx,
  adminId: number,
  orderId: number,
  { reference, shownCents }: RecordRefundForm,
): Promise<Order> {
  const order = await locked(tx.db, Order, { id: orderId });
  if (!order) throw notFound('order');
  if (isRefunded(order)) {
    await refuseSecondRefund(tx.db, orderId, reference);
    return order;
  }
  if (!hasMoney(order)) throw conflict('not-paid', 'Only a paid order can be refunded.');
  if ((await openRefunds(tx.db, orderId)).length > 0) throw refundUnderWay();

  const captureId = await ownCapture(tx.db, order);
  const [now] = await tx.db.query<[{ at: Date }]>('SELECT now() AS at');
  const takenCents = await capturedCents(tx.db, order);
  const { back } = await givenBack(tx.db, orderId, captureId);
  const restCents = Math.max(0, takenCents - back);
  if (shownCents !== undefined && shownCents !== restCents)
    throw conflict(
      'amount-changed',
      `${formatCents(restCents)} is left to return by now, not ${formatCents(shownCents)}. Please look at the order again.`,
    );
  const refund = { refundId: recordedId(order.ref), captureId, amountCents: restCents, refundedAt: now.at };
  await storeRefund(tx.db, orderId, refund, true, reference);
  const before = { payment_state: order.paymentState };
  await giveBack(tx, order, refund, takenCents, reference);
  if (order.isSold && restCents > 0) {
    const { refundId, refundedAt: at } = refund;
    await bookRefund(tx, order, { refundId, amountCents: restCents, backCents: back + restCents, takenCents, at });
  }
  const after = { payment_state: order.paymentState, reference, amountCents: restCents };
  await tx.emit(...adminActed(adminId, 'order.refund-recorded', orderSubject(orderId), { before, after }));
  return order;
}

export const refundUnderWay = () =>
  conflict('refund-under-way', 'A refund of this order is on its way at PayPal. Please look again in a few minutes.');

/**
 * Refuses another refund of a refunded order: an admin may just have sent the money a second time, and must hear of it. The
 * previous release stored no reference, so any reference counts as the same there.
 */
async function refuseSecondRefund(db: EntityManager, orderId: number, reference: string): Promise<void> {
  const refunds = await db.query<{ recorded: boolean; reference: string | null }[]>(
    'SELECT recorded, reference FROM refunds WHERE order_id = $1',
    [orderId],
  );
  if (refunds.some((refund) => refund.recorded && (refund.reference ?? reference) === reference)) return;
  const by = [...new Set(refunds.map((refund) => refund.reference ?? 'PayPal'))].join(', ');
  throw conflict('already-refunded', `This order's money was given back already (${by}).`);
}

/** The id by which the order's books know a capture of PayPal's: the shop's own where an admin recorded it. */
async function captureHere(db: EntityManager, orderId: number, captureId: string): Promise<string> {
  const [capture] = await db.query<{ capture_id: string }[]>(
    `SELECT capture_id FROM ${RECORDED_CAPTURES} recorded WHERE order_id = $1 AND paypal_id = lower($2)`,
    [orderId, captureId],
  );
  return capture?.capture_id ?? captureId;
}

/** The capture that paid the order, or the one that is under review for it. */
export async function ownCapture(db: EntityManager, order: Order): Promise<string> {
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

async function isRecorded(db: EntityManager, orderId: number, refundId: string): Promise<boolean> {
  const rows = await db.query<unknown[]>('SELECT 1 FROM refunds WHERE order_id = $1 AND reference = $2', [orderId, refundId]);
  return rows.length > 0;
}

/**
 * `recordedByAdmin` means that an admin recorded it with the reference of their transfer, instead of PayPal.
 * @returns whether it is new
 */
async function storeRefund(
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

async function giveBack(tx: Tx, order: Order, refund: Refund, amountCents: number, reference = refund.refundId): Promise<void> {
  const detail = `${formatCents(amountCents)}, ${reference}`;
  const { captureId, refundId, refundedAt } = refund;
  if (!(await transition(tx, order, { kind: 'refunded', detail, captureId, refundId, refundedAt, amountCents }))) return;
  // What went back before it in parts has its credit notes, so this one takes back the rest.
  if (order.paidAt) await oweCreditNote(tx.db, { orderId: order.id, refundId, amountCents, feeCents: 0, items: [], full: true });
  await revokeLinks(tx, order.id, true);
  await closeDifference(tx, 'ended-account', order.id);
}

const askAdmin = (
  tx: Tx,
  order: Order,
  { captureId, refundId }: Refund,
  kind: 'refunded-in-part' | 'refunded-too-much',
  reason: string,
) => transition(tx, order, { kind, detail: `${reason} (${refundId})`, reason, captureId });
