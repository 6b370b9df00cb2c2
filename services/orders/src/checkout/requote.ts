import type { EntityManager } from 'typeorm';
import { usableCoupon } from '../coupons/usable-coupon';
import { OrderItem } from '../orders/order-item.entity';
import type { Order } from '../orders/order.entity';
import { askedTracks, quote } from './quote';

/**
 * Whether an order is sold as it was quoted: its reservation runs, and every project that was ordered is still there to be delivered. In
 * SQL, of a row of `orders`.
 */
export const AS_QUOTED = `(reserved_until >= now() AND NOT EXISTS (
  SELECT 1 FROM order_items JOIN product_copies AS copy USING (product_id)
  WHERE order_id = orders.id AND project_chosen AND copy.project_name IS NULL))`;

/**
 * Prices are promised while the reservation runs (docs/product/checkout.md#the-price-promise): the caller asks first whether they hold
 * (AS_QUOTED). An order for which they do not is quoted again with this, as if it were made now, with its own totals as the ones that were
 * shown. Its coupon must still hold, but its code need not be shown again: the order has it already. The caller has locked its
 * buyer and the order, which is unpaid. → its items, stored with the names, prices and stores of now
 * @throws Refusal 409 like quote: price-changed with the new totals, also when a track no longer has the project that was ordered with it,
 * and what stands in the way of a track.
 */
export async function requote(
  db: EntityManager,
  order: Order,
  items: readonly OrderItem[],
  timeZone: string,
): Promise<OrderItem[]> {
  const wish = {
    productIds: items.map((item) => item.productId),
    projectIds: items.filter((item) => item.projectChosen).map((item) => item.productId),
    couponId: order.couponId,
    shownTotalCents: order.totalCents,
    shownDiscountCents: order.discountCents,
  };
  const asked = await askedTracks(db, order.buyerId, wish);
  const coupon = order.couponId === null ? null : await usableCoupon(db, { id: order.couponId }, timeZone, { toUse: true });
  // the use of the coupon by this very order does not count against its limit
  const quoted = await quote(db, order.buyerId, wish, { asked, coupon, replaced: [order.id], needsProjects: true });
  return db.save(items.map((item, i) => db.create(OrderItem, { ...item, ...quoted.items[i] })));
}
