import { z } from 'zod';
import type { Subject } from '../constants';
import type { Kept } from '../timeline';
import { defineEvent, type DataOf, type ServiceName } from '../define-event';
import { id, instant, word } from './shapes';

/**
 * An administrator changed something or looked at somebody's data, or somebody changed their own account; said by whichever service owns it, in the same transaction. `before` is null for what
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
  {
    heardBy: ['identity'],
    timeline: {
      title: 'Administration',
      keep: ({ adminId, action, subject, before, after }) => ({
        ...subjectOfAct(subject),
        facts: { adminId, action, fields: Object.keys(after ?? before ?? {}).join(', ') },
      }),
    },
  },
);

/**
 * A service has erased somebody, and knew them by these words too: mails that mention one are to be blanked. An address among them was
 * typed and may be a stranger's: what was mailed to it is no concern of this.
 */
export const PersonForgotten = defineEvent('shop.person-forgotten', z.object({ userId: id, words: z.array(word) }), {
  heardBy: ['notifications'],
  timeline: { title: 'Service erased a person', keep: ({ userId }) => ({ account: userId }) },
  secret: ['word'],
});

/** What a service keeps of somebody who asked for it: page `page` of `pages` of a text that is JSON once they are put together. */
export const PersonalDataGathered = defineEvent(
  'shop.personal-data-gathered',
  z.object({
    userId: id,
    exportId: id,
    service: z.enum(['orders', 'sellers', 'notifications', 'catalog']),
    page: z.int().nonnegative(),
    pages: z.int().positive(),
    part: z.string(),
  }),
  {
    heardBy: ['identity'],
    timeline: {
      title: 'Part of the own data gathered',
      keep: ({ userId, exportId, service, page, pages }) => ({ account: userId, facts: { exportId, service, page, pages } }),
    },
    secret: ['part'],
  },
);

/** In characters, none of which is cut in two: a message stays far below what a broker takes. */
const PAGE = /.{1,200000}/gsu;

/** The same from what a service has gathered, to be emitted at once. */
export function personalDataGathered(
  { userId, exportId }: { userId: number; exportId: number },
  service: Exclude<ServiceName, 'identity'>,
  gathered: Record<string, unknown>,
) {
  const pages = JSON.stringify(gathered).match(PAGE) ?? [];
  return pages.map((part, page) => PersonalDataGathered({ userId, exportId, service, page, pages: pages.length, part }));
}

/**
 * The seals of a journal were read again from the first to the last: which one is the last, and what was changed, removed or put in since it
 * was sealed. Whoever keeps the last one elsewhere sees whether all of them were made anew.
 */
export const SealsChecked = defineEvent(
  'shop.seals-checked',
  z.object({
    journal: z.string(),
    at: instant,
    head: z.object({ number: z.int(), hash: z.string(), sealedAt: z.string() }).nullable(),
    rows: z.int(),
    findings: z.array(z.string()),
  }),
  {
    heardBy: ['notifications'],
    timeline: {
      title: 'Seals read again',
      keep: ({ journal, rows, findings }) => ({ facts: { journal, rows, findings: findings.length } }),
    },
  },
);

/** The same from what reading the seals has found. */
export const sealsChecked = ({ journal, head, rows, findings }: Omit<DataOf<typeof SealsChecked>, 'at'>) =>
  SealsChecked({ journal, head, rows, findings, at: new Date().toISOString() });

/**
 * Of people and their stores only these fields are told with their values: of any other one only that it changed, so that the log
 * holds nothing personal and never has to be written anew when somebody is erased.
 */
const TOLD: Record<string, readonly string[]> = {
  user: ['fields', 'is_admin', 'admin_role', 'is_seller', 'suspended', 'passwordReplaced'],
  seller: ['fields', 'status', 'payment_method', 'page', 'shownFor'],
  subscriber: ['is_active', 'created_at'],
};
/** Subjects of the audit log as the timeline calls them. */
const TIMELINE_SUBJECTS: Record<string, Subject> = { user: 'account', seller: 'store', product: 'track', order: 'order' };

const subjectOfAct = ({ type, id }: { type: string; id: number | null }): Kept => {
  const subject = TIMELINE_SUBJECTS[type];
  return subject ? { [subject]: id } : {};
};

const NAMES: Record<string, string> = { user: 'Account', seller: 'Store', payout: 'Payout' };

const NOT_KEPT = 'not kept';

/** What somebody typed, or a bank's number of a payment: whatever it is about, it may name a person. */
const TYPED = ['reason', 'note', 'reference'];

/**
 * Somebody changed what is their own, or took it away: in the log with the names of the fields and never with what stands in them.
 * `what` is past tense: `password-changed`.
 */
export const accountActed = (userId: number, what: string, fields: readonly string[] = [], sellerId: number | null = null) =>
  AdminActed(
    withoutPersonal({
      adminId: userId,
      action: `account.${what}`,
      subject: sellerId === null ? { type: 'user', id: userId, name: '' } : { type: 'seller', id: sellerId, name: '' },
      before: null,
      after: fields.length > 0 ? { fields: [...fields] } : null,
      at: new Date().toISOString(),
    }),
  );

/** Somebody looked at what is personal, or took data away: who and whose, and nothing of what was seen. */
export const looked = ({ userId, action, subject, id, own }: Looked) =>
  AdminActed({
    adminId: userId,
    action: own ? `account.${action.split('.')[1]}` : action,
    subject: { type: subject, id, name: id === null ? 'List' : `${NAMES[subject] ?? capital(subject)} ${id}` },
    before: null,
    after: null,
    at: new Date().toISOString(),
  });

type Looked = { userId: number; action: string; subject: string; id: number | null; own: boolean };
const capital = (text: string) => `${text[0]!.toUpperCase()}${text.slice(1).replaceAll('-', ' ')}`;

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
  const subject = { type, id, name: NAMES[type] && id !== null ? `${NAMES[type]} ${id}` : name };
  return { ...act, subject, before: told(act.before), after: told(act.after) };
}

const impersonal = (type: string, fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([field, value]) => [
      field,
      value === null || (TOLD[type]?.includes(field) ?? !TYPED.includes(field)) ? value : NOT_KEPT,
    ]),
  );

function difference(before: Fields, after: Fields) {
  const changed = Object.keys(after).filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
  const only = (fields: Fields) => Object.fromEntries(changed.map((field) => [field, fields[field] ?? null]));
  return { before: only(before), after: only(after) };
}

/** What was done to a service as a whole, for the audit log: by the operator at the command line, who is 0, or an administrator. */
export const operatorActed =
  (service: ServiceName) =>
  (action: string, what: Fields, adminId = 0) =>
    adminActed(adminId, action, { type: 'service', id: null, name: service }, { before: null, after: what });
