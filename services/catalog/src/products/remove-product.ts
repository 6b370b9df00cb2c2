import { adminActed, EVENTS_ABOUT_STORES, type DataOf, type StoreClosed } from '@shop/contracts/events';
import { notFound } from '@shop/http';
import { locked, forgetInInbox, secretsOf, upsertIfNewer, type Tx } from '@shop/messaging';
import { STORES } from '../stores/store.entity';
import { bumpList } from './list-version';
import { factsOf } from './product-facts';
import { letPackagesLapse, packagesOf } from './product-package';
import { Product } from './product.entity';

/**
 * Takes a track out of the shop. The row stays, because orders and the histories of sellers refer to it
 * (docs/product/catalogue.md#removing-a-track). @throws Refusal 404, 409 `sold`, `held`, `removed`
 */
export async function removeProduct({ db, emit }: Tx, adminId: number, id: number): Promise<void> {
  const product = await locked(db, Product, { id });
  if (!product) throw notFound('product');
  const packageOf = await packagesOf(db, [product]);
  const event = product.remove(packageOf(product));
  await db.save(product);
  await letPackagesLapse(db, [product]);
  const { name } = product;
  await emit(
    event,
    ...adminActed(adminId, 'product.removed', { type: 'product', id, name }, { before: factsOf(product), after: null }),
  );
  await bumpList(db, [id]);
}

/**
 * Removes all tracks of a closed store (docs/product/selling.md#closing-a-store). A sold track stays sold, but a refund does not
 * put it back on sale. Orders refuses its buyer before any money moves. Waiting events of the store lose its name.
 */
export async function removeTracksWhenStoreClosed({ db, emit }: Tx, { sellerId, userId, version }: DataOf<typeof StoreClosed>) {
  const storeName = `Closed store ${sellerId}`;
  await upsertIfNewer(db, STORES, { seller_id: sellerId, user_id: userId, version, name: storeName, status: 'closed' });
  await forgetInInbox(db, secretsOf(EVENTS_ABOUT_STORES), { sellerId: [sellerId] });
  const tracks = await db.find(Product, {
    where: { sellerId, removed: false },
    order: { id: 'ASC' },
    lock: { mode: 'pessimistic_write' },
  });
  if (tracks.length === 0) return;
  const packageOf = await packagesOf(db, tracks);
  const events = tracks.map((track) => track.ownerGone(packageOf(track)));
  await db.save(tracks);
  await letPackagesLapse(db, tracks);
  await emit(...events);
  await bumpList(
    db,
    tracks.map(({ id }) => id),
  );
}
