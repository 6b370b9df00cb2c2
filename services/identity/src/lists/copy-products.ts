import type { DataOf, OrderCaptured, ProductPublished, ProductRemoved, TrackReleased } from '@shop/contracts/events';
import { saveIfNewer, type Tx } from '@shop/messaging';
import { soon } from '@shop/postgres';
import type { EntityManager } from 'typeorm';

const COPIES = { table: 'product_copies', key: 'product_id' };

const markSold = (db: EntityManager, productId: number, claimVersion: number, isSold: boolean) =>
  saveIfNewer(
    db,
    { ...COPIES, version: 'claim_version' },
    { product_id: productId, claim_version: claimVersion, sold: isSold },
    { version: 0 },
  );

/**
 * The track can be put into lists. A change does the same as the publication, which may arrive later. Identity copies only whether
 * a track was removed and whether it is sold, because that decides whether it can be put into a list. A removed track stays removed.
 */
export async function copyProduct({ db }: Tx, { productId, version }: DataOf<typeof ProductPublished>) {
  await saveIfNewer(db, COPIES, { product_id: productId, version });
}
/** The track can no longer be put into lists; lists that have it keep it. */
export async function dropProductWhenRemoved({ db }: Tx, { productId, version }: DataOf<typeof ProductRemoved>) {
  await saveIfNewer(db, COPIES, { product_id: productId, version, removed: true });
}

/**
 * A sold track leaves its buyer's cart. In other lists it stays and shows as no longer available
 * (docs/product/cart-and-wishlist.md#what-a-sale-does-to-the-lists).
 */
export async function markSoldWhenOrderCaptured({ db }: Tx, order: DataOf<typeof OrderCaptured>) {
  const ids = order.items.map((item) => item.productId);
  for (const { productId, claimVersion } of order.items) await markSold(db, productId, claimVersion, true);
  await db.query(
    `DELETE FROM list_entries WHERE user_id = $1 AND list = 'cart' AND product_id = ANY($2)`,
    soon([order.buyerId, ids]),
  );
}

/** An admin may put a sold track back on sale after a refund. Then it can be put into lists again. */
export async function markFreeWhenTrackReleased({ db }: Tx, track: DataOf<typeof TrackReleased>) {
  await markSold(db, track.productId, track.version, false);
}
