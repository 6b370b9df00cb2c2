import { PersonForgotten, type DataOf, type UserDeleted } from '@shop/contracts/events';
import type { Tx } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { addressOfNobodyElse } from '../user-copies/user-copies';

const THEIRS = 'seller_id IN (SELECT id FROM sellers WHERE user_id = $1)';

/** Deletes the submissions of a deleted account; published ones stay in the records without address and links. */
export async function forgetSubmissionsWhenUserDeleted({ db, emit }: Tx, { userId }: DataOf<typeof UserDeleted>) {
  const words = await db.query<{ word: string }[]>(
    `SELECT DISTINCT contact_email AS word FROM track_submissions
     WHERE ${THEIRS} AND contact_email <> '' AND ${addressOfNobodyElse('contact_email')}`,
    [userId],
  );
  await forgetSubmissionsOf(db, userId);
  if (words.length > 0) await emit(PersonForgotten({ userId, words }));
}

/** Deletes a user's unpublished submissions, and blanks address and links of the published ones. */
export async function forgetSubmissionsOf(db: EntityManager, userId: number): Promise<void> {
  await db.query(`DELETE FROM track_submissions WHERE ${THEIRS} AND status <> 'published'`, [userId]);
  await db.query(
    `UPDATE track_submissions SET contact_email = '', track_files_link = '', project_files_link = NULL WHERE ${THEIRS}`,
    [userId],
  );
}
