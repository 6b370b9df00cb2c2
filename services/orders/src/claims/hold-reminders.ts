import { AwaitedTrackReleased } from '@shop/contracts/events';
import { conflict } from '@shop/http';
import type { Tx } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { NOT_SELLING } from '../product-copies/rename-store-when-changed';
import { HELD_BY_ANOTHER } from './held-by-others';

/**
 * The buyer gets one mail when this hold ends without a sale (docs/product/checkout.md#reminders). A second wish changes nothing.
 * The claim is kept as it is until the transaction ends, so that it cannot end unheard.
 * @throws Refusal 409 `not-held` when nobody else holds the track.
 */
export async function remindWhenReleased(db: EntityManager, buyerId: number, productId: number): Promise<void> {
  const held = await db.query<unknown[]>(`SELECT 1 FROM sale_claims WHERE product_id = $1 AND ${HELD_BY_ANOTHER} FOR SHARE`, [
    productId,
    buyerId,
  ]);
  if (held.length === 0) throw conflict('not-held', 'Nobody else holds this track any more.');
  await db.query('INSERT INTO hold_reminders (product_id, buyer_id) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    productId,
    buyerId,
  ]);
}

export const forgetReminder = (db: EntityManager, buyerId: number, productId: number) =>
  db.query('DELETE FROM hold_reminders WHERE product_id = $1 AND buyer_id = $2', [productId, buyerId]);

/** Who has the tracks now waits no more for them; once they are sold, nobody does. */
export const endReminders = (db: EntityManager, productIds: readonly number[], holder: { buyerId: number; sold: boolean }) =>
  db.query('DELETE FROM hold_reminders WHERE product_id = ANY($1) AND ($3 OR buyer_id = $2)', [
    productIds,
    holder.buyerId,
    holder.sold,
  ]);

type Waiting = { product_id: number; buyer_id: number; name: string; store_name: string; email: string };

/** Tells everybody who waits for these tracks, once. Of a track that left the shop meanwhile nobody hears. */
export async function remindOfReleased(
  { db, emit }: Tx,
  freed: readonly { productId: number; version: number }[],
): Promise<void> {
  const waiting = await db.query<Waiting[]>(
    `WITH waited AS (DELETE FROM hold_reminders WHERE product_id = ANY($1) RETURNING product_id, buyer_id)
     SELECT product_id, buyer_id, copy.name, copy.store_name, buyer.email
     FROM waited JOIN product_copies AS copy USING (product_id) JOIN buyers AS buyer ON buyer.user_id = buyer_id
       LEFT JOIN stores USING (seller_id)
     WHERE NOT copy.removed AND NOT ${NOT_SELLING} AND NOT buyer.deleted AND NOT buyer.suspended AND buyer.email <> ''
     ORDER BY product_id, buyer_id`,
    [freed.map(({ productId }) => productId)],
  );
  const versions = new Map(freed.map(({ productId, version }) => [productId, version]));
  await emit(
    ...waiting.map((row) =>
      AwaitedTrackReleased({
        productId: row.product_id,
        claimVersion: versions.get(row.product_id)!,
        name: row.name,
        storeName: row.store_name,
        buyerId: row.buyer_id,
        accountEmail: row.email,
      }),
    ),
  );
}
