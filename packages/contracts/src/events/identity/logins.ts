import { z } from 'zod';
import { EMAIL_CONFIRM_HOURS, EMAIL_UNDO_DAYS } from '../../constants';
import { defineEvent } from '../../declare';
import { id, instant, version, PERSON } from '../shapes';

/** The owner of an account needs a link to set a new password. The token works once, for 30 minutes. */
export const PasswordResetRequested = defineEvent(
  'identity.password-reset-requested',
  z.object({
    userId: id,
    email: z.string(),
    name: z.string(),
    token: z.string(),
    expiresAt: instant,
    /** `asked`: somebody asked for the link, and the old password still works. `email-change-undone`: it no longer works. */
    reason: z.enum(['asked', 'email-change-undone']).default('asked'),
  }),
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
    holdsHours: EMAIL_CONFIRM_HOURS,
  },
);

/** The address has changed. With `undo` the owner of the old address can reverse the change; an admin's change has no `undo`. */
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
    holdsHours: EMAIL_UNDO_DAYS * 24,
  },
);
