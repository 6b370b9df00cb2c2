import type { OrderStatus } from '@shop/contracts/constants';
import { adminActed } from '@shop/contracts/events';
import { locked, notFound, type Tx } from '@shop/kit';
import { release } from '../checkout/claims';
import { note } from './history';
import { Order } from './order.entity';
import { orderSubject } from './order-subject';

/**
 * Any of the four statuses at any time (spec 3 §4). It moves no money and releases no downloads; cancelling an order nobody has
 * begun to pay lets its tracks go, and setting another status opens it again.
 * @throws Refusal 404
 */
export async function changeStatus(tx: Tx, adminId: number, orderId: number, status: OrderStatus): Promise<Order> {
  const order = await locked(tx.db, Order, { id: orderId });
  if (!order) throw notFound('order');
  if (order.status === status) return order;
  const before = order.status;
  const changed = order.changeStatus(status);
  if (order.paymentState === 'created' && order.closed === 'cancelled') {
    await release(tx, orderId);
    order.end('expired');
  }
  await tx.db.save(order);
  await tx.emit(
    changed,
    ...adminActed(adminId, 'order.status-changed', orderSubject(orderId), { before: { status: before }, after: { status } }),
  );
  await note(tx.db, orderId, 'status', `${before} → ${status}, by admin ${adminId}`);
  return order;
}
