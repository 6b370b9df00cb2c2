import type { DataOf, UserDeleted } from '@shop/contracts/events';
import type { Tx } from '@shop/kit';

/** What waits goes with its seller; what was decided stays in the records without address and links (decision 17). */
export async function forgetSubmissionsWhenUserDeleted({ db }: Tx, { userId }: DataOf<typeof UserDeleted>) {
  const his = `seller_id IN (SELECT id FROM sellers WHERE user_id = $1)`;
  await db.query(`DELETE FROM track_submissions WHERE ${his} AND due_at IS NOT NULL`, [userId]);
  await db.query(
    `UPDATE track_submissions SET contact_email = '', track_files_link = '', project_files_link = NULL WHERE ${his}`,
    [userId],
  );
}
