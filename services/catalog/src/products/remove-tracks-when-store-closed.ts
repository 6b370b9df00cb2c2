import type { DataOf, StoreClosed } from '@shop/contracts/events';
import { upsertIfNewer, type Tx } from '@shop/messaging';
import { STORES } from '../stores/store.entity';
import { bumpList } from './list-version';
import { Product } from './product.entity';

/**
 * The store is gone, and all its tracks with it: one that is sold stays sold, but a refund does not bring it back. A buyer who is about
 * to pay for one is told by orders before any money moves.
 */
export async function removeTracksWhenStoreClosed({ db, emit }: Tx, { sellerId, userId, version }: DataOf<typeof StoreClosed>) {
  await upsertIfNewer(db, STORES, {
    seller_id: sellerId,
    user_id: userId,
    version,
    name: `Closed store ${sellerId}`,
    status: 'closed',
  });
  const tracks = await db.find(Product, {
    where: { sellerId, removed: false },
    order: { id: 'ASC' },
    lock: { mode: 'pessimistic_write' },
  });
  if (tracks.length === 0) return;
  const removed = tracks.map((track) => track.ownerGone());
  await db.save(tracks);
  await emit(...removed);
  await bumpList(db);
}
