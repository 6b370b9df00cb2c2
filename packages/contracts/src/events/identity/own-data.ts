import { z } from 'zod';
import { OWN_DATA_HOURS } from '../../constants';
import { defineEvent } from '../../declare';
import { id, instant, openMatter, version, word, PERSON } from '../shapes';

/**
 * The account is gone and its sessions have ended. Histories stay. Every service must blank its personal data, also those under the
 * account's address or an earlier one; for an address that now belongs to another account (`handedOn`) only the data from before
 * `until`. `words` are further texts that identify the person: the full name, and an address that was never confirmed.
 */
export const UserDeleted = defineEvent(
  'identity.user-deleted',
  z.object({
    userId: id,
    version,
    email: z.string().default(''),
    formerEmails: z.array(z.object({ email: z.string() })).default([]),
    handedOn: z.array(z.object({ email: z.string(), until: instant })).default([]),
    words: z.array(word).default([]),
  }),
  {
    heardBy: ['orders', 'sellers', 'notifications', 'catalog'],
    timeline: { title: 'Account erased', keep: ({ userId }) => ({ account: userId }) },
    secret: ['email', 'word'],
  },
);

const deletion = { userId: id, email: z.string(), name: z.string(), eraseAt: instant };

/**
 * The owner asked to delete the account and nothing is open: it will be erased at `eraseAt`, unless the owner keeps it. It is not
 * erased yet. Sent again with the new day when the account is reinstated after a suspension, and when older data are restored.
 */
export const AccountDeletionScheduled = defineEvent('identity.account-deletion-scheduled', z.object(deletion), {
  heardBy: ['notifications'],
  timeline: {
    title: 'Erasure of the account scheduled',
    keep: ({ userId, eraseAt }) => ({ account: userId, facts: { eraseAt } }),
  },
  secret: PERSON,
});

/**
 * The grace period is over, but the account is not erased yet: something has been opened meanwhile, or its owner has become an
 * admin. `reason` says which, in words, and is sent once for each of the two. Erasing is tried again from `eraseAt` on.
 */
export const AccountDeletionPostponed = defineEvent(
  'identity.account-deletion-postponed',
  z.object({ ...deletion, reason: z.string().nullable().default(null), open: z.array(openMatter) }),
  {
    heardBy: ['notifications'],
    timeline: {
      title: 'Erasure of the account postponed',
      keep: ({ userId, eraseAt, open }) => ({
        account: userId,
        facts: { eraseAt, open: open.map(({ kind }) => kind).join(', ') },
      }),
    },
    secret: PERSON,
  },
);

/** The owner keeps the account: it will not be erased. */
export const AccountDeletionWithdrawn = defineEvent('identity.account-deletion-withdrawn', z.object(deletion), {
  heardBy: ['notifications'],
  timeline: { title: 'Erasure of the account withdrawn', keep: ({ userId }) => ({ account: userId }) },
  secret: PERSON,
});

/**
 * Somebody wants all data that the shop keeps about them. Each service with such data answers with `PersonalDataGathered`.
 * `addresses` are the account's own and its earlier ones, each with the moments from which and until which it belonged to the
 * account.
 */
export const PersonalDataRequested = defineEvent(
  'identity.personal-data-requested',
  z.object({
    userId: id,
    exportId: id,
    addresses: z.array(z.object({ email: z.string(), since: instant.nullable().default(null), until: instant.nullable() })),
  }),
  {
    heardBy: ['orders', 'sellers', 'notifications', 'catalog'],
    timeline: {
      title: 'Copy of the own data asked for',
      keep: ({ userId, exportId }) => ({ account: userId, facts: { exportId } }),
    },
    secret: ['email'],
  },
);

/**
 * The file with the personal data is ready. The token fetches it, within a session of the account, until the given time. The
 * services in `missing` did not answer in time.
 */
export const DataExportReady = defineEvent(
  'identity.data-export-ready',
  z.object({ userId: id, email: z.string(), name: z.string(), token: z.string(), until: instant, missing: z.array(z.string()) }),
  {
    heardBy: ['notifications'],
    timeline: {
      title: 'Copy of the own data ready',
      keep: ({ userId, until, missing }) => ({ account: userId, facts: { until, missing: missing.join(', ') } }),
    },
    secret: true,
    holdsHours: OWN_DATA_HOURS,
  },
);
