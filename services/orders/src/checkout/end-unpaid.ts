import type { Tx } from '@shop/messaging';
import { announceHeld, claimAll, fromNow, release } from '../claims/claims';
import { note } from '../orders/history';
import { OrderItem } from '../orders/order-item.entity';
import type { Order } from '../orders/order.entity';
import { RESERVED_SECONDS } from './open-order';

/** A definite decline of this very attempt: 15 more minutes to try another way. A late answer to an older one is none. */
export async function takeDecline(tx: Tx, order: Order, attempt: number, issue: string): Promise<void> {
  if (order.paymentState !== 'capturing' || order.attempt !== attempt) return;
  await reserveAgain(tx, order, RESERVED_SECONDS.paypal);
  await note(tx.db, order.id, 'declined', `attempt ${attempt}: ${issue}`);
}

/** The buyer has not approved the payment: the reservation goes on, but not a second longer than before. */
export async function takeBack(tx: Tx, order: Order, attempt: number): Promise<void> {
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
