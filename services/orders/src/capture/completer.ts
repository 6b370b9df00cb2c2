import assert from 'node:assert/strict';
import { inTx, locked, type Tx } from '@shop/messaging';
import { buyerNow } from '../buyers/buyer-now';
import { alarm, stateOf } from '../orders/order-process';
import { Order } from '../orders/order.entity';
import { applyCapture } from '../payment-process/settle';
import { transition, withOrder } from '../payment-process/transition';
import { IS_RESERVED, IS_UNDER_WAY, isReserved } from '../payment-states';
import type { ServiceContext } from '../context';
import { conclude } from './capture-order';

const BATCH = 20;
/** The completer asks about a payment less and less often: the pause doubles, up to these multiples of its interval. */
const LONGEST = { capturing: 4, pending: 40 };

/**
 * Ends orders that are still `created` when their reservation runs out (docs/product/payments.md#the-completer). An order that
 * cannot be ended comes again in the next turn, and does not stop the others.
 */
export async function endReservations({ source, log }: ServiceContext): Promise<void> {
  const due = await source.query<{ id: number }[]>(
    `SELECT id FROM orders WHERE ${IS_RESERVED} AND reserved_until < now() ORDER BY reserved_until LIMIT 200`,
  );
  for (const { id } of due) {
    const ending = inTx(source, async (tx) => {
      const order = await locked(tx.db, Order, { id });
      const [row] = await tx.db.query<unknown[]>('SELECT 1 FROM orders WHERE id = $1 AND reserved_until < now()', [id]);
      if (order && isReserved(order) && row) await transition(tx, order, { kind: 'unpaid', detail: 'not paid in time' });
    });
    await ending.catch((error: unknown) =>
      log.error({ err: error, orderId: id }, 'a reservation could not be ended; it comes again'),
    );
  }
}

type Due = { id: number; paypal_order_id: string };

/** Asks PayPal about the payments that are due, on any number of replicas, and acts on the answers. */
export async function pollPayments(context: ServiceContext): Promise<void> {
  const due = await context.source.query<Due[]>(
    `WITH due AS (
       SELECT id FROM orders WHERE ${IS_UNDER_WAY} AND next_check_at <= now()
       ORDER BY next_check_at LIMIT $1 FOR UPDATE SKIP LOCKED
     ), taken AS (
       UPDATE orders SET checks = checks + 1, next_check_at = now() + make_interval(secs => greatest($2::float8, $3::float8 *
         least(2 ^ least(checks, 10), CASE payment_state WHEN 'pending' THEN $4::float8 ELSE $5::float8 END)))
       FROM due WHERE orders.id = due.id RETURNING orders.id, paypal_order_id
     ) SELECT * FROM taken ORDER BY id`,
    [BATCH, context.leaseMs / 1000, context.completerEveryMs / 1000, LONGEST.pending, LONGEST.capturing],
  );
  for (const order of due) {
    await pollPayment(context, order).catch((error: unknown) =>
      context.log.error({ err: error, orderId: order.id }, 'a payment under way could not be polled; it comes again'),
    );
  }
}

/**
 * Finds out what became of a payment and acts on it (docs/product/payments.md#the-completer). An approved order that is not
 * captured is captured again with the same request id. PayPal forgets these ids after 6 hours, but captures an order only once.
 */
export async function pollPayment(context: ServiceContext, { id, paypal_order_id: paypalOrderId }: Due): Promise<void> {
  const deadline = AbortSignal.timeout(context.providerWithinMs);
  const outcome = await context.gateway.lookUpOrder(paypalOrderId, deadline);
  if (outcome.kind === 'unknown') return;
  if (outcome.kind === 'found' && outcome.capture) {
    await applyCapture(context, id, outcome.capture);
    return;
  }
  const order = await context.source.manager.findOneByOrFail(Order, { id });
  const isLost = outcome.kind === 'gone' || outcome.voided;
  if (isLost && stateOf(order) === 'pending') {
    await withOrder(context.source, id, reviewLostPayment);
    return;
  }
  if (stateOf(order) !== 'capturing') return;
  const endReason = order.closed ?? (await buyerNow(context.source.manager, order.buyerId)).blockedReason;
  if (endReason) {
    await withOrder(context.source, id, (tx, current) => transition(tx, current, { kind: 'unpaid', detail: endReason }));
    return;
  }
  const inFlight = { orderId: id, paypalOrderId, attempt: order.attempt, requestId: order.captureRequestId };
  if (isLost) await conclude(context, inFlight, { kind: 'gone' }, deadline);
  else
    await conclude(context, inFlight, await context.gateway.captureOrder(paypalOrderId, inFlight.requestId, deadline), deadline);
}

/** Puts a held payment that PayPal no longer shows under review: an admin finds out whether money came. */
async function reviewLostPayment(tx: Tx, order: Order): Promise<void> {
  // The admin can find the payment by PayPal's order too.
  const captureId = order.heldCaptureId ?? order.paypalOrderId;
  assert(captureId, 'an order whose payment is held was made at PayPal');
  const review = alarm('PayPal no longer shows the payment that it held', captureId);
  await transition(tx, order, { kind: 'capture-lost', ...review, amountCents: order.totalCents });
}
