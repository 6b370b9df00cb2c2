import { formatCents } from '@shop/contracts/pricing';
import { unavailable } from '@shop/http';
import { locked, rowsOf, type Tx } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { disputeOfRefund, noteRefundOfDispute } from '../freezes/freeze-disputed';
import { note } from '../orders/history';
import { Order } from '../orders/order.entity';
import { nameLostCapture } from '../payment-process/settle';
import { transition } from '../payment-process/transition';
import { RECORDED_CAPTURES } from '../payments/recorded-captures';
import { hasMoney } from '../payment-states';
import { bookRefund, openRefunds } from './book-refund';
import { RefundRequest } from '../orders/refund-request.entity';
import {
  capturedCents,
  giveBack,
  givenBack,
  hasUnnamedRefund,
  captureIdOfOrder,
  storeRefund,
  type GivenBack,
  type Refund,
} from './given-back';

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
  const isOwn = captureId === (await captureIdOfOrder(db, order));
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

/** The id by which the order's books know a capture of PayPal's: the shop's own where an admin recorded it. */
async function captureHere(db: EntityManager, orderId: number, captureId: string): Promise<string> {
  const [capture] = await db.query<{ capture_id: string }[]>(
    `SELECT capture_id FROM ${RECORDED_CAPTURES} recorded WHERE order_id = $1 AND paypal_id = lower($2)`,
    [orderId, captureId],
  );
  return capture?.capture_id ?? captureId;
}

async function isRecorded(db: EntityManager, orderId: number, refundId: string): Promise<boolean> {
  const rows = await db.query<unknown[]>('SELECT 1 FROM refunds WHERE order_id = $1 AND reference = $2', [orderId, refundId]);
  return rows.length > 0;
}

const askAdmin = (
  tx: Tx,
  order: Order,
  { captureId, refundId }: Refund,
  kind: 'refunded-in-part' | 'refunded-too-much',
  reason: string,
) => transition(tx, order, { kind, detail: `${reason} (${refundId})`, reason, captureId });
