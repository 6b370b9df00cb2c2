import { adminActed } from '@shop/contracts/events';
import { conflict, notFound } from '@shop/http';
import { locked, type Tx } from '@shop/messaging';
import { release } from '../claims/claims';
import { note } from '../orders/history';
import { isGivenBack } from '../orders/order-item.entity';
import { itemsOf } from '../orders/order-queries';
import { Order, orderSubject } from '../orders/order.entity';
import { isRefunded } from '../payment-states';

/**
 * Puts the tracks of an order back on sale whose money went back: all of a refunded order, else those that were given back alone
 * (docs/product/payments.md#putting-tracks-back-on-sale).
 * @returns the order
 * @throws Refusal 404, 409 when no track was given back
 */
export async function freeTracks(tx: Tx, adminId: number, orderId: number): Promise<Order> {
  const order = await locked(tx.db, Order, { id: orderId });
  if (!order) throw notFound('order');
  const items = await itemsOf(tx.db, orderId);
  const givenBack = isRefunded(order) ? items : items.filter(isGivenBack);
  if (givenBack.length === 0) throw conflict('not-refunded', 'Only tracks whose money went back can go back on sale.');
  const freedCount = await release(tx, orderId, { sold: givenBack.map(({ productId }) => productId) });
  if (freedCount === 0) return order;
  await note(tx.db, orderId, 'released', `${freedCount} back on sale, by admin ${adminId}`);
  await tx.emit(
    ...adminActed(adminId, 'order.tracks-freed', orderSubject(orderId), { before: null, after: { tracks: freedCount } }),
  );
  return order;
}
