import type { DataOf, OrderCaptured, TrackHeld, TrackReleased } from '@shop/contracts/events';
import { locked, type Tx } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { bumpList } from './list-version';
import { Product, type Claim } from './product.entity';

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

async function followClaims(db: EntityManager, claim: Claim, claims: { productId: number; version: number }[]) {
  const listed: number[] = [];
  for (const { productId, version } of claims.sort((a, b) => a.productId - b.productId)) {
    const product = await locked(db, Product, { id: productId });
    const before = product?.claim;
    if (!product?.follow(claim, version)) continue;
    await db.save(product);
    // the list does not show holds
    if ((before === 'sold') !== (claim === 'sold')) listed.push(productId);
  }
  await bumpList(db, listed);
}
