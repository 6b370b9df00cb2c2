import { z } from 'zod';
import { ADMIN_ROLES } from '../constants';
import { defineEvent } from '../define-event';
import { id, instant, openMatter, version, word } from './shapes';

const person = { name: z.string(), lastName: z.string(), email: z.string(), country: z.string() };

/** What says who somebody is: an hour after it was sent nobody needs it there any more. */
const PERSON = ['name', 'lastName', 'email', 'country', 'previousEmail'];
const STORE = ['storeName', 'socialLink'];

/** Somebody filled in the registration form. No account exists until the code comes back. */
export const UserRegistered = defineEvent(
  'identity.user-registered',
  z.object({ email: z.string(), name: z.string(), code: z.string(), expiresAt: instant }),
  { heardBy: ['notifications'], timeline: { title: 'Registration form sent', keep: () => ({}) }, secret: true },
);

/** A new code was wished for a pending registration; the older ones no longer work. */
export const VerificationCodeRequested = defineEvent(
  'identity.verification-code-requested',
  z.object({ email: z.string(), name: z.string(), code: z.string(), expiresAt: instant }),
  { heardBy: ['notifications'], timeline: { title: 'New registration code asked for', keep: () => ({}) }, secret: true },
);

/** Somebody tried to register with the address of an existing account. Its owner is told; the caller is not. */
export const RegistrationRepeated = defineEvent(
  'identity.registration-repeated',
  z.object({ userId: id, email: z.string(), name: z.string() }),
  {
    heardBy: ['notifications'],
    timeline: { title: 'Registration with the address of this account', keep: ({ userId }) => ({ account: userId }) },
    secret: PERSON,
  },
);

/** The account exists. `seller` is there when the person registered as a seller; the store is opened by sellers. */
export const UserVerified = defineEvent(
  'identity.user-verified',
  z.object({
    userId: id,
    version,
    ...person,
    seller: z.object({ storeName: z.string(), socialLink: z.string().nullable() }).nullable(),
  }),
  {
    heardBy: ['orders', 'sellers'],
    timeline: {
      title: 'Account opened',
      keep: ({ userId, seller }) => ({ account: userId, facts: { asSeller: seller !== null } }),
    },
    secret: [...PERSON, ...STORE],
  },
);

/** Name, address, country or the admin role changed. `previousEmail` is there when the address did. */
export const UserChanged = defineEvent(
  'identity.user-changed',
  z.object({
    userId: id,
    version,
    ...person,
    isAdmin: z.boolean(),
    adminRole: z.enum(ADMIN_ROLES).nullish(),
    previousEmail: z.string().nullable(),
    passwordChanged: z.boolean(),
  }),
  {
    heardBy: ['orders', 'notifications', 'sellers'],
    timeline: {
      title: 'Account changed',
      keep: ({ userId, isAdmin, adminRole, passwordChanged, previousEmail }) => ({
        account: userId,
        facts: { isAdmin, adminRole: adminRole ?? null, passwordChanged, emailChanged: previousEmail !== null },
      }),
    },
    secret: PERSON,
  },
);

/**
 * The account is gone and its sessions ended. Histories stay, personal data are to be blanked, also what is kept by the address and
 * by those it had before; `words` are what else the person was known by: the full name, an address that was never confirmed.
 */
export const UserDeleted = defineEvent(
  'identity.user-deleted',
  z.object({
    userId: id,
    version,
    email: z.string().default(''),
    formerEmails: z.array(z.object({ email: z.string() })).default([]),
    words: z.array(word).default([]),
  }),
  {
    heardBy: ['orders', 'sellers', 'notifications'],
    timeline: { title: 'Account erased', keep: ({ userId }) => ({ account: userId }) },
    secret: ['email', 'word'],
  },
);

const deletion = { userId: id, email: z.string(), name: z.string(), eraseAt: instant };

/** Nothing is open: the account will be erased at `eraseAt`, unless its owner keeps it. */
export const AccountDeletionScheduled = defineEvent('identity.account-deletion-scheduled', z.object(deletion), {
  heardBy: ['notifications'],
  timeline: {
    title: 'Erasure of the account scheduled',
    keep: ({ userId, eraseAt }) => ({ account: userId, facts: { eraseAt } }),
  },
  secret: PERSON,
});

/** The days are over, but something has been opened meanwhile: it is tried again from `eraseAt` on. Said once. */
export const AccountDeletionPostponed = defineEvent(
  'identity.account-deletion-postponed',
  z.object({ ...deletion, open: z.array(openMatter) }),
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

/** The owner keeps the account after all. */
export const AccountDeletionWithdrawn = defineEvent('identity.account-deletion-withdrawn', z.object(deletion), {
  heardBy: ['notifications'],
  timeline: { title: 'Erasure of the account withdrawn', keep: ({ userId }) => ({ account: userId }) },
  secret: PERSON,
});

/**
 * Somebody wants all that is kept of them: whoever keeps something answers with `PersonalDataGathered`. `addresses` are the account's own
 * and those it had, with the moment until which they were its own.
 */
export const PersonalDataRequested = defineEvent(
  'identity.personal-data-requested',
  z.object({ userId: id, exportId: id, addresses: z.array(z.object({ email: z.string(), until: instant.nullable() })) }),
  {
    heardBy: ['orders', 'sellers', 'notifications', 'catalog'],
    timeline: {
      title: 'Copy of the own data asked for',
      keep: ({ userId, exportId }) => ({ account: userId, facts: { exportId } }),
    },
    secret: ['email'],
  },
);

/** What was gathered is put together: the token fetches it, with a session of the account, until then. `missing` did not answer in time. */
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
  },
);

/** An administrator closed the account for now: its sessions ended, nobody logs in with it. Its orders stay. */
export const UserSuspended = defineEvent('identity.user-suspended', z.object({ userId: id, version }), {
  heardBy: ['orders'],
  timeline: { title: 'Account suspended', keep: ({ userId }) => ({ account: userId }) },
});

/** A suspended account may log in and buy again. What had ended when it was suspended stays ended. */
export const UserReinstated = defineEvent('identity.user-reinstated', z.object({ userId: id, version }), {
  heardBy: ['orders'],
  timeline: { title: 'Account reinstated', keep: ({ userId }) => ({ account: userId }) },
});

/** Somebody asked to reset the password of an existing account. The token works once, for 30 minutes. */
export const PasswordResetRequested = defineEvent(
  'identity.password-reset-requested',
  z.object({ userId: id, email: z.string(), name: z.string(), token: z.string(), expiresAt: instant }),
  {
    heardBy: ['notifications'],
    timeline: { title: 'Password reset asked for', keep: ({ userId, expiresAt }) => ({ account: userId, facts: { expiresAt } }) },
    secret: true,
  },
);

/** What protects an account changed, or a recovery code was used up. No secret is in it. */
export const SecondFactorChanged = defineEvent(
  'identity.second-factor-changed',
  z.object({
    userId: id,
    email: z.string(),
    name: z.string(),
    /** `all-removed`: the operator took every factor and recovery code away. */
    change: z.enum([
      'app-added',
      'app-removed',
      'passkey-added',
      'passkey-removed',
      'recovery-codes-made',
      'recovery-code-used',
      'all-removed',
    ]),
    at: instant,
  }),
  {
    heardBy: ['notifications'],
    timeline: { title: 'Second factor changed', keep: ({ userId, change }) => ({ account: userId, facts: { change } }) },
    secret: PERSON,
  },
);

/** Somebody logged in to an account that was used before, from a device that it was not used from. */
export const NewDeviceLoggedIn = defineEvent(
  'identity.new-device-logged-in',
  z.object({ userId: id, email: z.string(), name: z.string(), device: z.string(), place: z.string(), at: instant }),
  {
    heardBy: ['notifications'],
    timeline: { title: 'Login from a new device', keep: ({ userId }) => ({ account: userId }) },
    secret: [...PERSON, 'device', 'place'],
  },
);

/** Somebody wants another address. The old one holds until the token comes back, within 24 hours. */
export const EmailChangeRequested = defineEvent(
  'identity.email-change-requested',
  z.object({ userId: id, email: z.string(), token: z.string(), expiresAt: instant }),
  {
    heardBy: ['notifications'],
    timeline: {
      title: 'Change of the address asked for',
      keep: ({ userId, expiresAt }) => ({ account: userId, facts: { expiresAt } }),
    },
    secret: true,
  },
);

/** The address has changed. With `undo` the owner of the old one can take it back; there is none when an administrator changed it. */
export const EmailChanged = defineEvent(
  'identity.email-changed',
  z.object({
    userId: id,
    version,
    name: z.string(),
    email: z.string(),
    previousEmail: z.string(),
    undo: z.object({ token: z.string(), until: instant }).nullable(),
  }),
  {
    heardBy: ['notifications'],
    timeline: {
      title: 'Address changed',
      keep: ({ userId, undo }) => ({ account: userId, facts: { undoUntil: undo?.until ?? null } }),
    },
    secret: true,
  },
);
