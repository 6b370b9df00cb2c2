import type { DataOf, OrderCaptured, TrackHeld, TrackReleased } from '@shop/contracts/events';
import type { Tx } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { bumpList } from './list-version';
import type { Claim } from './product.entity';

/** Marks a track as held: it stays in the list, but cannot be edited. */
export const markHeldWhenTrackHeld = ({ db }: Tx, { productId, version }: DataOf<typeof TrackHeld>) =>
  followClaims(db, 'held', [{ productId, version }]);

/** Marks a track as free: it can be bought and edited again. */
export const markFreeWhenTrackReleased = ({ db }: Tx, { productId, version }: DataOf<typeof TrackReleased>) =>
  followClaims(db, 'free', [{ productId, version }]);

/** Marks the tracks of a paid order as sold: they leave the list (docs/product/catalogue.md#states-of-a-track). */
export const markSoldWhenOrderCaptured = ({ db }: Tx, { items }: DataOf<typeof OrderCaptured>) =>
  followClaims(
    db,
    'sold',
    items.map(({ productId, claimVersion }) => ({ productId, version: claimVersion })),
  );

/**
 * Follows the claims that orders announces; older events change nothing. After a sale, a newer event comes only when an admin puts
 * the track back on sale. The rows are locked in the order of their ids, so that two orders cannot deadlock.
 */
async function followClaims(db: EntityManager, claim: Claim, claims: readonly { productId: number; version: number }[]) {
  const followedTracks = await db.query<{ id: number; before: Claim }[]>(
    `WITH known AS (
       SELECT id, claim AS before, said.version
       FROM products JOIN unnest($1::int[], $2::int[]) AS said (product_id, version) ON id = product_id
       WHERE claim_version < said.version ORDER BY id FOR UPDATE OF products
     ), followed AS (
       UPDATE products SET claim = $3, claim_version = known.version FROM known WHERE products.id = known.id
       RETURNING products.id, before
     ) SELECT id, before FROM followed ORDER BY id`,
    [claims.map(({ productId }) => productId), claims.map(({ version }) => version), claim],
  );
  // The list does not show holds.
  const listChanges = followedTracks.filter(({ before }) => (before === 'sold') !== (claim === 'sold'));
  await bumpList(
    db,
    listChanges.map(({ id }) => id),
  );
}
