import { z } from 'zod';
import { defineEvent, type DataOf } from '../define-event';
import { instant } from './shapes';

/**
 * An administrator changed something; said by whichever service owns it, in the same transaction. `before` is null for what
 * was created, `after` for what was deleted; between the two stand only the fields that differ, and never a secret.
 */
export const AdminActed = defineEvent(
  'shop.admin-acted',
  z.object({
    /** 0 for the operator at the command line, who has no account. */
    adminId: z.int().nonnegative(),
    /** What was done, as `<subject>.<past tense>`: `product.changed`. */
    action: z.string(),
    subject: z.object({ type: z.string(), id: z.int().nullable(), name: z.string() }),
    before: z.record(z.string(), z.json()).nullable(),
    after: z.record(z.string(), z.json()).nullable(),
    at: instant,
  }),
  { heardBy: ['identity'] },
);

/**
 * Of people and their stores only these fields are told with their values: of any other one only that it changed, so that the log
 * holds nothing personal and never has to be written anew when somebody is erased.
 */
const TOLD: Record<string, readonly string[]> = {
  user: ['is_admin', 'admin_role', 'is_seller', 'suspended', 'passwordReplaced'],
  seller: ['status', 'payment_method'],
  subscriber: ['is_active', 'created_at'],
};
const NAMES: Record<string, string> = { user: 'Account', seller: 'Store', payout: 'Payout' };

const NOT_KEPT = 'not kept';

type Act = DataOf<typeof AdminActed>;
type Fields = Record<string, z.core.util.JSONType>;

/**
 * The event of an administrator's change, to be emitted where it is made: `emit(...adminActed(…))`. Give the subject's own fields
 * before and after, without secrets; of a change only what differs is kept, of people only that it does. → no event when nothing
 * differs.
 */
export function adminActed(
  adminId: number,
  action: string,
  subject: { type: string; id: number | null; name: string },
  change: { before: Fields | null; after: Fields | null },
) {
  const { before, after } = change.before && change.after ? difference(change.before, change.after) : change;
  if (before && after && Object.keys(after).length === 0) return [];
  return [AdminActed(withoutPersonal({ adminId, action, subject, before, after, at: new Date().toISOString() }))];
}

/** An act as the log keeps it: ids, and of people and stores the names of fields alone. */
export function withoutPersonal(act: Act): Act {
  const { type, id, name } = act.subject;
  const told = (fields: Fields | null) => fields && impersonal(type, fields);
  const subject = { type, id, name: NAMES[type] ? `${NAMES[type]} ${id}` : name };
  return { ...act, subject, before: told(act.before), after: told(act.after) };
}

const impersonal = (type: string, fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([field, value]) => [
      field,
      value === null || (TOLD[type]?.includes(field) ?? true) ? value : NOT_KEPT,
    ]),
  );

function difference(before: Fields, after: Fields) {
  const changed = Object.keys(after).filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
  const only = (fields: Fields) => Object.fromEntries(changed.map((field) => [field, fields[field] ?? null]));
  return { before: only(before), after: only(after) };
}
