import { z } from 'zod';
import { ADMIN_ROLES } from '../constants';
import { defineEvent } from '../define-event';
import { id, instant, openMatter, version, word } from './shapes';

const person = { name: z.string(), lastName: z.string(), email: z.string(), country: z.string() };

/** The fields that say who somebody is. An hour after the event was sent, nobody needs them in it any more. */
const PERSON = ['name', 'lastName', 'email', 'country', 'previousEmail'];
const STORE = ['storeName', 'socialLink'];

/** Somebody filled in the registration form. No account exists until they return the code. */
export const UserRegistered = defineEvent(
  'identity.user-registered',
  z.object({ email: z.string(), name: z.string(), code: z.string(), expiresAt: instant }),
  { heardBy: ['notifications'], timeline: { title: 'Registration form sent', keep: () => ({}) }, secret: true },
);

/** Somebody asked for a new code for a pending registration. The older codes no longer work. */
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

/** Name, address, country or the admin role changed. `previousEmail` is set when the address changed. */
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
 * The account is gone and its sessions have ended. Histories stay. Every service must blank personal data, also what it keeps under the
 * account's address or an earlier one. `words` are further texts that identify the person: the full name, and an address that was never
 * confirmed.
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

/**
 * The owner asked to delete the account and nothing is open: it will be erased at `eraseAt`, unless the owner keeps it. It is not
 * erased yet.
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
 * The grace period is over, but something has been opened meanwhile, so the account is not erased yet. Erasing is tried again from
 * `eraseAt` on. Sent once.
 */
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

/** The owner keeps the account: it will not be erased. */
export const AccountDeletionWithdrawn = defineEvent('identity.account-deletion-withdrawn', z.object(deletion), {
  heardBy: ['notifications'],
  timeline: { title: 'Erasure of the account withdrawn', keep: ({ userId }) => ({ account: userId }) },
  secret: PERSON,
});

/**
 * Somebody wants all data that the shop keeps about them. Each service that keeps some answers with `PersonalDataGathered`. `addresses`
 * are the account's own and its earlier ones, each with the moment until which it belonged to the account.
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

/**
 * The personal data are put together in a file. The token fetches it, within a session of the account, until the given time. The services
 * in `missing` did not answer in time.
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
  },
);

/** An admin suspended the account: its sessions have ended, and nobody can log in with it. Its orders stay. */
export const UserSuspended = defineEvent('identity.user-suspended', z.object({ userId: id, version }), {
  heardBy: ['orders'],
  timeline: { title: 'Account suspended', keep: ({ userId }) => ({ account: userId }) },
});

/** A suspended account may log in and buy again. What ended with the suspension stays ended. */
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

/** The protection of an account changed, or a recovery code was used up. The event carries no secret. */
export const SecondFactorChanged = defineEvent(
  'identity.second-factor-changed',
  z.object({
    userId: id,
    email: z.string(),
    name: z.string(),
    /** `all-removed`: the operator removed every factor and recovery code. */
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

/** Somebody logged in to an existing account from a device that had not been used with it before. */
export const NewDeviceLoggedIn = defineEvent(
  'identity.new-device-logged-in',
  z.object({ userId: id, email: z.string(), name: z.string(), device: z.string(), place: z.string(), at: instant }),
  {
    heardBy: ['notifications'],
    timeline: { title: 'Login from a new device', keep: ({ userId }) => ({ account: userId }) },
    secret: [...PERSON, 'device', 'place'],
  },
);

/** Somebody wants another address. The old one stays valid until the token comes back, within 24 hours. */
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

/**
 * The address has changed. With `undo` the owner of the old address can take the change back; `undo` is absent when an admin
 * changed it.
 */
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
