import type { DataOf, StoreChanged } from '@shop/contracts/events';
import type { Tx } from '@shop/messaging';

/**
 * Remembers what a store is called now, and whether it may sell: new orders and their contracts name it so, whatever the track's own
 * copy says.
 */
export async function renameStoreWhenChanged({ db }: Tx, store: DataOf<typeof StoreChanged>) {
  await db.query(
    `INSERT INTO stores AS known (seller_id, user_id, version, store_name, status) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (seller_id) DO UPDATE SET user_id = excluded.user_id, version = excluded.version, store_name = excluded.store_name,
       status = excluded.status
     WHERE known.version < excluded.version`,
    [store.sellerId, store.userId, store.version, store.storeName, store.status],
  );
}

/** Of a copy joined with its store: only an active store sells, and none of which nothing is known yet. The operator's own have none. */
export const NOT_SELLING = `(seller_id IS NOT NULL AND coalesce(stores.status, '') <> 'active')`;
