import type { DataOf, UserChanged, UserVerified } from '@shop/contracts/events';
import { keepIfNewer, type Tx } from '@shop/messaging';

/** What orders keeps of accounts; identity owns them. */
export const BUYERS = { table: 'buyers', key: 'user_id', final: 'deleted' };

/**
 * Keeps an account's name and address for the admin's order page; a deleted account never comes back. An event that was sent again after
 * it was blanked says nothing of them.
 */
export async function rememberBuyerWhenChanged({ db }: Tx, user: DataOf<typeof UserVerified> | DataOf<typeof UserChanged>) {
  const { userId, version, name, lastName, email } = user;
  if (email === '') return;
  await keepIfNewer(db, BUYERS, { user_id: userId, version, name, last_name: lastName, email });
}
