import { SaleBooked, type DataOf, type OrderCaptured } from '@shop/contracts/events';
import type { Tx } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { dueOn } from './due-date';
import { book, lockOrder } from './journal';
import { salePostings } from './postings';
import { refundedSales, reverse } from './reverse-sale-when-payment-refunded';
import { shareOf } from './share';
import { shrinkSales } from './shrink-sale-when-refund-done';
import { storeOf } from './store-of';

/**
 * Books each sold track of a seller: the payment, the shop's part, the commission, the seller's net and the day when it is due
 * (docs/product/money-owed.md#the-ledger). Nothing is booked for the operator's own tracks. A refund that arrived before its sale
 * is booked right after it.
 */
export const bookSaleWhenOrderCaptured = (timeZone: string) =>
  async function bookSaleWhenOrderCaptured(tx: Tx, order: Order): Promise<void> {
    const { db, emit } = tx;
    const items = bySeller(order.items);
    if (items.length === 0) return;
    const due = dueOn(new Date(order.capturedAt), timeZone);
    // The database gets all of it at once, in this order.
    const [, sales, refundedItems] = await Promise.all([
      lockOrder(db, order.orderId),
      Promise.all(items.map((item) => bookItem(db, order, item, due))),
      refundedSales(db, order.orderId),
    ]);
    await emit(...sales.flatMap((sale) => sale ?? []));
    await shrinkSales(tx, order.orderId);
    await reverse(tx, order.orderId, refundedItems);
  };

type Order = DataOf<typeof OrderCaptured>;
type Item = Order['items'][number] & { sellerId: number };

/** @returns the event of the sale; null when it was booked before, or nobody knows the store */
async function bookItem(db: EntityManager, order: Order, { sellerId, productId, name: trackName, ...item }: Item, dueOn: string) {
  const share = shareOf(item);
  const { priceCents, projectCents, paidCents } = item;
  const sale = { sellerId, orderId: order.orderId, productId, trackName };
  const [booking, store] = await Promise.all([
    book(db, {
      kind: 'sale',
      ...sale,
      ...{ priceCents, projectCents, paidCents },
      dueOn,
      occurredAt: order.capturedAt,
      postings: salePostings(share),
    }),
    storeOf(db, sellerId),
  ]);
  if (booking === null || !store) return null;
  const { grossCents, sellerDiscountCents, shopDiscountCents, commissionCents, netCents } = share;
  return SaleBooked({
    ...store.said,
    ...sale,
    ...{ grossCents, sellerDiscountCents, shopDiscountCents, commissionCents, netCents },
    dueOn,
  });
}

/** Sorted by seller, so that balances are written in one order: two orders of the same sellers cannot deadlock. */
const bySeller = (items: Order['items']): Item[] =>
  items
    .flatMap((item) => (item.sellerId === null ? [] : [{ ...item, sellerId: item.sellerId }]))
    .sort((a, b) => a.sellerId - b.sellerId);
