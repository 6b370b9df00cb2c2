import { inTx, locked, type Tx } from '@shop/messaging';
import { announceHeld, claimAll, fromNow, release } from '../claims/claims';
import { note } from '../orders/history';
import { OrderItem } from '../orders/order-item.entity';
import { Order } from '../orders/order.entity';
import type { Capture, CaptureOutcome } from '../payments/payment-gateway';
import { whyNoStore } from '../product-copies/close-store-when-closed';
import type { ServiceContext } from '../context';
import { RESERVED_SECONDS } from './open-order';
import { knownOf, mismatchOf, putToReview, settle, TracksGone } from './settle';

export type CaptureInFlight = { orderId: number; paypalOrderId: string; attempt: number; requestId: string };

const CLEARING_NOTICE_MS = 30 * 24 * 3_600_000;

/** Acts on what PayPal said to a capture. An outcome nobody knows changes nothing: the completer asks again. → the order after it. */
export async function conclude(
  context: ServiceContext,
  sent: CaptureInFlight,
  outcome: CaptureOutcome,
  deadline: AbortSignal,
): Promise<Order> {
  const { orderId } = sent;
  switch (outcome.kind) {
    case 'captured':
      return applyCapture(context, orderId, outcome.capture);
    case 'already-captured': {
      const found = await context.gateway.lookUpOrder(sent.paypalOrderId, deadline);
      if (found.kind === 'found' && found.capture) return applyCapture(context, orderId, found.capture);
      return leaveToCompleter(context, sent, 'PayPal has captured it, but does not show it yet');
    }
    case 'declined':
      return onOrder(context, orderId, (tx, order) => takeDecline(tx, order, sent.attempt, outcome.issue));
    case 'not-approved':
      return onOrder(context, orderId, (tx, order) => takeBack(tx, order, sent.attempt));
    case 'gone':
      return onOrder(context, orderId, (tx, order) => endUnpaid(tx, order, 'expired', 'PayPal does not know the order any more'));
    case 'unknown':
      return leaveToCompleter(context, sent, outcome.reason, outcome.callRefused);
  }
}

/** Acts on a capture as PayPal shows it, whoever has heard of it first: it may be called any number of times. → the order after it. */
export async function applyCapture(context: ServiceContext, orderId: number, capture: Capture): Promise<Order> {
  const apply = (tx: Tx, order: Order) => applyInTx(tx, context, order, capture);
  try {
    return await onOrder(context, orderId, apply);
  } catch (error) {
    if (!(error instanceof TracksGone)) throw error;
    // the sale was rolled back as a whole: this payment is for a track that another order has
    context.log.error({ orderId, captureId: capture.captureId }, 'a payment came for a track that is gone');
    return onOrder(context, orderId, (tx, order) => putToReview(tx, order, error.message, capture));
  }
}

async function applyInTx(
  tx: Tx,
  { completerEveryMs, downloadKeys }: ServiceContext,
  order: Order,
  capture: Capture,
): Promise<void> {
  if (capture.status === 'pending') return awaitClearing(tx, order, capture, await fromNow(tx.db, completerEveryMs));
  if (capture.status === 'declined') return endUnpaid(tx, order, 'declined', `PayPal declined capture ${capture.captureId}`);

  const settled = order.paymentState === 'paid' || order.paymentState === 'refunded';
  const known = knownOf(tx.db, order);
  const [noStore, [, { whyNot }]] = await Promise.all([whyNoStore(tx.db, order.id), known]);
  const mismatch = settled ? null : (mismatchOf(order, capture) ?? whyNot ?? noStore);
  if (mismatch) return putToReview(tx, order, mismatch, capture);
  if (order.paymentState === 'review') return;
  await settle(
    tx,
    order,
    {
      captureId: capture.captureId,
      method: 'paypal',
      reference: capture.captureId,
      amountCents: capture.amountCents,
      providerFeeCents: capture.providerFeeCents,
      paidAt: capture.capturedAt,
    },
    downloadKeys,
    known,
  );
}

async function awaitClearing(tx: Tx, order: Order, capture: Capture, nextCheckAt: Date): Promise<void> {
  if (['pending', 'paid', 'review', 'refunded'].includes(order.paymentState)) return;
  const items = await tx.db.findBy(OrderItem, { orderId: order.id });
  const ids = items.map((item) => item.productId);
  const { taken, refused } = await claimAll(tx.db, ids, { orderId: order.id, buyerId: order.buyerId, state: 'capturing' });
  if (refused.length > 0) throw new TracksGone(refused);
  order.awaitClearing(nextCheckAt);
  await tx.db.save(order);
  await announceHeld(tx, order.id, taken, await fromNow(tx.db, CLEARING_NOTICE_MS));
  await note(tx.db, order.id, 'pending', `PayPal reviews capture ${capture.captureId}`);
}

/** A definite decline of this very attempt: 15 more minutes to try another way. A late answer to an older one is none. */
async function takeDecline(tx: Tx, order: Order, attempt: number, issue: string): Promise<void> {
  if (order.paymentState !== 'capturing' || order.attempt !== attempt) return;
  await reserveAgain(tx, order, RESERVED_SECONDS.paypal);
  await note(tx.db, order.id, 'declined', `attempt ${attempt}: ${issue}`);
}

/** The buyer has not approved the payment: the reservation goes on, but not a second longer than before. */
async function takeBack(tx: Tx, order: Order, attempt: number): Promise<void> {
  if (order.paymentState !== 'capturing' || order.attempt !== attempt) return;
  const why = `attempt ${attempt}: the buyer has not approved it`;
  const [left] = await tx.db.query<[{ seconds: number | null }]>(
    'SELECT extract(epoch FROM reserved_until - now())::float8 AS seconds FROM orders WHERE id = $1',
    [order.id],
  );
  if (left.seconds === null || left.seconds <= 0) return endUnpaid(tx, order, 'expired', why);
  await reserveAgain(tx, order, left.seconds);
  await note(tx.db, order.id, 'declined', why);
}

async function reserveAgain(tx: Tx, order: Order, seconds: number): Promise<void> {
  const items = await tx.db.findBy(OrderItem, { orderId: order.id });
  const ids = items.map((item) => item.productId);
  const { taken } = await claimAll(tx.db, ids, { orderId: order.id, buyerId: order.buyerId, state: 'reserved', seconds });
  const until = await fromNow(tx.db, seconds * 1000);
  order.failAttempt(until);
  await tx.db.save(order);
  await announceHeld(tx, order.id, taken, until);
}

/** Ends an order that will never be paid and frees its tracks. An order that is paid, in review or over already stays as it is. */
export async function endUnpaid(tx: Tx, order: Order, state: 'expired' | 'declined', why: string): Promise<void> {
  const endable = state === 'expired' ? ['created', 'capturing'] : ['created', 'capturing', 'pending', 'expired'];
  if (!endable.includes(order.paymentState)) return;
  await release(tx, order.id);
  order.end(state);
  await tx.db.save(order);
  await note(tx.db, order.id, state, why);
}

export async function onOrder(
  { source }: ServiceContext,
  orderId: number,
  work: (tx: Tx, order: Order) => Promise<void>,
): Promise<Order> {
  return inTx(source, async (tx) => {
    const order = await locked(tx.db, Order, { id: orderId });
    if (!order) throw new Error(`There is no order ${orderId}`);
    await work(tx, order);
    return order;
  });
}

async function leaveToCompleter(
  context: ServiceContext,
  { orderId, attempt }: CaptureInFlight,
  reason: string,
  callRefused = false,
): Promise<Order> {
  context.log[callRefused ? 'error' : 'warn']({ orderId, attempt, reason }, 'nobody knows yet whether a payment went through');
  await context.source.query(
    `UPDATE orders SET next_check_at = now() WHERE id = $1 AND payment_state = 'capturing' AND attempt = $2 AND checks = 0`,
    [orderId, attempt],
  );
  return context.source.manager.findOneByOrFail(Order, { id: orderId });
}
