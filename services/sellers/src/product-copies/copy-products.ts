import type { DataOf, OrderCaptured, ProductPublished, ProductRemoved, TrackHeld, TrackReleased } from '@shop/contracts/events';
import { type Copies, saveIfNewer, type Tx } from '@shop/messaging';
import type { EntityManager } from 'typeorm';

const COPIES: Copies = { table: 'product_copies', key: 'product_id' };
/** Sales have a table apart from the copies, because either may arrive first. */
const SALES: Copies = { table: 'sold_tracks', key: 'product_id', version: 'claim_version' };

/** Copies the fields that a seller's own list shows of a track, without its links. A removed track stays removed. */
export async function copyProduct({ db }: Tx, product: DataOf<typeof ProductPublished>) {
  await saveIfNewer(db, COPIES, {
    product_id: product.productId,
    version: product.version,
    seller_id: product.sellerId,
    name: product.name,
    category: product.category,
    img: product.img,
    price_cents: product.priceCents,
    bpm: product.bpm,
    music_key: product.musicKey,
    created_at: product.createdAt,
  });
}

const UNKNOWN = { name: '', category: '', img: '', price_cents: 0, music_key: '' };

/** Marks a track as removed. Its publication may arrive later: the row then has the newer version, so that it stays removed. */
export async function dropProduct(db: EntityManager, { productId, version }: DataOf<typeof ProductRemoved>) {
  await saveIfNewer(db, COPIES, { product_id: productId, version, removed: true }, { ...UNKNOWN, created_at: new Date() });
}

/** Marks the tracks of a paid order as sold. */
export async function markSoldWhenOrderCaptured({ db }: Tx, { orderId, items, capturedAt }: DataOf<typeof OrderCaptured>) {
  for (const { productId, claimVersion } of items)
    await saveIfNewer(db, SALES, {
      product_id: productId,
      claim_version: claimVersion,
      order_id: orderId,
      sold_at: capturedAt,
      released: false,
      held: false,
    });
}

/** Marks a track as neither held nor sold. */
export async function markFreeWhenTrackReleased({ db }: Tx, { productId, orderId, version }: DataOf<typeof TrackReleased>) {
  await saveIfNewer(
    db,
    SALES,
    { product_id: productId, claim_version: version, released: true, held: false },
    { order_id: orderId, sold_at: new Date() },
  );
}

/** Marks a track as held: somebody is paying for it. Only a track that is for sale can be held, so an earlier sale of it is over. */
export async function markHeldWhenTrackHeld({ db }: Tx, { productId, orderId, version }: DataOf<typeof TrackHeld>) {
  await saveIfNewer(
    db,
    SALES,
    { product_id: productId, claim_version: version, order_id: orderId, released: true, held: true },
    { sold_at: new Date() },
  );
}
