import assert from 'node:assert/strict';
import { OrderPlaced } from '@shop/contracts/events';
import type { Tx } from '@shop/messaging';
import { buyerNow } from '../buyers/buyer-now';
import type { Order } from '../orders/order.entity';
import type { Settings } from '../context';
import { openOrder, type Purchase } from './open-order';

/**
 * Makes an unpaid order that holds its tracks for 24 hours, while buyer and operator arrange the payment
 * (docs/product/checkout.md#arranging-a-payment). It releases nothing.
 * @returns the order
 * @throws Refusal like openOrder
 */
export async function placeOrder(tx: Tx, purchase: Omit<Purchase, 'way'>, settings: Settings): Promise<Order> {
  const { order, items } = await openOrder(tx, { ...purchase, way: 'arranged' }, settings);
  const { firstName, lastName, email, country } = order.customer;
  assert(order.reservedUntil, 'an order that was made holds its tracks');
  const { accountEmail } = await buyerNow(tx.db, order.buyerId);
  await tx.emit(
    OrderPlaced({
      orderId: order.id,
      version: order.version,
      buyerId: order.buyerId,
      accountEmail,
      customer: { firstName, lastName, email, country },
      items: items.map(({ productId, name, sellerId, storeName, priceCents, projectCents }) => ({
        productId,
        name,
        sellerId,
        storeName,
        priceCents,
        projectCents,
      })),
      subtotalCents: order.subtotalCents,
      discountCents: order.discountCents,
      feeCents: order.feeCents,
      couponCode: order.couponCode,
      totalCents: order.totalCents,
      heldUntil: order.reservedUntil.toISOString(),
    }),
  );
  return order;
}
