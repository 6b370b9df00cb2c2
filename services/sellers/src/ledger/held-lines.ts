import type { FreezeKind } from '@shop/contracts/constants';
import type { DataOf, TrackFrozen, TrackThawed } from '@shop/contracts/events';
import { saveIfNewer, upsertIfNewer, type Tx } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { lockOrder, lockPayouts, sellerRefundsSql } from './journal';

const HOLDS = { table: 'ledger_holds', key: ['order_id', 'product_id'] } as const;

/**
 * Holds the line of a frozen track: until it is released, what no payout has covered of it is neither due nor paid out
 * (docs/product/claims.md#the-sellers-line). Nothing is held of the operator's own tracks. It may come before the sale is booked:
 * then all of the sale is held.
 */
export async function holdLineWhenTrackFrozen({ db }: Tx, track: DataOf<typeof TrackFrozen>): Promise<void> {
  const { orderId, productId, sellerId, version, reason } = track;
  if (sellerId === null) return;
  await Promise.all([lockOrder(db, orderId), lockPayouts(db)]);
  const [freeze] = await db.query<{ source: FreezeKind | null }[]>(
    'SELECT source FROM ledger_holds WHERE order_id = $1 AND product_id = $2',
    [orderId, productId],
  );
  const isHeld = Boolean(freeze?.source);
  const heldCents = isHeld ? {} : { held_cents: await openCentsOf(db, sellerId, { orderId, productId }), held_at: new Date() };
  const row = { order_id: orderId, product_id: productId, seller_id: sellerId, version, source: reason };
  await upsertIfNewer(db, HOLDS, { ...row, ...heldCents });
}

/** Releases the line, once: it is due when its day has come, or is reversed already when the money went back. */
export async function releaseLineWhenTrackThawed({ db }: Tx, track: DataOf<typeof TrackThawed>): Promise<void> {
  const { orderId, productId, sellerId, version } = track;
  if (sellerId === null) return;
  await lockOrder(db, orderId);
  await saveIfNewer(db, HOLDS, { order_id: orderId, product_id: productId, seller_id: sellerId, version, source: null });
}

/** What no payout covers of a sale, in cents; null before it is booked. */
async function openCentsOf(db: EntityManager, sellerId: number, { orderId, productId }: { orderId: number; productId: number }) {
  const [sale] = await db.query<{ cents: number }[]>(
    `SELECT open_cents AS cents FROM ledger_open_sales($1) JOIN ledger_transactions sale USING (id)
     WHERE sale.order_id = $2 AND sale.product_id = $3`,
    [sellerId, orderId, productId],
  );
  return sale?.cents ?? null;
}

/** After a payout was taken back, nothing of a held line counts as covered any more. */
export const holdWhole = (db: EntityManager, sellerId: number): Promise<unknown> =>
  db.query('UPDATE ledger_holds SET held_cents = NULL WHERE seller_id = $1 AND source IS NOT NULL', [sellerId]);

/** What a batch had sent before its line was held is paid all the same: of the line, the rest is held. */
export const holdPaid = (db: EntityManager, itemId: number): Promise<unknown> =>
  db.query(
    `UPDATE ledger_holds hold SET held_cents = greatest(0, coalesce(held_cents, -share.amount_cents - ${sellerRefundsSql('sale')}) - line.amount_cents)
     FROM payout_item_lines line JOIN ledger_transactions sale ON sale.id = line.sale_id
     JOIN ledger_entries share ON share.transaction_id = sale.id AND share.account = 'seller'
     WHERE line.item_id = $1 AND line.live AND hold.order_id = sale.order_id AND hold.product_id = sale.product_id AND hold.source IS NOT NULL`,
    [itemId],
  );
