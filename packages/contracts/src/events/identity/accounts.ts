import { z } from 'zod';
import { ADMIN_ROLES } from '../../constants';
import { defineEvent } from '../../declare';
import { id, instant, version, person, PERSON } from '../shapes';

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

/** The account exists. `seller` is set when the person registered as a seller; the service sellers then opens the store. */
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

/** An admin suspended the account: its sessions have ended, and nobody can log in with it. Its orders stay. */
export const UserSuspended = defineEvent('identity.user-suspended', z.object({ userId: id, version }), {
  heardBy: ['orders'],
  timeline: { title: 'Account suspended', keep: ({ userId }) => ({ account: userId }) },
});

/**
 * A suspended account may log in and buy again. Sessions and holds that ended with the suspension stay ended. `say-again` sends it
 * for every account that was suspended once and is not now.
 */
export const UserReinstated = defineEvent('identity.user-reinstated', z.object({ userId: id, version }), {
  heardBy: ['orders'],
  timeline: { title: 'Account reinstated', keep: ({ userId }) => ({ account: userId }) },
});
