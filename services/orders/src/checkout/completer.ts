import { inTx, locked } from '@shop/messaging';
import { buyerNow } from '../buyers/buyer-now';
import { Order } from '../orders/order.entity';
import type { ServiceContext } from '../context';
import { conclude } from './capture-order';
import { endUnpaid } from './end-unpaid';
import { reviewLostPayment } from './review-payment';
import { applyCapture, onOrder } from './settle';

const BATCH = 20;
/** The completer asks about a payment less and less often: the pause doubles, up to these multiples of its interval. */
const LONGEST = { capturing: 4, pending: 40 };

/**
 * Ends orders that are still `created` when their reservation runs out (docs/product/payments.md#the-completer). An order that
 * cannot be ended comes again in the next turn, and does not stop the others.
 */
export async function endReservations({ source, log }: ServiceContext): Promise<void> {
  const due = await source.query<{ id: number }[]>(
    `SELECT id FROM orders WHERE payment_state = 'created' AND reserved_until < now() ORDER BY reserved_until LIMIT 200`,
  );
  for (const { id } of due) {
    const ending = inTx(source, async (tx) => {
      const order = await locked(tx.db, Order, { id });
      const [late] = await tx.db.query<unknown[]>('SELECT 1 FROM orders WHERE id = $1 AND reserved_until < now()', [id]);
      if (order?.paymentState === 'created' && late) await endUnpaid(tx, order, 'expired', 'not paid in time');
    });
    await ending.catch((error: unknown) =>
      log.error({ err: error, orderId: id }, 'a reservation could not be ended; it comes again'),
    );
  }
}

type Due = { id: number; paypal_order_id: string };

/** Asks PayPal about the payments that are due, on any number of replicas, and acts on the answers. */
export async function lookAtPayments(context: ServiceContext): Promise<void> {
  const due = await context.source.query<Due[]>(
    `WITH due AS (
       SELECT id FROM orders WHERE payment_state IN ('capturing', 'pending') AND next_check_at <= now()
       ORDER BY next_check_at LIMIT $1 FOR UPDATE SKIP LOCKED
     ), taken AS (
       UPDATE orders SET checks = checks + 1, next_check_at = now() + make_interval(secs => greatest($2::float8, $3::float8 *
         least(2 ^ least(checks, 10), CASE payment_state WHEN 'pending' THEN $4::float8 ELSE $5::float8 END)))
       FROM due WHERE orders.id = due.id RETURNING orders.id, paypal_order_id
     ) SELECT * FROM taken ORDER BY id`,
    [BATCH, context.leaseMs / 1000, context.completerEveryMs / 1000, LONGEST.pending, LONGEST.capturing],
  );
  for (const order of due) {
    await lookAtPayment(context, order).catch((error: unknown) =>
      context.log.error({ err: error, orderId: order.id }, 'a payment under way could not be looked at; it comes again'),
    );
  }
}

/**
 * Finds out what became of a payment and acts on it (docs/product/payments.md#the-completer). An approved order that is not
 * captured is captured again with the same request id. PayPal forgets these ids after 6 hours, but captures an order only once.
 */
export async function lookAtPayment(context: ServiceContext, { id, paypal_order_id: paypalOrderId }: Due): Promise<void> {
  const deadline = AbortSignal.timeout(context.providerWithinMs);
  const found = await context.gateway.lookUpOrder(paypalOrderId, deadline);
  if (found.kind === 'unknown') return;
  if (found.kind === 'found' && found.capture) {
    await applyCapture(context, id, found.capture);
    return;
  }
  const order = await context.source.manager.findOneByOrFail(Order, { id });
  const lost = found.kind === 'gone' || found.voided;
  if (order.paymentState === 'pending' && lost) {
    await onOrder(context, id, reviewLostPayment);
    return;
  }
  if (order.paymentState !== 'capturing') return;
  const over = order.closed ?? (await buyerNow(context.source.manager, order.buyerId)).whyNot;
  if (over) {
    await onOrder(context, id, (tx, current) => endUnpaid(tx, current, 'expired', over));
    return;
  }
  const sent = { orderId: id, paypalOrderId, attempt: order.attempt, requestId: order.captureRequestId };
  if (lost) await conclude(context, sent, { kind: 'gone' }, deadline);
  else await conclude(context, sent, await context.gateway.captureOrder(paypalOrderId, sent.requestId, deadline), deadline);
}
