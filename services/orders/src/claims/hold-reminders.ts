import assert from 'node:assert/strict';
import { AwaitedTrackReleased } from '@shop/contracts/events';
import { conflict } from '@shop/http';
import type { Tx } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { NOT_SELLING } from '../product-copies/copy-store';
import { HELD_BY_ANOTHER } from './held-by-others';

/**
 * The buyer gets one mail when this hold ends without a sale (docs/product/checkout.md#reminders). A second wish changes nothing.
 * The claim is locked until the transaction ends, so that it cannot end before the wish is stored.
 * @throws Refusal 409 `not-held` when nobody else holds the track
 */
export async function remindWhenReleased(db: EntityManager, buyerId: number, productId: number): Promise<void> {
  const claims = await db.query<unknown[]>(`SELECT 1 FROM sale_claims WHERE product_id = $1 AND ${HELD_BY_ANOTHER} FOR SHARE`, [
    productId,
    buyerId,
  ]);
  if (claims.length === 0) throw conflict('not-held', 'Nobody else holds this track any more.');
  await db.query('INSERT INTO hold_reminders (product_id, buyer_id) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    productId,
    buyerId,
  ]);
}

/** Takes a wish back. A missing wish is no error. */
export const forgetReminder = (db: EntityManager, buyerId: number, productId: number) =>
  db.query('DELETE FROM hold_reminders WHERE product_id = $1 AND buyer_id = $2', [productId, buyerId]);

type Waiting = {
  product_id: number;
  buyer_id: number;
  name: string;
  seller_id: number | null;
  store_name: string;
  email: string;
};

type FreedTrack = { productId: number; version: number; heldBy: number };

/** Tells all buyers who wait for these tracks, once, except of tracks that left the shop and of the end of their own holds. */
export async function remindOfReleased({ db, emit }: Tx, freedTracks: readonly FreedTrack[]): Promise<void> {
  const waiting = await db.query<Waiting[]>(
    `WITH freed AS (SELECT * FROM unnest($1::int[], $2::int[]) AS freed (product_id, held_by)),
          waited AS (DELETE FROM hold_reminders USING freed WHERE hold_reminders.product_id = freed.product_id
                     RETURNING freed.product_id, buyer_id, held_by)
     SELECT product_id, buyer_id, copy.name, copy.seller_id, copy.store_name, buyer.email
     FROM waited JOIN product_copies AS copy USING (product_id) JOIN buyers AS buyer ON buyer.user_id = buyer_id
       LEFT JOIN stores USING (seller_id)
     WHERE buyer_id <> held_by AND NOT copy.removed AND NOT ${NOT_SELLING} AND NOT buyer.deleted AND NOT buyer.suspended AND buyer.email <> ''
     ORDER BY product_id, buyer_id`,
    [freedTracks.map(({ productId }) => productId), freedTracks.map(({ heldBy }) => heldBy)],
  );
  const versions = new Map(freedTracks.map(({ productId, version }) => [productId, version]));
  await emit(
    ...waiting.map((row) => {
      const claimVersion = versions.get(row.product_id);
      assert(claimVersion !== undefined, 'only those who waited for a freed track are told');
      return AwaitedTrackReleased({
        productId: row.product_id,
        claimVersion,
        name: row.name,
        sellerId: row.seller_id,
        storeName: row.store_name,
        buyerId: row.buyer_id,
        accountEmail: row.email,
      });
    }),
  );
}
