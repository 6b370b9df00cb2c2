import assert from 'node:assert/strict';
import type { DataOf, UserChanged, UserVerified } from '@shop/contracts/events';
import { saveIfNewer, type Tx } from '@shop/messaging';

/** The copy of accounts, which identity owns. */
export const BUYERS = { table: 'buyers', key: 'user_id', final: 'deleted' };

/**
 * Copies an account's name and address for the admin's order page; a deleted account never comes back. An event that was sent
 * again after the account was blanked has no name or address.
 *
 * When the address has changed, the account's older orders note that the one in them was given up: it may be somebody else's now,
 * so no mail goes there (docs/product/messages.md#typed-addresses). The changes may come in any order.
 */
export async function copyBuyer({ db, cause }: Tx, user: DataOf<typeof UserVerified> | DataOf<typeof UserChanged>) {
  const { userId, version, name, lastName, email } = user;
  assert(cause, 'news of an account is an event');
  if (email === '') return;
  // Locks the buyer: an order that was just being made is stored by then.
  await saveIfNewer(db, BUYERS, { user_id: userId, version, name, last_name: lastName, email });
  if (!('previousEmail' in user && user.previousEmail)) return;
  await db.query(
    `UPDATE orders SET address_given_up = true
     WHERE buyer_id = $1 AND NOT address_given_up AND lower(customer->>'email') = lower($2) AND created_at < $3`,
    [userId, user.previousEmail, cause.occurredAt],
  );
}
