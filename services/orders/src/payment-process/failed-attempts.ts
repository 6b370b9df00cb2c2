import type { Tx } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { buyerNow } from '../buyers/buyer-now';
import { fromNow, RESERVED_SECONDS } from '../claims/claims';
import { stateOf } from '../orders/order-process';
import type { Order } from '../orders/order.entity';
import { transition } from './transition';

/** However often a payment is declined, its buyer holds the tracks no longer than this after they were first reserved. */
const DECLINED_SECONDS = 45 * 60;

/**
 * Gives the buyer 15 more minutes to try another way after PayPal declined this attempt, but not for ever
 * (docs/product/checkout.md#holds). A late decline of an older attempt changes nothing.
 * @returns whether this attempt was under way
 */
export const declineAttempt = (tx: Tx, order: Order, attempt: number, issue: string): Promise<boolean> =>
  failAttempt(tx, order, attempt, issue, RESERVED_SECONDS.paypal);

/**
 * Ends an attempt that the buyer has not approved, without a longer reservation.
 * @returns whether this attempt was under way
 */
export const withdrawAttempt = (tx: Tx, order: Order, attempt: number): Promise<boolean> =>
  failAttempt(tx, order, attempt, 'the buyer has not approved it', 0);

/**
 * Lets the reservation go on until its end, or for `moreSeconds` from now if that is longer. The caller has locked the buyer, and
 * then the order.
 * @returns whether this attempt was under way
 */
async function failAttempt(tx: Tx, order: Order, attempt: number, issue: string, moreSeconds: number): Promise<boolean> {
  if (stateOf(order) !== 'capturing' || order.attempt !== attempt) return false;
  const failure = `attempt ${attempt}: ${issue}`;
  const endReason = order.closed ? `${order.closed} meanwhile` : (await buyerNow(tx.db, order.buyerId)).blockedReason;
  const seconds = endReason ? 0 : await secondsLeft(tx.db, order.id, moreSeconds);
  if (seconds <= 0)
    return transition(tx, order, {
      kind: 'unpaid',
      detail: endReason ? `${failure}; ${endReason}` : failure,
      attemptFailed: true,
    });
  const reservedUntil = await fromNow(tx.db, seconds * 1000);
  return transition(tx, order, { kind: 'attempt-failed', detail: failure, seconds, reservedUntil });
}

/** How many seconds the reservation has left; 0 when it had ended before the payment began. */
async function secondsLeft(db: EntityManager, orderId: number, moreSeconds: number): Promise<number> {
  const [row] = await db.query<{ seconds: number }[]>(
    `SELECT extract(epoch FROM greatest(reserved_until, least(
       now() + make_interval(secs => $2),
       (SELECT coalesce(min(held_at), orders.created_at) FROM holds WHERE order_id = orders.id) + make_interval(secs => $3)
     )) - now())::float8 AS seconds
     FROM orders WHERE id = $1 AND reserved_until IS NOT NULL`,
    [orderId, moreSeconds, DECLINED_SECONDS],
  );
  return row?.seconds ?? 0;
}
