import { SaleReversed, type DataOf, type PaymentRefunded } from '@shop/contracts/events';
import type { Tx } from '@shop/messaging';
import { soon } from '@shop/postgres';
import type { EntityManager } from 'typeorm';
import { book, lockOrder, standingPostingsOf } from './journal';
import { reversalOf } from './postings';
import { storeOf } from './store-of';

/** Reverses what is left of each sale of a refunded order, once. Orders announces it when all of the money went back. */
export async function reverseSaleWhenPaymentRefunded(tx: Tx, refund: DataOf<typeof PaymentRefunded>): Promise<void> {
  await lockOrder(tx.db, refund.orderId);
  await tx.db.query(
    'INSERT INTO ledger_refunds (order_id, refund_id, refunded_at) VALUES ($1, $2, $3) ON CONFLICT (order_id) DO NOTHING',
    soon([refund.orderId, refund.refundId, refund.refundedAt]),
  );
  await reverse(tx, refund.orderId, await refundedSales(tx.db, refund.orderId));
}

type Sale = { id: number; sellerId: number; productId: number; trackName: string; refundedAt: Date };

/** The booked sales of a refunded order that are not reversed yet. The caller has locked the order. */
export const refundedSales = (db: EntityManager, orderId: number): Promise<Sale[]> =>
  db.query<Sale[]>(
    `SELECT sale.id, sale.seller_id AS "sellerId", sale.product_id AS "productId", sale.track_name AS "trackName",
       refunded_at AS "refundedAt"
     FROM ledger_transactions sale JOIN ledger_refunds USING (order_id)
     WHERE order_id = $1 AND sale.kind = 'sale'
       AND NOT EXISTS (SELECT 1 FROM ledger_transactions WHERE reverses = sale.id) ORDER BY sale.seller_id, sale.id`,
    [orderId],
  );

/** Reverses these sales of an order, and tells their sellers. */
export async function reverse({ db, emit }: Tx, orderId: number, sales: readonly Sale[]): Promise<void> {
  for (const { id, sellerId, productId, trackName, refundedAt } of sales) {
    const [postings, store] = await Promise.all([standingPostingsOf(db, id), storeOf(db, sellerId)]);
    await book(db, { kind: 'refund', sellerId, reverses: id, occurredAt: refundedAt, postings: reversalOf(postings) });
    const netCents = -(postings.find(({ account }) => account === 'seller')?.amountCents ?? 0);
    if (store) await emit(SaleReversed({ ...store.said, orderId, productId, trackName, netCents }));
  }
}
