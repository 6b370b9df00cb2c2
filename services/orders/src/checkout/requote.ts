import type { EntityManager } from 'typeorm';
import type { OrderItem } from '../orders/order-item.entity';
import type { Order } from '../orders/order.entity';
import { askedTracks, quote } from './quote';

/**
 * Prices are promised while the reservation runs (docs/product/checkout.md#the-price-promise): the caller asks first whether it does. An
 * order whose reservation has run out is quoted again with this, as if it were made now, with its own totals as the ones that were shown.
 * @throws Refusal 409 like quote: price-changed with the new totals, and what stands in the way of a track.
 */
export async function refuseNewPrice(
  db: EntityManager,
  order: Order,
  items: readonly OrderItem[],
  timeZone: string,
): Promise<void> {
  const wish = {
    productIds: items.map((item) => item.productId),
    projectIds: items.filter((item) => item.projectChosen).map((item) => item.productId),
    couponId: order.couponId,
    shownTotalCents: order.totalCents,
    shownDiscountCents: order.discountCents,
  };
  // the use of the coupon by this very order does not count against its limit
  await quote(db, order.buyerId, wish, await askedTracks(db, order.buyerId, wish), timeZone, [order.id]);
}
