import type { OrderStatus } from '@shop/contracts/constants';
import { adminActed } from '@shop/contracts/events';
import { notFound } from '@shop/http';
import { locked, type Tx } from '@shop/messaging';
import { note } from '../orders/history';
import { Order, orderSubject } from '../orders/order.entity';
import { transition } from '../payment-process/transition';
import { isReserved } from '../payment-states';

/**
 * Sets any of the four statuses, at any time (docs/product/checkout.md#order-status). It moves no money and releases no
 * downloads. Cancelling frees the tracks of an unpaid order; while PayPal is asked, they stay held until PayPal refuses or has
 * taken nothing. Another status allows payment again.
 * @returns the order as it is now
 * @throws Refusal 404
 */
export async function changeStatus(tx: Tx, adminId: number, orderId: number, status: OrderStatus): Promise<Order> {
  const order = await locked(tx.db, Order, { id: orderId });
  if (!order) throw notFound('order');
  if (order.status === status) return order;
  const before = order.status;
  const detail = `${before} → ${status}, by admin ${adminId}`;
  if (status === 'cancelled' && isReserved(order)) {
    await transition(tx, order, { kind: 'unpaid', detail: `cancelled by admin ${adminId}`, cancelled: true });
    await note(tx.db, orderId, 'status', detail);
  } else await transition(tx, order, { kind: 'status-changed', detail, status });
  await tx.emit(
    ...adminActed(adminId, 'order.status-changed', orderSubject(orderId), { before: { status: before }, after: { status } }),
  );
  return order;
}
