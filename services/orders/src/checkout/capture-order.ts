import assert from 'node:assert/strict';
import { conflict, forbidden, Refusal } from '@shop/http';
import { inTx, locked, rowsOf, type Tx } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { keepBuyerOf, lockBuyer } from '../buyers/buyer-locks';
import { refuseDeletedBuyer } from '../buyers/refuse-deleted-buyer';
import { announceHeld, claimAll, fromNow, type Claim } from '../claims/claims';
import { keepOrder } from '../orders/keep-order';
import { OrderItem } from '../orders/order-item.entity';
import { Order } from '../orders/order.entity';
import { noteDecline } from '../payments/declines';
import type { CaptureOutcome } from '../payments/payment-gateway';
import type { ServiceContext } from '../context';
import { endUnpaid, takeBack, takeDecline } from './end-unpaid';
import { refuseGoneTracks } from './refuse-gone-tracks';
import { AS_QUOTED, requote } from './requote';
import { applyCapture, onOrder } from './settle';

const CAPTURE_NOTICE_MS = 3_600_000;

/**
 * Takes the money for an order that its buyer approved, once, however often it is called. No transaction is open during the call
 * to PayPal. → its items, and the order: paid, or capturing, pending or review ("being confirmed")
 * @throws Refusal 401 when the account is gone, 403 when the order is not the buyer's, 409 before any money moves when a track is
 * gone or has another price, or when the order is cancelled, 422 when PayPal declines or the shop's account is refused
 */
export async function captureOrder(context: ServiceContext, buyerId: number, paypalOrderId: string): Promise<Captured> {
  const begun = await inTx(context.source, (tx) => beginCapture(tx, context, buyerId, paypalOrderId));
  const { items } = begun;
  if ('standing' in begun) return { order: begun.standing, items };

  const deadline = AbortSignal.timeout(context.providerWithinMs);
  const outcome = await context.gateway.captureOrder(paypalOrderId, begun.sent.requestId, deadline);
  const order = await conclude(context, begun.sent, outcome, deadline);
  if (isDeclined(order) && order.closed === 'cancelled') throw orderCancelled();
  if (isDeclined(order)) throw outcome.kind === 'refused' ? paypalRefuses() : paymentFailed(order);
  return { order, items };
}

/** `items` are the order's, if the caller has read them already. */
type CaptureInFlight = {
  orderId: number;
  paypalOrderId: string;
  attempt: number;
  requestId: string;
  items?: OrderItem[];
};

type Captured = { order: Order; items: OrderItem[] };
type Begun = { items: OrderItem[] } & ({ standing: Order } | { sent: CaptureInFlight });

const ASKED_ORDER = '(SELECT id FROM orders WHERE paypal_order_id = $1 AND buyer_id = $2)';

const isDeclined = (order: Order) => ['created', 'declined', 'expired'].includes(order.paymentState);
/** `again` tells the browser that the reservation goes on: the buyer may try again in the same PayPal order. */
const paymentFailed = ({ paymentState }: Order) =>
  new Refusal('unprocessable', 'declined', 'Payment failed. Please try again.', {
    details: { again: paymentState === 'created' },
  });
const orderCancelled = () => conflict('cancelled', 'This order has been cancelled.');
const paypalRefuses = () =>
  new Refusal(
    'unprocessable',
    'paypal-refused',
    'PayPal cannot take this payment. You can arrange the payment with us instead.',
    { details: { again: false } },
  );

async function beginCapture(
  tx: Tx,
  { timeZone, leaseMs }: ServiceContext,
  buyerId: number,
  paypalOrderId: string,
): Promise<Begun> {
  const { db } = tx;
  // Sent together, in the order of openOrder: lock the buyer, keep the buyer's row, lock the order. The answers of the later
  // queries stay true until this transaction ends.
  const [, , order, ordered, [clock]] = await Promise.all([
    lockBuyer(db, buyerId),
    refuseDeletedBuyer(db, buyerId),
    locked(db, Order, { paypalOrderId, buyerId }),
    rowsOf(db, OrderItem, `WHERE order_id = ${ASKED_ORDER} ORDER BY position`, [paypalOrderId, buyerId]),
    db.query<{ asQuoted: boolean | null; runs: boolean | null; checkAt: Date }[]>(
      `SELECT ${AS_QUOTED} AS "asQuoted", reserved_until >= now() AS runs, now() + make_interval(secs => $3) AS "checkAt"
       FROM orders WHERE id = ${ASKED_ORDER}`,
      [paypalOrderId, buyerId, leaseMs / 1000],
    ),
  ]);
  if (!order) throw forbidden();
  if (['paid', 'capturing', 'pending', 'review'].includes(order.paymentState)) return { standing: order, items: ordered };
  if (order.paymentState === 'declined') throw paymentFailed(order);
  if (order.paymentState === 'refunded') throw conflict('refunded', 'This order has been refunded.');
  if (order.closed === 'cancelled') throw orderCancelled();
  if (order.closed === 'replaced')
    throw conflict('held', 'You have started a newer order for this track. Please pay that one instead.');

  assert(clock, 'an order that is locked is there');
  const items = clock.asQuoted ? ordered : await requote(db, order, ordered, timeZone);
  const taken = await claimForCapture(db, order, items);
  // The tracks may have been announced as free since the reservation ran out.
  if (!clock.runs) await announceHeld(tx, order.id, taken, await fromNow(db, CAPTURE_NOTICE_MS));
  order.startCapture(clock.checkAt, Boolean(clock.runs));
  await keepOrder(db, order, 'capture sent', `attempt ${order.attempt}`);
  const { id: orderId, attempt, captureRequestId: requestId } = order;
  return { items, sent: { orderId, paypalOrderId, attempt, requestId, items } };
}

/** Keeps or takes the order's tracks before any money moves, even after its reservation ran out, if nobody else has them. */
async function claimForCapture(db: EntityManager, order: Order, items: readonly OrderItem[]): Promise<Claim[]> {
  const ids = items.map((item) => item.productId);
  const claimed = claimAll(db, ids, { orderId: order.id, buyerId: order.buyerId, state: 'capturing' });
  await refuseGoneTracks(
    db,
    order,
    items,
    claimed.then(({ refused }) => refused),
  );
  return (await claimed).taken;
}

/** Acts on what PayPal answered to a capture. An unknown outcome changes nothing: the completer asks again. → the order after it */
export async function conclude(
  context: ServiceContext,
  sent: CaptureInFlight,
  outcome: CaptureOutcome,
  deadline: AbortSignal,
): Promise<Order> {
  const { orderId, items } = sent;
  switch (outcome.kind) {
    case 'captured':
      return applyCapture(context, orderId, outcome.capture, items);
    case 'already-captured': {
      const found = await context.gateway.lookUpOrder(sent.paypalOrderId, deadline);
      if (found.kind === 'found' && found.capture) return applyCapture(context, orderId, found.capture, items);
      return leaveToCompleter(context, sent, 'PayPal has captured it, but does not show it yet');
    }
    case 'refused':
    case 'declined':
      return onUnpaid(context, orderId, async (tx, order) => {
        const taken = await takeDecline(tx, order, sent.attempt, outcome.issue);
        if (taken) noteDecline(context, orderId, outcome.kind === 'refused' ? outcome.about : 'buyer', outcome.issue);
      });
    case 'not-approved':
      return onUnpaid(context, orderId, (tx, order) => takeBack(tx, order, sent.attempt));
    case 'gone':
      return onOrder(context, orderId, (tx, order) => endUnpaid(tx, order, 'expired', 'PayPal does not know the order any more'));
    case 'unknown':
      return leaveToCompleter(context, sent, outcome.reason, outcome.callRefused);
  }
}

/** Works on an order that a failed attempt left unpaid. Its buyer is locked: nobody suspends or deletes them meanwhile. */
async function onUnpaid(
  { source }: ServiceContext,
  orderId: number,
  work: (tx: Tx, order: Order) => Promise<unknown>,
): Promise<Order> {
  return inTx(source, async (tx) => {
    const [, order] = await Promise.all([keepBuyerOf(tx.db, orderId), locked(tx.db, Order, { id: orderId })]);
    assert(order, 'an order that was sent to PayPal is there');
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
    `UPDATE orders SET next_check_at = now(), checks = 1 WHERE id = $1 AND payment_state = 'capturing' AND attempt = $2 AND checks = 0`,
    [orderId, attempt],
  );
  return context.source.manager.findOneByOrFail(Order, { id: orderId });
}
