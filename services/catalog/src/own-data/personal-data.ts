import {
  EVENTS_ABOUT_PEOPLE,
  personalDataGathered,
  type DataOf,
  type UserDeleted,
  type PersonalDataRequested,
} from '@shop/contracts/events';
import { Package } from '../packages/package.entity';
import { forgetInInbox, secretsOf, type Tx } from '@shop/messaging';

/**
 * Blanks what identifies a deleted account's person in the events that still wait here
 * (docs/product/accounts.md#what-erasing-an-account-does), and what they have bought, and deletes their packages with all files, except
 * those of tracks.
 * Their store and its tracks go when sellers says that it is closed.
 */
export async function forgetPersonWhenUserDeleted({ db }: Tx, { userId }: DataOf<typeof UserDeleted>): Promise<void> {
  const ids = { userId: [userId], buyerId: [userId], sellerUserId: [userId] };
  await db.query('INSERT INTO erased_accounts VALUES ($1) ON CONFLICT DO NOTHING', [userId]);
  // The rows stay without the buyer, so that a refund that is heard later finds them.
  await db.query('UPDATE bought_tracks SET buyer_id = NULL WHERE buyer_id = $1', [userId]);
  await db.delete(Package, { makerId: userId, published: false });
  await forgetInInbox(db, secretsOf(EVENTS_ABOUT_PEOPLE), ids);
}

/** Announces a user's store, tracks, packages and purchases without links to files (docs/product/accounts.md#downloading-ones-own-data). */
export async function tellPersonalDataWhenRequested(
  { db, emit }: Tx,
  request: DataOf<typeof PersonalDataRequested>,
): Promise<void> {
  const rows = (sql: string) => db.query<Record<string, unknown>[]>(sql, [request.userId]);
  const [store] = await rows('SELECT name, status FROM stores WHERE user_id = $1');
  const tracks = await rows(
    `SELECT id, products.name, category, price_cents, old_price_cents, music_key, key_mode, type, bpm, project_name, claim, removed,
       created_at
     FROM products JOIN stores USING (seller_id) WHERE user_id = $1 ORDER BY id`,
  );
  const packages = await rows(
    `SELECT id, track_name, bpm, music_key, type, state, created_at, expires_at,
       (SELECT coalesce(jsonb_agg(jsonb_build_object('path', path, 'role', role, 'size_bytes', size_bytes, 'sha256', sha256)
          ORDER BY path), '[]') FROM package_files WHERE package_id = packages.id) AS files
     FROM packages WHERE maker_id = $1 ORDER BY id`,
  );
  const purchases = await rows(
    'SELECT order_id, product_id, project, refunded FROM bought_tracks WHERE buyer_id = $1 ORDER BY order_id, product_id',
  );
  await emit(...personalDataGathered(request, 'catalog', { store: store ?? null, tracks, packages, bought: purchases }));
}
