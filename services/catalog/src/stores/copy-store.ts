import type { DataOf, StoreChanged, StoreOpened } from '@shop/contracts/events';
import { locked, type Tx } from '@shop/kit';
import { bumpList } from '../products/list-version';
import { Product } from '../products/product.entity';
import { ownerOf } from './owner';
import { Store } from './store.entity';

export const copyStoreWhenOpened = (tx: Tx, store: DataOf<typeof StoreOpened>) => copyStore(tx, store);
export const copyStoreWhenChanged = (tx: Tx, store: DataOf<typeof StoreChanged>) => copyStore(tx, store);

/**
 * Keeps the newest of what is said about a store; a new name goes to all its tracks, sold ones too, and with its status they come
 * and go from the list. Of a removed one nothing is said any more: it would be back on sale wherever that is heard.
 */
async function copyStore(tx: Tx, { sellerId, userId, version, storeName, status }: DataOf<typeof StoreChanged>) {
  const known = await locked(tx.db, Store, { sellerId });
  if (known && known.version >= version) return;
  const renamed = known !== null && known.name !== storeName;
  const judged = known !== null && known.status !== status;
  const store = Object.assign(known ?? new Store(), { sellerId, userId, version, name: storeName, status });
  await tx.db.save(store);
  if (renamed) await renameOnTracks(tx, store);
  if (renamed || judged) await bumpList(tx.db);
}

async function renameOnTracks({ db, emit }: Tx, store: Store) {
  const { sellerId } = store;
  const products = await db.find(Product, {
    where: { sellerId, removed: false },
    order: { id: 'ASC' },
    lock: { mode: 'pessimistic_write' },
  });
  if (products.length === 0) return;
  const announcements = products.map((product) => product.ownerRenamed(ownerOf(store)));
  await db.save(products);
  await emit(...announcements);
}
