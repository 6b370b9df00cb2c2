import { personalDataGathered, type DataOf, type PersonalDataRequested } from '@shop/contracts/events';
import type { Tx } from '@shop/messaging';

/** Announces a user's store and tracks without links to files (docs/product/accounts.md#downloading-ones-own-data). */
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
  await emit(...personalDataGathered(request, 'catalog', { store: store ?? null, tracks }));
}
