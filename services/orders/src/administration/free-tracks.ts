import { adminActed } from '@shop/contracts/events';
import { conflict, notFound } from '@shop/http';
import { locked, type Tx } from '@shop/messaging';
import { release } from '../claims/claims';
import { note } from '../orders/history';
import { Order, orderSubject } from '../orders/order.entity';
import { isRefunded } from '../payment-states';

/**
 * Puts the tracks of a refunded order back on sale (docs/product/payments.md#putting-tracks-back-on-sale).
 * @returns the order
 * @throws Refusal 404, 409 when the order is not refunded
 */
export async function freeTracks(tx: Tx, adminId: number, orderId: number): Promise<Order> {
  const order = await locked(tx.db, Order, { id: orderId });
  if (!order) throw notFound('order');
  if (!isRefunded(order)) throw conflict('not-refunded', 'Only the tracks of a refunded order can go back on sale.');
  const freedCount = await release(tx, orderId, { sold: true });
  if (freedCount === 0) return order;
  await note(tx.db, orderId, 'released', `${freedCount} back on sale, by admin ${adminId}`);
  await tx.emit(
    ...adminActed(adminId, 'order.tracks-freed', orderSubject(orderId), { before: null, after: { tracks: freedCount } }),
  );
  return order;
}
