import { SaleBooked, type DataOf, type OrderCaptured } from '@shop/contracts/events';
import type { Tx } from '@shop/messaging';
import { dueOn } from './due-date';
import { book, lockOrder } from './journal';
import { salePostings } from './postings';
import { reverseSalesOf } from './reverse-sale-when-payment-refunded';
import { shareOf } from './share';
import { saidOf, storeOf } from './store-of';

/**
 * Books each sold track of a seller: what was paid, what the shop adds, the commission, the seller's net and the day when it is due
 * (docs/product/money-owed.md#the-ledger). The operator's own tracks have no seller, and nothing is booked for them. A refund that
 * arrived before its sale is booked right after it.
 */
export const bookSales = (timeZone: string) =>
  async function bookSaleWhenOrderCaptured(tx: Tx, order: DataOf<typeof OrderCaptured>): Promise<void> {
    const { db, emit } = tx;
    await lockOrder(db, order.orderId);
    const due = dueOn(new Date(order.capturedAt), timeZone);

    for (const { sellerId, productId, name: trackName, ...item } of bySeller(order.items)) {
      const share = shareOf(item);
      const { priceCents, projectCents, paidCents } = item;
      const sale = { sellerId, orderId: order.orderId, productId, trackName };
      const booked = await book(db, {
        kind: 'sale',
        ...sale,
        ...{ priceCents, projectCents, paidCents },
        dueOn: due,
        occurredAt: order.capturedAt,
        postings: salePostings(share),
      });
      const store = await storeOf(db, sellerId);
      if (booked === null || !store) continue;
      const { grossCents, sellerDiscountCents, shopDiscountCents, commissionCents, netCents } = share;
      await emit(
        SaleBooked({
          ...(await saidOf(db, store)),
          ...sale,
          ...{ grossCents, sellerDiscountCents, shopDiscountCents, commissionCents, netCents },
          dueOn: due,
        }),
      );
    }
    await reverseSalesOf(tx, order.orderId);
  };

type Item = DataOf<typeof OrderCaptured>['items'][number];

/** Balances are written in the order of the sellers' ids, so that two orders of the same sellers cannot block each other (a deadlock). */
const bySeller = (items: readonly Item[]) =>
  items
    .flatMap((item) => (item.sellerId === null ? [] : [{ ...item, sellerId: item.sellerId }]))
    .sort((a, b) => a.sellerId - b.sellerId);
