import type {
  DataOf,
  OrderCaptured,
  ProductChanged,
  ProductPublished,
  ProductRemoved,
  TrackReleased,
} from '@shop/contracts/events';
import type { Tx } from '@shop/messaging';
import type { EntityManager } from 'typeorm';

/** Identity knows of a product only whether it can still be put into a list. A copy never goes backwards. */
const copy = (db: EntityManager, productId: number, version: number, removed: boolean) =>
  db.query(
    `INSERT INTO product_copies (product_id, version, removed) VALUES ($1, $2, $3)
     ON CONFLICT (product_id) DO UPDATE SET version = excluded.version, removed = product_copies.removed OR excluded.removed WHERE product_copies.version < excluded.version`,
    [productId, version, removed],
  );

export async function copyProductWhenPublished({ db }: Tx, product: DataOf<typeof ProductPublished>) {
  await copy(db, product.productId, product.version, false);
}
export async function copyProductWhenChanged({ db }: Tx, product: DataOf<typeof ProductChanged>) {
  await copy(db, product.productId, product.version, false);
}
export async function dropProductWhenRemoved({ db }: Tx, product: DataOf<typeof ProductRemoved>) {
  await copy(db, product.productId, product.version, true);
}

/**
 * A sold track leaves its buyer's cart; in others' lists it stays and shows as no longer available
 * (docs/product/cart-and-wishlist.md#what-a-sale-does-to-the-lists).
 */
export async function markSoldWhenOrderCaptured({ db }: Tx, order: DataOf<typeof OrderCaptured>) {
  const ids = order.items.map((item) => item.productId);
  await db.query(
    `INSERT INTO product_copies AS copy (product_id, version, sold, claim_version)
     SELECT id, 0, true, claim FROM unnest($1::int[], $2::int[]) AS item (id, claim)
     ON CONFLICT (product_id) DO UPDATE SET sold = true, claim_version = excluded.claim_version WHERE copy.claim_version < excluded.claim_version`,
    [ids, order.items.map((item) => item.claimVersion)],
  );
  await db.query(`DELETE FROM list_entries WHERE user_id = $1 AND list = 'cart' AND product_id = ANY($2)`, [order.buyerId, ids]);
}

/** After a refund an admin may free a sold track: then it can be wished for again. */
export async function unmarkSoldWhenTrackReleased({ db }: Tx, track: DataOf<typeof TrackReleased>) {
  await db.query('UPDATE product_copies SET sold = false, claim_version = $2 WHERE product_id = $1 AND claim_version < $2', [
    track.productId,
    track.version,
  ]);
}
