import { SaleReversed, type DataOf, type PaymentRefunded } from '@shop/contracts/events';
import type { Tx } from '@shop/messaging';
import { book, lockOrder, postingsOf } from './journal';
import { reversed } from './postings';
import { saidOf, storeOf } from './store-of';

/**
 * Reverses each sale of an order that was refunded, once. Orders announces a refund only when all of the money went back; after a part
 * of it, orders tells the operator alone, and the ledger stays as it is (record 0013).
 */
export async function reverseSaleWhenPaymentRefunded(tx: Tx, refund: DataOf<typeof PaymentRefunded>): Promise<void> {
  await lockOrder(tx.db, refund.orderId);
  await tx.db.query(
    'INSERT INTO ledger_refunds (order_id, refund_id, refunded_at) VALUES ($1, $2, $3) ON CONFLICT (order_id) DO NOTHING',
    [refund.orderId, refund.refundId, refund.refundedAt],
  );
  await reverseSalesOf(tx, refund.orderId);
}

type Sale = { id: number; sellerId: number; productId: number; trackName: string; refundedAt: Date };

/** Reverses the booked sales of a refunded order that are not reversed yet. The caller has locked the order. */
export async function reverseSalesOf({ db, emit }: Tx, orderId: number): Promise<void> {
  const sales = await db.query<Sale[]>(
    `SELECT sale.id, sale.seller_id AS "sellerId", sale.product_id AS "productId", sale.track_name AS "trackName",
       refunded_at AS "refundedAt"
     FROM ledger_transactions sale JOIN ledger_refunds USING (order_id)
     WHERE order_id = $1 AND sale.kind = 'sale'
       AND NOT EXISTS (SELECT 1 FROM ledger_transactions WHERE reverses = sale.id) ORDER BY sale.seller_id, sale.id`,
    [orderId],
  );
  for (const { id, sellerId, productId, trackName, refundedAt } of sales) {
    const postings = await postingsOf(db, id);
    await book(db, { kind: 'refund', sellerId, reverses: id, occurredAt: refundedAt, postings: reversed(postings) });
    const store = await storeOf(db, sellerId);
    const netCents = -(postings.find(({ account }) => account === 'seller')?.amountCents ?? 0);
    if (store) await emit(SaleReversed({ ...(await saidOf(db, store)), orderId, productId, trackName, netCents }));
  }
}
