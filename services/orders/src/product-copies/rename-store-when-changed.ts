import type { DataOf, StoreChanged } from '@shop/contracts/events';
import { keepIfNewer, type Tx } from '@shop/messaging';

/**
 * Keeps what a store is called now, and whether it may sell. New orders and their contracts use this name, also when the copy of the track
 * has an older one. An event that was sent again after its name was blanked is left to the next one of the store.
 */
export async function renameStoreWhenChanged({ db }: Tx, store: DataOf<typeof StoreChanged>) {
  const { sellerId, userId, version, storeName, status } = store;
  if (storeName === '') return;
  await keepIfNewer(
    db,
    { table: 'stores', key: 'seller_id' },
    { seller_id: sellerId, user_id: userId, version, store_name: storeName, status },
  );
}

/** Of a copy joined with its store: only an active store sells, and none of which nothing is known yet. The operator's own have none. */
export const NOT_SELLING = `(seller_id IS NOT NULL AND coalesce(stores.status, '') <> 'active')`;
