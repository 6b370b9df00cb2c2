import type { AuditLogQuery } from '@shop/contracts/forms';
import type { AuditEntryView, AuditLogView } from '@shop/contracts/views';
import { containing, pageOf, sealHead, sortedBy, windowOf, type Journal } from '@shop/shared';
import { withoutPersonal, type AdminActed, type DataOf } from '@shop/contracts/events';
import { jsonb, type Tx } from '@shop/messaging';
import type { EntityManager } from 'typeorm';

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

/** The seal of an entry covers these columns. With another list, no existing seal would fit its entries. */
export const auditJournal: Journal = {
  name: 'audit log',
  table: 'audit_entries',
  canonical: `jsonb_build_array("row".id, "row".admin_id, "row".action, "row".subject_type, "row".subject_id, "row".subject_name,
    "row".before, "row".after, "row".at)`,
};

const SORTS: Record<string, string> = { at: 'e.at', action: 'e.action', subject: 'e.subject_type' };

/**
 * SQL for the name of the acting person. `id` is the column with the id of their account, and `u` is the account's row. A deleted
 * account has a blank name. Id 0 is the operator at the command line, who has no account.
 */
const nameOf = (id: string) =>
  `CASE WHEN ${id} = 0 THEN 'Operator' ELSE COALESCE(NULLIF(trim(concat_ws(' ', u.name, u.last_name)), ''), 'deleted account') END`;
const NAME = nameOf('e.admin_id');

/** `u` is the account that acted, `person` the entry's account, `closed` the closed store of the entry or of its payout. */
const FROM = `FROM audit_entries e LEFT JOIN users u ON u.id = e.admin_id
  LEFT JOIN users person ON e.subject_type = 'user' AND person.id = e.subject_id AND person.deleted_at IS NULL
  LEFT JOIN closed_stores closed ON closed.seller_id = CASE e.subject_type WHEN 'seller' THEN e.subject_id
    WHEN 'payout' THEN coalesce(e.after->>'sellerId', e.before->>'sellerId')::int END`;
const SUBJECT = `CASE WHEN person.id IS NOT NULL THEN concat_ws(' ', person.name, person.last_name)
  WHEN closed.seller_id IS NOT NULL THEN 'Closed store ' || closed.seller_id ELSE e.subject_name END`;

/** Names of acts: `account.…` is an act on one's own account, `…viewed` and `…shown` a look, `…exported` an export. */
const KIND = `CASE WHEN e.action LIKE '%exported' THEN 'export' WHEN e.action LIKE '%viewed' OR e.action LIKE '%shown' THEN 'look'
  WHEN e.action LIKE 'account.%' THEN 'own' ELSE 'change' END`;

const FILTER = `
  ($1::text IS NULL OR e.action = $1) AND ($2::text IS NULL OR e.subject_type = $2) AND ($3::int IS NULL OR e.admin_id = $3)
  AND ($4::timestamptz IS NULL OR e.at >= $4) AND ($5::timestamptz IS NULL OR e.at < $5)
  AND ($6::text IS NULL OR ${SUBJECT} ~* $6 OR e.action ~* $6 OR u.email ~* $6 OR ${NAME} ~* $6 OR e.subject_id::text = $7)
  AND ($8::text IS NULL OR ${KIND} = $8)`;

type Row = Omit<AuditEntryView, 'at'> & { at: Date };

/**
 * The acts of admins, filtered by the query, newest first unless it sorts otherwise, with all values of the filters; without
 * `page` the newest 1,000 (docs/product/administration.md#audit-log). The entries hold no names: the present ones are looked up,
 * so nobody sees or finds the names of deleted accounts and stores.
 * @throws Refusal 400 with field `sort` for an unknown order
 */
export async function auditLog(db: EntityManager, query: AuditLogQuery): Promise<AuditLogView> {
  const order = Object.entries(sortedBy(query.sort ?? '-at', SORTS, 'e.id')).map((by) => by.join(' '));
  const { q, action, subject, admin, from, to, kind } = query;
  const pattern = q ? containing(q) : null;
  const filter = [action ?? null, subject ?? null, admin ?? null, from ?? null, to ?? null, pattern, q ?? null, kind ?? null];
  const { skip, take } = windowOf(query);
  const [rows, [count], choices, head] = await Promise.all([
    db.query<Row[]>(
      `SELECT e.id, e.at, e.action, e.before, e.after,
         json_build_object('id', e.admin_id, 'name', ${NAME}, 'email', NULLIF(u.email, '')) AS admin,
         json_build_object('type', e.subject_type, 'id', e.subject_id, 'name', ${SUBJECT}) AS subject
       ${FROM}
       WHERE ${FILTER} ORDER BY ${order.join(', ')} LIMIT $9 OFFSET $10`,
      [...filter, take, skip],
    ),
    db.query<[{ total: number }]>(`SELECT count(*)::int AS total ${FROM} WHERE ${FILTER}`, filter),
    choicesOf(db),
    sealHead(db, auditJournal),
  ]);
  const entries = rows.map((row) => ({ ...row, at: row.at.toISOString() }));
  return { ...pageOf(query, count.total, entries), choices, head };
}

async function choicesOf(db: EntityManager): Promise<AuditLogView['choices']> {
  const [choices] = await db.query<[AuditLogView['choices']]>(
    `SELECT
       ARRAY(SELECT DISTINCT action FROM audit_entries ORDER BY 1) AS actions,
       ARRAY(SELECT DISTINCT subject_type FROM audit_entries ORDER BY 1) AS subjects,
       COALESCE((SELECT json_agg(json_build_object('id', a.admin_id, 'name', ${nameOf('a.admin_id')}) ORDER BY a.admin_id)
         FROM (SELECT DISTINCT admin_id FROM audit_entries WHERE action NOT LIKE 'account.%') a LEFT JOIN users u ON u.id = a.admin_id), '[]') AS admins`,
  );
  return choices;
}
