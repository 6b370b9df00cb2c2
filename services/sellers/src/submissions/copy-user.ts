import assert from 'node:assert/strict';
import type { DataOf, UserChanged, UserVerified } from '@shop/contracts/events';
import type { Tx } from '@shop/messaging';
import { saveUser } from '../user-copies/user-copies';
import { THEIRS } from './forget-submissions-when-user-deleted';

/**
 * Copies an account. The contact address of a submission that was the account's own becomes the present one: the old one may be
 * somebody else's now (docs/product/messages.md#typed-addresses). The changes may come in any order.
 */
export async function copyUser(tx: Tx, user: DataOf<typeof UserVerified> | DataOf<typeof UserChanged>) {
  const { db, cause } = tx;
  assert(cause, 'news of an account is an event');
  // Waits for a submission that is just being made.
  await db.query('SELECT 1 FROM sellers WHERE user_id = $1 FOR UPDATE', [user.userId]);
  await saveUser(tx, user);
  if (!('previousEmail' in user && user.previousEmail)) return;
  await db.query(
    `UPDATE track_submissions SET contact_email = copy.email FROM user_copies AS copy
     WHERE copy.user_id = $1 AND NOT copy.deleted AND ${THEIRS} AND lower(contact_email) = lower($2) AND submitted_at < $3`,
    [user.userId, user.previousEmail, cause.occurredAt],
  );
}
