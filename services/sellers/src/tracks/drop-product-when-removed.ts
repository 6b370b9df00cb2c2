import { TrackRemoved, type DataOf, type ProductRemoved } from '@shop/contracts/events';
import type { Tx } from '@shop/messaging';
import { dropProduct } from '../product-copies/copy-products';
import { ownerOf } from '../user-copies/user-copies';

type Row = { name: string; seller_id: number; store_name: string; user_id: number; store_version: number };

/**
 * Marks a track as removed, and announces it once for a mail to the owner of its store. Tracks of a closed store are not announced:
 * they go with it.
 */
export async function dropProductWhenRemoved({ db, emit }: Tx, product: DataOf<typeof ProductRemoved>) {
  const { productId } = product;
  const [track] = await db.query<Row[]>(
    `SELECT copy.name, copy.seller_id, store.store_name, store.user_id, store.version AS store_version
     FROM product_copies copy JOIN sellers store ON store.id = copy.seller_id AND store.deleted_at IS NULL
     WHERE copy.product_id = $1 AND NOT copy.removed FOR UPDATE OF copy`,
    [productId],
  );
  await dropProduct(db, product);
  if (!track) return;
  const { name: trackName, seller_id: sellerId, store_name: storeName, store_version: version } = track;
  const owner = await ownerOf(db, track.user_id);
  await emit(TrackRemoved({ sellerId, version, storeName, owner, productId, trackName }));
}
