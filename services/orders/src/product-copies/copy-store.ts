import type { DataOf, StoreChanged } from '@shop/contracts/events';
import { saveIfNewer, type Tx } from '@shop/messaging';

/**
 * Copies the store's present name and whether it may sell. New orders and their contracts use this name, even if the copy of the
 * track has an older one. An event that was sent again after the name was blanked changes nothing.
 */
export async function copyStore({ db }: Tx, store: DataOf<typeof StoreChanged>) {
  const { sellerId, userId, version, storeName, status } = store;
  if (storeName === '') return;
  await saveIfNewer(
    db,
    { table: 'stores', key: 'seller_id' },
    { seller_id: sellerId, user_id: userId, version, store_name: storeName, status },
  );
}

/** SQL over a copy joined with its store: only an active store sells. The operator's own tracks have no store. */
export const NOT_SELLING = `(seller_id IS NOT NULL AND coalesce(stores.status, '') <> 'active')`;
