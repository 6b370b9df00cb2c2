import type { DataOf, StoreClosed } from '@shop/contracts/events';
import type { Tx } from '@shop/kit';

/** The account goes on as a buyer's, and the name of its store is free again. */
export async function forgetStoreWhenClosed({ db }: Tx, { userId }: DataOf<typeof StoreClosed>) {
  await db.query('UPDATE users SET is_seller = false WHERE id = $1', [userId]);
  await db.query('DELETE FROM store_names WHERE user_id = $1', [userId]);
}
