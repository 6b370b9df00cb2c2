import { withoutPersonal, type AdminActed, type DataOf } from '@shop/contracts/events';
import { jsonb, type Tx } from '@shop/messaging';

/** One entry of the audit log for each act; no reference to the account, so that nothing keeps an act from being recorded. */
export async function recordActWhenAdminActed({ db }: Tx, act: DataOf<typeof AdminActed>) {
  // what was said before an update may still tell more
  const { adminId, action, subject, before, after, at } = withoutPersonal(act);
  await db.query(
    `INSERT INTO audit_entries (admin_id, action, subject_type, subject_id, subject_name, before, after, at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [adminId, action, subject.type, subject.id, subject.name, before && jsonb(before), after && jsonb(after), at],
  );
}
