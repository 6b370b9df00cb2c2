import { SaleReduced, type DataOf, type RefundDone } from '@shop/contracts/events';
import type { Tx } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { book, refundedPaymentSql, lockOrder } from './journal';
import { differenceOf } from './postings';
import { shareOf } from './share';
import { storeOf } from './store-of';

/**
 * Shrinks the sales of an order of which a part was given back, when they bear it: each share by the rule by which it was made, once
 * for each refund and track (docs/product/money-owed.md#refunds-of-a-part). All of the money is another event's; what the house bears
 * touches no share.
 */
export async function shrinkSaleWhenRefundDone(tx: Tx, refund: DataOf<typeof RefundDone>): Promise<void> {
  if (refund.full || refund.borneBy === 'house') return;
  const { orderId, refundId, items, occurredAt } = refund;
  const ofTrack = new Map<number, number>();
  for (const { productId, amountCents } of items) ofTrack.set(productId, (ofTrack.get(productId) ?? 0) + amountCents);
  const parts = [...ofTrack].filter(([, amountCents]) => amountCents > 0);
  await lockOrder(tx.db, orderId);
  await tx.db.query(
    `INSERT INTO ledger_part_refunds (refund_id, order_id, product_id, amount_cents, refunded_at)
     SELECT $1, $2, product_id, amount_cents, $5 FROM unnest($3::int[], $4::int[]) AS part (product_id, amount_cents)
     ON CONFLICT DO NOTHING`,
    [refundId, orderId, parts.map(([productId]) => productId), parts.map(([, amountCents]) => amountCents), occurredAt],
  );
  await shrinkSales(tx, orderId);
}

type Part = {
  refundId: string;
  refundedAt: Date;
  amountCents: number;
  sellerId: number;
  productId: number;
  trackName: string;
  priceCents: number;
  projectCents: number;
  paidCents: number;
};

/** Books the part refunds of an order that are not booked yet, of sales that stand. The caller has locked the order. */
export async function shrinkSales({ db, emit }: Tx, orderId: number): Promise<void> {
  const parts = await db.query<Part[]>(
    `SELECT part.refund_id AS "refundId", part.refunded_at AS "refundedAt", part.amount_cents AS "amountCents",
       sale.seller_id AS "sellerId", product_id AS "productId", sale.track_name AS "trackName",
       sale.price_cents AS "priceCents", sale.project_cents AS "projectCents", sale.paid_cents AS "paidCents"
     FROM ledger_part_refunds part JOIN ledger_transactions sale USING (order_id, product_id)
     WHERE order_id = $1 AND sale.kind = 'sale' AND NOT EXISTS (SELECT 1 FROM ledger_transactions WHERE reverses = sale.id)
       AND NOT EXISTS (SELECT 1 FROM ledger_transactions WHERE source = 'refund ' || part.refund_id || ' ' || product_id)
     ORDER BY sale.seller_id, part.refunded_at, part.refund_id, product_id`,
    [orderId],
  );
  for (const { refundId, refundedAt, amountCents, sellerId, productId, trackName, ...sold } of parts) {
    const before = await refundedCents(db, orderId, productId);
    const after = Math.min(sold.paidCents, before + amountCents);
    if (after === before) continue;
    const [shareBefore, share] = [shareOf(sold, before), shareOf(sold, after)];
    const id = await book(db, {
      ...{ kind: 'part_refund', sellerId, orderId, productId, trackName, reference: refundId },
      paidCents: after - before,
      occurredAt: refundedAt,
      postings: differenceOf(shareBefore, share),
    });
    const [netCents, store] = [shareBefore.netCents - share.netCents, await storeOf(db, sellerId)];
    if (id !== null && store && netCents > 0)
      await emit(SaleReduced({ ...store.said, orderId, productId, trackName, refundId, netCents, leftCents: share.netCents }));
  }
}

async function refundedCents(db: EntityManager, orderId: number, productId: number): Promise<number> {
  const [sale] = await db.query<{ cents: number }[]>(
    `SELECT ${refundedPaymentSql('sale')} AS cents FROM ledger_transactions sale WHERE kind = 'sale' AND order_id = $1 AND product_id = $2`,
    [orderId, productId],
  );
  return sale?.cents ?? 0;
}
