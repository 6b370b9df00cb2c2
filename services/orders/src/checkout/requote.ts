import type { EntityManager } from 'typeorm';
import { usableCoupon } from '../coupons/shown-coupon';
import { OrderItem } from '../orders/order-item.entity';
import type { Order } from '../orders/order.entity';
import { wishedTracks, quote } from './quote';

/** SQL over a row of `orders`: the quote holds, because the reservation runs and every ordered project is still there. */
export const AS_QUOTED = `(reserved_until >= now() AND NOT EXISTS (
  SELECT 1 FROM order_items JOIN product_copies AS copy USING (product_id)
  WHERE order_id = orders.id AND project_chosen AND copy.project_name IS NULL))`;

/**
 * Quotes an order again as if it were made now, once its price promise no longer holds (AS_QUOTED,
 * docs/product/checkout.md#the-price-promise). Its coupon must still hold, but its code need not be shown again. The caller has
 * locked the buyer and the unpaid order.
 * @returns its items, stored with the present names, prices and stores
 * @throws Refusal 409 like quote; price-changed also when a track no longer has the ordered project
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
  const tracks = await wishedTracks(db, order.buyerId, wish);
  const coupon = order.couponId === null ? null : await usableCoupon(db, { id: order.couponId }, timeZone, { toUse: true });
  // The order's own use of the coupon does not count against the limit.
  const newQuote = await quote(db, order.buyerId, wish, { asked: tracks, coupon, replaced: [order.id], needsProjects: true });
  return db.save(items.map((item, i) => db.create(OrderItem, { ...item, ...newQuote.items[i] })));
}
