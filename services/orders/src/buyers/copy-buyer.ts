import type { DataOf, UserChanged, UserVerified } from '@shop/contracts/events';
import { keepIfNewer, type Tx } from '@shop/messaging';

/** The copy of accounts, which identity owns. */
export const BUYERS = { table: 'buyers', key: 'user_id', final: 'deleted' };

/**
 * Copies an account's name and address for the admin's order page; a deleted account never comes back. An event that was sent
 * again after the account was blanked has no name or address.
 */
export async function copyBuyer({ db }: Tx, user: DataOf<typeof UserVerified> | DataOf<typeof UserChanged>) {
  const { userId, version, name, lastName, email } = user;
  if (email === '') return;
  await keepIfNewer(db, BUYERS, { user_id: userId, version, name, last_name: lastName, email });
}
