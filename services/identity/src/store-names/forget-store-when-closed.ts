import type { DataOf, StoreClosed } from '@shop/contracts/events';
import type { Tx } from '@shop/messaging';

/** The account of a closed store goes on as a buyer's, and the store's name is free. Older news of the store does not bring it back. */
export async function forgetStoreWhenClosed({ db }: Tx, { sellerId, userId }: DataOf<typeof StoreClosed>) {
  await db.query('INSERT INTO closed_stores VALUES ($1) ON CONFLICT DO NOTHING', [sellerId]);
  await db.query('UPDATE users SET is_seller = false WHERE id = $1', [userId]);
  await db.query('DELETE FROM store_names WHERE user_id = $1', [userId]);
}
