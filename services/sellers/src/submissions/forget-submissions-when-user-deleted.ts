import assert from 'node:assert/strict';
import { personForgotten, type DataOf, type UserDeleted, type UserChanged, type UserVerified } from '@shop/contracts/events';
import type { Tx } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { addressOfNobodyElse, saveUser } from '../user-copies/user-copies';

/** SQL: the submissions of user `$1`. */
const THEIRS = 'seller_id IN (SELECT id FROM sellers WHERE user_id = $1)';

/** Deletes the submissions of a deleted account; published ones stay in the records without address, links and notes. */
export async function forgetSubmissionsWhenUserDeleted({ db, emit }: Tx, user: DataOf<typeof UserDeleted>) {
  const { userId } = user;
  const contactEmails = await db.query<{ word: string; theirs: boolean }[]>(
    `SELECT DISTINCT contact_email AS word, ${addressOfNobodyElse('contact_email')} AS theirs FROM track_submissions
     WHERE ${THEIRS} AND contact_email <> ''`,
    [userId],
  );
  await forgetSubmissionsOf(db, userId);
  // Also told without words: an admin may have decided about a submission since the store was closed.
  if (contactEmails.length > 0)
    await emit(
      personForgotten(
        user,
        contactEmails.filter(({ theirs }) => theirs),
      ),
    );
}

/** Deletes a user's unpublished submissions, and blanks address, links, notes and history of the published ones. */
export async function forgetSubmissionsOf(db: EntityManager, userId: number): Promise<void> {
  await db.query(`DELETE FROM track_submissions WHERE ${THEIRS} AND status <> 'published'`, [userId]);
  await db.query(
    `UPDATE track_submissions SET contact_email = '', track_files_link = '', project_files_link = NULL,
       history = '[]', sound_origins = sound_origins || '{"samplesNote": null, "vocalsNote": null}' WHERE ${THEIRS}`,
    [userId],
  );
}

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
