import type { DataOf, StoreClosed } from '@shop/contracts/events';
import type { Tx } from '@shop/kit';
import { bumpList } from '../products/list-version';
import { Product } from '../products/product.entity';

/**
 * The store is gone, and all its tracks with it: one that is sold stays sold, but a refund does not bring it back. A buyer who is about
 * to pay for one is told by orders before any money moves.
 */
export async function removeTracksWhenStoreClosed({ db, emit }: Tx, { sellerId, userId, version }: DataOf<typeof StoreClosed>) {
  await db.query(
    `INSERT INTO stores AS known (seller_id, user_id, version, name, status) VALUES ($1, $2, $3, '', 'closed')
     ON CONFLICT (seller_id) DO UPDATE SET version = excluded.version, status = 'closed' WHERE known.version < excluded.version`,
    [sellerId, userId, version],
  );
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
