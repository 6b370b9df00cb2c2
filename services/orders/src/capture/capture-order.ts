import assert from 'node:assert/strict';
import { conflict, forbidden, Refusal } from '@shop/http';
import { inOrder, inTx, locked, rowsOf, type Tx } from '@shop/messaging';
import { refuseDeletedBuyer, lockBuyerRowOf, lockBuyer } from '../buyers/buyer-locks';
import { refuseGoneTracks } from '../checkout/refuse-gone-tracks';
import { AS_QUOTED, requote } from '../checkout/requote';
import { OrderItem } from '../orders/order-item.entity';
import { stateOf } from '../orders/order-process';
import { Order } from '../orders/order.entity';
import { declineAttempt, withdrawAttempt } from '../payment-process/failed-attempts';
import { applyCapture } from '../payment-process/settle';
import { TracksGone, transition, withOrder } from '../payment-process/transition';
import { recordDecline } from '../payments/declines';
import type { CaptureOutcome } from '../payments/payment-gateway';
import { hasMoney, isReserved, isUnderWay, isUnpaid } from '../payment-states';
import type { ServiceContext } from '../context';

/**
 * Takes the money for an order that its buyer approved, once, however often it is called. No transaction is open during the call
 * to PayPal.
 * @returns its items, and the order: paid, or capturing, pending or review ("being confirmed")
 * @throws Refusal 401 when the account is gone, 403 when the order is not the buyer's, 409 before any money moves when a track is
 * gone or has another price, or when the order is cancelled, 422 when PayPal declines or the shop's account is refused
 */
export async function captureOrder(context: ServiceContext, buyerId: number, paypalOrderId: string): Promise<OrderWithItems> {
  const start = await inTx(context.source, (tx) => beginCapture(tx, context, buyerId, paypalOrderId));
  const { items } = start;
  if ('standing' in start) return { order: start.standing, items };

  const deadline = AbortSignal.timeout(context.providerWithinMs);
  const outcome = await context.gateway.captureOrder(paypalOrderId, start.sent.requestId, deadline);
  const order = await conclude(context, start.sent, outcome, deadline);
  if (isUnpaid(order) && order.closed === 'cancelled') throw orderCancelled();
  if (isUnpaid(order)) throw outcome.kind === 'refused' ? paypalRefuses() : paymentFailed(order);
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

type OrderWithItems = { order: Order; items: OrderItem[] };
type CaptureStart = { items: OrderItem[] } & ({ standing: Order } | { sent: CaptureInFlight });

const ASKED_ORDER = '(SELECT id FROM orders WHERE paypal_order_id = $1 AND buyer_id = $2)';

/** `again` tells the browser that the reservation goes on: the buyer may try again in the same PayPal order. */
const paymentFailed = (order: Order) =>
  new Refusal('unprocessable', 'declined', 'Payment failed. Please try again.', {
    details: { again: isReserved(order) },
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
): Promise<CaptureStart> {
  const { db } = tx;
  // The locks of openOrder, in its order: the buyer, the buyer's row, the order. What is read after them stays true until this
  // transaction ends.
  const [, , order, orderItems, [clock]] = await inOrder(db, [
    () => lockBuyer(db, buyerId),
    () => refuseDeletedBuyer(db, buyerId),
    () => locked(db, Order, { paypalOrderId, buyerId }),
    () => rowsOf(db, OrderItem, `WHERE order_id = ${ASKED_ORDER} ORDER BY position`, [paypalOrderId, buyerId]),
    () =>
      db.query<{ asQuoted: boolean | null; runs: boolean | null; checkAt: Date }[]>(
        `SELECT ${AS_QUOTED} AS "asQuoted", reserved_until >= now() AS runs, now() + make_interval(secs => $3) AS "checkAt"
       FROM orders WHERE id = ${ASKED_ORDER}`,
        [paypalOrderId, buyerId, leaseMs / 1000],
      ),
  ]);
  if (!order) throw forbidden();
  const state = stateOf(order);
  if (state === 'refunded') throw conflict('refunded', 'This order has been refunded.');
  if (isUnderWay(order) || hasMoney(order)) return { standing: order, items: orderItems };
  if (state === 'declined') throw paymentFailed(order);
  if (order.closed === 'cancelled') throw orderCancelled();
  if (order.closed === 'replaced')
    throw conflict('held', 'You have started a newer order for this track. Please pay that one instead.');

  assert(clock, 'an order that is locked is there');
  const items = clock.asQuoted ? orderItems : await requote(db, order, orderItems, timeZone);
  const claiming = transition(
    tx,
    order,
    {
      kind: 'capture-begun',
      detail: `attempt ${order.attempt}`,
      nextCheckAt: clock.checkAt,
      reservationRuns: Boolean(clock.runs),
    },
    items,
  );
  await refuseGoneTracks(
    db,
    order,
    items,
    claiming.then(() => [], tracksGone),
  );
  const { id: orderId, attempt, captureRequestId: requestId } = order;
  return { items, sent: { orderId, paypalOrderId, attempt, requestId, items } };
}

/** The tracks of a claim that failed because another order has them. */
function tracksGone(error: unknown): readonly number[] {
  if (error instanceof TracksGone) return error.productIds;
  throw error;
}

/**
 * Acts on what PayPal answered to a capture. An unknown outcome changes nothing: the completer asks again.
 * @returns the order after it
 */
export async function conclude(
  context: ServiceContext,
  inFlight: CaptureInFlight,
  outcome: CaptureOutcome,
  deadline: AbortSignal,
): Promise<Order> {
  const { orderId, items } = inFlight;
  switch (outcome.kind) {
    case 'captured':
      return applyCapture(context, orderId, outcome.capture, items);
    case 'already-captured': {
      const lookup = await context.gateway.lookUpOrder(inFlight.paypalOrderId, deadline);
      if (lookup.kind === 'found' && lookup.capture) return applyCapture(context, orderId, lookup.capture, items);
      return leaveToCompleter(context, inFlight, 'PayPal has captured it, but does not show it yet');
    }
    case 'refused':
    case 'declined':
      return withBuyerAndOrder(context, orderId, async (tx, order) => {
        const isDeclined = await declineAttempt(tx, order, inFlight.attempt, outcome.issue);
        if (isDeclined) recordDecline(context, orderId, outcome.kind === 'refused' ? outcome.about : 'buyer', outcome.issue);
      });
    case 'not-approved':
      return withBuyerAndOrder(context, orderId, (tx, order) => withdrawAttempt(tx, order, inFlight.attempt));
    case 'gone':
      return withOrder(context.source, orderId, (tx, order) =>
        transition(tx, order, { kind: 'unpaid', detail: 'PayPal does not know the order any more' }),
      );
    case 'unknown':
      return leaveToCompleter(context, inFlight, outcome.reason, outcome.callRefused);
  }
}

/** Works on an order that a failed attempt left unpaid. Its buyer is locked: nobody suspends or deletes them meanwhile. */
async function withBuyerAndOrder(
  { source }: ServiceContext,
  orderId: number,
  work: (tx: Tx, order: Order) => Promise<unknown>,
): Promise<Order> {
  return inTx(source, async (tx) => {
    const [, order] = await inOrder(tx.db, [(db) => lockBuyerRowOf(db, orderId), (db) => locked(db, Order, { id: orderId })]);
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
