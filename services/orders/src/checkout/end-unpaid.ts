import { rowsOf, type Tx } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { buyerNow } from '../buyers/buyer-now';
import { announceHeld, claimAll, fromNow, release } from '../claims/claims';
import { keepOrder } from '../orders/keep-order';
import { OrderItem } from '../orders/order-item.entity';
import { Order } from '../orders/order.entity';
import { lockClaims, RESERVED_SECONDS } from './open-order';

/** However often a payment is declined, its buyer holds the tracks no longer than this after they were first reserved. */
const DECLINED_SECONDS = 45 * 60;

/**
 * Gives the buyer 15 more minutes to try another way after PayPal declined this attempt, but not for ever
 * (docs/product/checkout.md#holds). A late decline of an older attempt changes nothing. → whether this attempt was under way
 */
export const takeDecline = (tx: Tx, order: Order, attempt: number, issue: string): Promise<boolean> =>
  failAttempt(tx, order, attempt, issue, RESERVED_SECONDS.paypal);

/** Ends an attempt that the buyer has not approved, without a longer reservation. → whether this attempt was under way */
export const takeBack = (tx: Tx, order: Order, attempt: number): Promise<boolean> =>
  failAttempt(tx, order, attempt, 'the buyer has not approved it', 0);

/**
 * Lets the reservation go on until its end, or for `moreSeconds` from now if that is longer. The caller has locked the buyer, and
 * then the order. → whether this attempt was under way
 */
async function failAttempt(tx: Tx, order: Order, attempt: number, issue: string, moreSeconds: number): Promise<boolean> {
  if (order.paymentState !== 'capturing' || order.attempt !== attempt) return false;
  const why = `attempt ${attempt}: ${issue}`;
  const over = order.closed ? `${order.closed} meanwhile` : (await buyerNow(tx.db, order.buyerId)).whyNot;
  const seconds = over ? 0 : await secondsLeft(tx.db, order.id, moreSeconds);
  if (seconds <= 0) {
    order.nextAttempt();
    return endUnpaid(tx, order, 'expired', over ? `${why}; ${over}` : why);
  }
  const items = await tx.db.findBy(OrderItem, { orderId: order.id });
  const ids = items.map((item) => item.productId);
  const { taken } = await claimAll(tx.db, ids, { orderId: order.id, buyerId: order.buyerId, state: 'reserved', seconds });
  const until = await fromNow(tx.db, seconds * 1000);
  order.failAttempt(until);
  await keepOrder(tx.db, order, 'declined', why);
  await announceHeld(tx, order.id, taken, until);
  return true;
}

/** How many seconds the reservation has left; 0 when it had ended before the payment began. */
async function secondsLeft(db: EntityManager, orderId: number, moreSeconds: number): Promise<number> {
  const [left] = await db.query<{ seconds: number }[]>(
    `SELECT extract(epoch FROM greatest(reserved_until, least(
       now() + make_interval(secs => $2),
       (SELECT coalesce(min(held_at), orders.created_at) FROM holds WHERE order_id = orders.id) + make_interval(secs => $3)
     )) - now())::float8 AS seconds
     FROM orders WHERE id = $1 AND reserved_until IS NOT NULL`,
    [orderId, moreSeconds, DECLINED_SECONDS],
  );
  return left?.seconds ?? 0;
}

/** Ends all unpaid orders of a buyer, whose row the caller has locked. It locks all their claims first to prevent deadlocks. */
export async function endOrdersOf(tx: Tx, buyerId: number, why: string): Promise<void> {
  const orders = await rowsOf(tx.db, Order, `WHERE buyer_id = $1 AND payment_state = 'created' ORDER BY id FOR UPDATE`, [
    buyerId,
  ]);
  if (orders.length === 0) return;
  await lockClaims(
    tx.db,
    [],
    orders.map(({ id }) => id),
  );
  for (const order of orders) await endUnpaid(tx, order, 'expired', why);
}

/**
 * Ends an order that will never be paid and frees its tracks, unless it is paid or ended, or in review and PayPal has not declined.
 * → whether it ended now
 */
export async function endUnpaid(tx: Tx, order: Order, state: 'expired' | 'declined', why: string): Promise<boolean> {
  const endable = state === 'expired' ? ['created', 'capturing'] : ['created', 'capturing', 'pending', 'expired', 'review'];
  if (!endable.includes(order.paymentState)) return false;
  const { accountEmail } = await buyerNow(tx.db, order.buyerId);
  await release(tx, order.id);
  const told = order.end(state, accountEmail);
  await keepOrder(tx.db, order, state, why);
  if (told) await tx.emit(told);
  return true;
}
