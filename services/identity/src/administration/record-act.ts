import { withoutPersonal, type AdminActed, type DataOf } from '@shop/contracts/events';
import { jsonb, type Tx } from '@shop/messaging';

/**
 * Writes one entry of the audit log for each act (docs/product/administration.md#audit-log). The table has no foreign key to the
 * account, so that an act is recorded even when the account is gone.
 */
export async function recordActWhenAdminActed({ db }: Tx, act: DataOf<typeof AdminActed>) {
  // Events from an older version of a service may still carry personal values.
  const { adminId, action, subject, before, after, at } = withoutPersonal(act);
  await db.query(
    `INSERT INTO audit_entries (admin_id, action, subject_type, subject_id, subject_name, before, after, at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [adminId, action, subject.type, subject.id, subject.name, before && jsonb(before), after && jsonb(after), at],
  );
}
