import type { FreezeKind } from '@shop/contracts/constants';
import { TrackFrozen, TrackThawed } from '@shop/contracts/events';
import { locked, type Tx } from '@shop/messaging';
import { OrderItem } from '../orders/order-item.entity';
import { reinstateCertificate, suspendCertificate } from '../certificates/certify';

/** One sold track: the item of a paid order. */
type SoldTrack = { orderId: number; productId: number };
/** What freezes a track: a claim by its id, or a dispute by PayPal's. */
export type FreezeSource = { kind: FreezeKind; id: string };

/**
 * Freezes a sold track for a source (docs/product/claims.md#what-a-claim-freezes): its files are not handed out, its certificate is
 * suspended, and its seller's line is held, until the last source has ended. The same source twice changes nothing.
 * @returns whether the source is new
 */
export async function freezeTrack(tx: Tx, { orderId, productId }: SoldTrack, source: FreezeSource): Promise<boolean> {
  const item = await locked(tx.db, OrderItem, { orderId, productId });
  if (!item) throw new Error(`There is no track ${productId} in order ${orderId}`);
  const newFreezes = await tx.db.query<unknown[]>(
    `INSERT INTO track_freezes (kind, source_id, order_id, product_id) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING 1`,
    [source.kind, source.id, orderId, productId],
  );
  if (newFreezes.length === 0) return false;
  await settle(tx, item, source.kind);
  return true;
}

/**
 * Ends a source of a freeze. With the last one the track thaws, once: its files are handed out again, its line is released, and
 * its certificate holds again unless it was revoked meanwhile or the order is under review.
 * @returns whether the source stood
 */
export async function thawTrack(tx: Tx, { orderId, productId }: SoldTrack, source: FreezeSource): Promise<boolean> {
  const item = await locked(tx.db, OrderItem, { orderId, productId });
  if (!item) return false;
  const endedFreezes = await tx.db.query<unknown[]>(
    `WITH ended AS (
       UPDATE track_freezes SET ended_at = now()
       WHERE kind = $1 AND source_id = $2 AND order_id = $3 AND product_id = $4 AND ended_at IS NULL RETURNING 1)
     SELECT 1 FROM ended`,
    [source.kind, source.id, orderId, productId],
  );
  if (endedFreezes.length === 0) return false;
  await settle(tx, item, source.kind);
  return true;
}

/** Brings the item to what its sources say, and tells the others when that is new. The caller has locked the item. */
async function settle({ db, emit }: Tx, item: OrderItem, changedKind: FreezeKind): Promise<void> {
  const { orderId, productId, sellerId, frozenFor: before } = item;
  const [sources] = await db.query<[{ kind: FreezeKind | null }]>(
    `SELECT max(kind) AS kind FROM track_freezes WHERE order_id = $1 AND product_id = $2 AND ended_at IS NULL`,
    [orderId, productId],
  );
  if (sources.kind === before) return;
  const version = item.freezeVersion + 1;
  await db.update(OrderItem, { orderId, productId }, { frozenFor: sources.kind, freezeVersion: version });
  if (sources.kind && !before) await suspendCertificate(db, item, sources.kind);
  if (!sources.kind) await reinstateCertificate(db, item, changedKind);
  const track = { orderId, productId, sellerId, version };
  await emit(sources.kind ? TrackFrozen({ ...track, reason: sources.kind }) : TrackThawed(track));
}
