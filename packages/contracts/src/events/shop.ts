import type { DataOf, LookRecord } from '@shop/declare';
import { z } from 'zod';
import type { Subject } from '../constants';
import type { TimelineFacts } from '../timeline';
import { defineEvent, type ServiceName } from '../declare';
import type { UserDeleted } from './identity';
import { id, instant, word } from './shapes';

/**
 * An admin changed something or looked at somebody's data, or somebody changed their own account. The owner of the data sends it in
 * the same transaction. `before` is null for a created object, `after` for a deleted one; else they hold the differing fields, and
 * never a secret.
 */
export const AdminActed = defineEvent(
  'shop.admin-acted',
  z.object({
    /** 0 for the operator at the command line, who has no account. */
    adminId: z.int().nonnegative(),
    /** The action, as `<subject>.<past tense>`: `product.changed`. */
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
 * A service has erased somebody whom it also knew by these words: mails about the person or their store that contain one must be
 * blanked. An address may be a stranger's, so mails to it stay. Waiting events about the person or the store `sellerId` must lose
 * them. It is the last that this service tells of the person: what comes before it may come after `UserDeleted`.
 */
export const PersonForgotten = defineEvent(
  'shop.person-forgotten',
  z.object({ userId: id, sellerId: id.nullable().default(null), words: z.array(word) }),
  {
    heardBy: ['notifications'],
    timeline: { title: 'Service erased a person', keep: ({ userId, sellerId }) => ({ account: userId, store: sellerId }) },
    secret: ['word'],
  },
);

/**
 * Makes the event of a service that has erased somebody: `knownWords` are the words that only it knew, those of the erasure are
 * added.
 */
export const personForgotten = (
  { userId, email, formerEmails, words }: DataOf<typeof UserDeleted>,
  knownWords: readonly { word: string }[],
  sellerId: number | null = null,
) => {
  const all = [...knownWords, { word: email }, ...formerEmails.map((former) => ({ word: former.email })), ...words];
  // An erasure that is sent again after it was blanked has empty words.
  const uniqueWords = [...new Set(all.map(({ word }) => word.trim()).filter((word) => word !== ''))];
  return PersonForgotten({ userId, sellerId, words: uniqueWords.map((word) => ({ word })) });
};

/** The data that a service keeps about somebody who asked for them: page `page` of `pages`. Together they are one JSON text. */
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

/** The size of a page in characters, which cuts no character in two. A message stays far below a broker's limit. */
const PAGE = /.{1,200000}/gsu;

/** Makes the pages of a service's data about a person, as events to be emitted together. */
export function personalDataGathered(
  { userId, exportId }: { userId: number; exportId: number },
  service: Exclude<ServiceName, 'identity'>,
  personalData: Record<string, unknown>,
) {
  const pages = JSON.stringify(personalData).match(PAGE) ?? [];
  return pages.map((part, page) => PersonalDataGathered({ userId, exportId, service, page, pages: pages.length, part }));
}

/**
 * The seals of a journal were read again from the first to the last. The event names the last seal, and the rows that were changed,
 * removed or inserted after sealing. If the last seal differs from a copy kept elsewhere, the whole chain was made again.
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

/** Makes the event from the result of reading the seals. */
export const sealsChecked = ({ journal, head, rows, findings }: Omit<DataOf<typeof SealsChecked>, 'at'>) =>
  SealsChecked({ journal, head, rows, findings, at: new Date().toISOString() });

/**
 * The fields of people and stores whose values are kept. For other fields the event says only that they changed, so that the log
 * holds nothing personal and need not be rewritten when somebody is erased.
 */
const TOLD: Record<string, readonly string[]> = {
  user: ['fields', 'is_admin', 'admin_role', 'is_seller', 'suspended', 'passwordReplaced'],
  seller: ['fields', 'status', 'document', 'payment_method', 'page', 'shownFor'],
  subscriber: ['is_active', 'created_at'],
};
/** The timeline's words for the subjects of the audit log. */
const TIMELINE_SUBJECTS: Record<string, Subject> = { user: 'account', seller: 'store', product: 'track', order: 'order' };

const subjectOfAct = ({ type, id }: { type: string; id: number | null }): TimelineFacts => {
  const subject = TIMELINE_SUBJECTS[type];
  return subject ? { [subject]: id } : {};
};

/** Subjects that the log names by their number, because their names identify people or were typed by sellers. */
const NAMES: Record<string, string> = { user: 'Account', seller: 'Store', payout: 'Payout', submission: 'Submission' };

const NOT_KEPT = 'not kept';

/** Typed texts, and a bank's number of a payment. They may name a person on any subject. */
const TYPED = ['reason', 'note', 'reference'];

/**
 * Makes the event for an account that changed or exported its own data. It holds the names of the fields and never their values.
 * @param change the action in the past tense: `password-changed`
 */
export const accountActed = (userId: number, change: string, fields: readonly string[] = [], sellerId: number | null = null) =>
  AdminActed(
    withoutPersonal({
      adminId: userId,
      action: `account.${change}`,
      subject: sellerId === null ? { type: 'user', id: userId, name: '' } : { type: 'seller', id: sellerId, name: '' },
      before: null,
      after: fields.length > 0 ? { fields: [...fields] } : null,
      at: new Date().toISOString(),
    }),
  );

/** Makes the event for a look at personal data or their export: it names both people, and none of the data. */
export const lookRecorded = ({ userId, action, subject, id, own }: LookRecord) =>
  AdminActed({
    adminId: userId,
    action: own ? `account.${action.split('.')[1]}` : action,
    subject: { type: subject, id, name: id === null ? 'List' : `${NAMES[subject] ?? capital(subject)} ${id}` },
    before: null,
    after: null,
    at: new Date().toISOString(),
  });

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1).replaceAll('-', ' ')}`;

type Act = DataOf<typeof AdminActed>;
type Fields = Record<string, z.core.util.JSONType>;

/**
 * Makes the event of an admin's change, to be emitted with the change: `emit(...adminActed(…))`. It takes the subject's own
 * fields before and after, without secrets. It keeps only the differing fields, and of people only the names of those fields.
 * @returns no event when nothing differs
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

/** An act as the log keeps it: ids, and for people and stores only the names of fields. */
export function withoutPersonal(act: Act): Act {
  const { type, id, name } = act.subject;
  const toImpersonal = (fields: Fields | null) => fields && impersonal(type, fields);
  const subject = { type, id, name: NAMES[type] && id !== null ? `${NAMES[type]} ${id}` : name };
  return { ...act, subject, before: toImpersonal(act.before), after: toImpersonal(act.after) };
}

const impersonal = (type: string, fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([field, value]) => [
      field,
      value === null || (TOLD[type]?.includes(field) ?? !TYPED.includes(field)) ? value : NOT_KEPT,
    ]),
  );

function difference(before: Fields, after: Fields) {
  const changedFields = Object.keys(after).filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
  const only = (fields: Fields) => Object.fromEntries(changedFields.map((field) => [field, fields[field] ?? null]));
  return { before: only(before), after: only(after) };
}

/** Makes the event of an action on a service as a whole, for the audit log. `adminId` is 0 for the operator at the command line. */
export const operatorActed =
  (service: ServiceName) =>
  (action: string, details: Fields, adminId = 0) =>
    adminActed(adminId, action, { type: 'service', id: null, name: service }, { before: null, after: details });
