import type { DataOf, StoreChanged } from '@shop/contracts/events';
import { locked, upsertIfNewer, type Tx } from '@shop/messaging';
import { type Owner, Store, STORES } from '../stores/store.entity';
import { bumpList } from './list-version';
import { packagesOf } from './product-package';
import { Product } from './product.entity';

/**
 * Copies the newest facts of a store. A new name is announced for its tracks, even sold ones, but not removed ones: a service that
 * hears of the removal late would ignore it as old. An event that was sent again after the name was blanked is ignored.
 */
export async function copyStore(tx: Tx, { sellerId, userId, version, storeName, status }: DataOf<typeof StoreChanged>) {
  if (storeName === '') return;
  const store = await locked(tx.db, Store, { sellerId });
  const row = { seller_id: sellerId, user_id: userId, version, name: storeName, status };
  if (!(await upsertIfNewer(tx.db, STORES, row)) || !store) return;
  if (store.name !== storeName) await renameOnTracks(tx, { sellerId, userId, storeName });
  if (store.name === storeName && store.status === status) return;
  const tracks = await tx.db.query<{ id: number }[]>('SELECT id FROM products WHERE seller_id = $1 AND NOT removed', [sellerId]);
  await bumpList(
    tx.db,
    tracks.map(({ id }) => id),
  );
}

async function renameOnTracks({ db, emit }: Tx, owner: Owner & { sellerId: number }) {
  const products = await db.find(Product, {
    where: { sellerId: owner.sellerId, removed: false },
    order: { id: 'ASC' },
    lock: { mode: 'pessimistic_write' },
  });
  if (products.length === 0) return;
  const packageOf = await packagesOf(db, products);
  const announcements = products.map((product) => product.changed(owner, packageOf(product)));
  await db.save(products);
  await emit(...announcements);
}
