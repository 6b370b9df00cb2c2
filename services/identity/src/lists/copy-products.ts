import type {
  DataOf,
  OrderCaptured,
  ProductChanged,
  ProductPublished,
  ProductRemoved,
  TrackReleased,
} from '@shop/contracts/events';
import { keepIfNewer, soon, type Tx } from '@shop/messaging';
import type { EntityManager } from 'typeorm';

const COPIES = { table: 'product_copies', key: 'product_id' };

/**
 * Of a product, identity keeps only what decides whether it can be put into a list: whether it was removed, and whether it is sold. A
 * removed track stays removed.
 */
const copy = (db: EntityManager, { productId, version }: DataOf<typeof ProductPublished>) =>
  keepIfNewer(db, COPIES, { product_id: productId, version });

const markSold = (db: EntityManager, productId: number, claimVersion: number, sold: boolean) =>
  keepIfNewer(
    db,
    { ...COPIES, version: 'claim_version' },
    { product_id: productId, claim_version: claimVersion, sold },
    { version: 0 },
  );

/** From now on the track can be put into lists. */
export async function copyProductWhenPublished({ db }: Tx, product: DataOf<typeof ProductPublished>) {
  await copy(db, product);
}
/** Does the same as the track's publication, which may arrive later. */
export async function copyProductWhenChanged({ db }: Tx, product: DataOf<typeof ProductChanged>) {
  await copy(db, product);
}
/** From now on the track cannot be put into lists; a list that has it keeps it. */
export async function dropProductWhenRemoved({ db }: Tx, { productId, version }: DataOf<typeof ProductRemoved>) {
  await keepIfNewer(db, COPIES, { product_id: productId, version, removed: true });
}

/**
 * A sold track leaves its buyer's cart; in others' lists it stays and shows as no longer available
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

/** After a refund an admin may put a sold track back on sale: then it can be put into lists again. */
export async function unmarkSoldWhenTrackReleased({ db }: Tx, track: DataOf<typeof TrackReleased>) {
  await markSold(db, track.productId, track.version, false);
}
