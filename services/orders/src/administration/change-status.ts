import type { OrderStatus } from '@shop/contracts/constants';
import { adminActed } from '@shop/contracts/events';
import { notFound } from '@shop/http';
import { locked, type Tx } from '@shop/messaging';
import { endUnpaid } from '../checkout/end-unpaid';
import { keepOrder } from '../orders/keep-order';
import { orderSubject } from '../orders/order-subject';
import { Order } from '../orders/order.entity';

/**
 * Sets any of the four statuses, at any time (docs/product/checkout.md#order-status). It moves no money and releases no downloads.
 * Cancelling frees the tracks of an unpaid order; while PayPal is asked, they stay held until PayPal refuses or has taken nothing.
 * Another status allows payment again. → the order as it is now @throws Refusal 404
 */
export async function changeStatus(tx: Tx, adminId: number, orderId: number, status: OrderStatus): Promise<Order> {
  const order = await locked(tx.db, Order, { id: orderId });
  if (!order) throw notFound('order');
  if (order.status === status) return order;
  const before = order.status;
  order.changeStatus(status);
  if (order.paymentState === 'created' && order.closed) await endUnpaid(tx, order, 'expired', `cancelled by admin ${adminId}`);
  await keepOrder(tx.db, order, 'status', `${before} → ${status}, by admin ${adminId}`);
  await tx.emit(
    ...adminActed(adminId, 'order.status-changed', orderSubject(orderId), { before: { status: before }, after: { status } }),
  );
  return order;
}
