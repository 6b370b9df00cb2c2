import {
  AccountDeletionPostponed,
  AccountDeletionScheduled,
  AccountDeletionWithdrawn,
  NewDeviceLoggedIn,
  EmailChanged,
  EmailChangeRequested,
  PasswordResetRequested,
  PersonForgotten,
  RegistrationRepeated,
  SecondFactorChanged,
  UserChanged,
  UserDeleted,
  UserRegistered,
  VerificationCodeRequested,
} from '@shop/contracts/events';
import { MARA, at, later, type MailCase } from './mail-people';

const code = { email: MARA, name: 'Mara', code: '123456', expiresAt: later };
const user = { userId: 2, version: 2, name: 'Mara', lastName: 'Lind', email: MARA, country: 'Sweden', isAdmin: false };
const reset = { userId: 2, email: MARA, name: 'Mara', token: 'a-long-token', expiresAt: later };
const moved = { userId: 2, version: 3, name: 'Mara', email: MARA, previousEmail: 'old@example.com' };
const leaving = { userId: 2, email: MARA, name: 'Mara', eraseAt: at };

export const ACCOUNT_MAIL_CASES: MailCase[] = [
  [
    'a deletion that begins',
    AccountDeletionScheduled(leaving),
    [
      [
        MARA,
        'Mara',
        '20 Nov 2026',
        'Keep my account',
        'account?tab=data',
        'Set a new password at once, which ends every session and keeps your account: https://shop.example/forgot-password',
      ],
    ],
  ],
  [
    'a deletion that has to wait',
    AccountDeletionPostponed({
      ...leaving,
      open: [{ kind: 'hold', message: 'Order no. 3 still holds tracks for you.' }],
    }),
    [[MARA, 'Order no. 3 still holds tracks for you.', 'every day']],
  ],
  [
    'a deletion that has to wait because of a role',
    AccountDeletionPostponed({ ...leaving, reason: 'Administrators stay.', open: [] }),
    [[MARA, 'Administrators stay.', 'every day']],
  ],
  ['a person whom another service forgets', PersonForgotten({ userId: 2, words: [{ word: MARA }] }), []],
  ['a deletion that is taken back', AccountDeletionWithdrawn(leaving), [[MARA, 'will not be deleted']]],
  ['a registration', UserRegistered(code), [[MARA, '123456', '10 minutes']]],
  ['a wish for another code', VerificationCodeRequested({ ...code, code: '654321' }), [[MARA, '654321']]],
  [
    'a registration with a known address',
    RegistrationRepeated({ userId: 2, email: MARA, name: 'Mara' }),
    [[MARA, 'already have an account', 'https://shop.example/login', 'https://shop.example/forgot-password']],
  ],
  [
    'a forgotten password',
    PasswordResetRequested(reset),
    [[MARA, 'https://shop.example/reset-password/a-long-token', 'once, for 30 minutes', 'your password stays as it is']],
  ],
  [
    'a password that the return of an address made worthless',
    PasswordResetRequested({ ...reset, reason: 'email-change-undone' }),
    [
      [
        MARA,
        'belongs to your account at Ghostline again. The password that it had no longer works',
        'https://shop.example/reset-password/a-long-token',
        'once, for 30 minutes. You can have another one: https://shop.example/forgot-password',
      ],
    ],
  ],
  [
    'a changed password',
    UserChanged({ ...user, previousEmail: null, passwordChanged: true }),
    [[MARA, 'the password of your account at Ghostline was changed.', 'https://shop.example/forgot-password']],
  ],
  [
    'a changed address',
    EmailChanged({ ...moved, undo: { token: 'undo-tok', until: at } }),
    [
      [
        'old@example.com',
        'e-mail address of your account at Ghostline was changed.',
        'https://shop.example/undo-email-change/undo-tok',
        'Until 20 Nov 2026, 18:00 (Moscow time)',
      ],
    ],
  ],
  [
    'an address that an administrator changed',
    EmailChanged({ ...moved, undo: null }),
    [['old@example.com', 'e-mail address of your account at Ghostline was changed.', 'https://shop.example/contact']],
  ],
  ['the account is gone', UserDeleted({ userId: 2, version: 3, email: MARA }), []],
  [
    'a login from a new device',
    NewDeviceLoggedIn({ userId: 2, email: MARA, name: 'Mara', device: 'Chrome on Windows', place: '192.0.2.x', at }),
    [
      [
        MARA,
        'to your account at Ghostline on 20 Nov 2026, 18:00 (Moscow time), from a device',
        'Chrome on Windows, address 192.0.2.x',
        'https://shop.example/account?tab=security',
        'and remove any passkey under Security that is not yours: https://shop.example/forgot-password',
      ],
    ],
  ],
  ...(['app-added', 'passkey-added'] as const).map((change): MailCase => [
    `a second factor that a new password does not remove: ${change}`,
    SecondFactorChanged({ userId: 2, email: MARA, name: 'Mara', change, at }),
    [
      [
        MARA,
        'was added to your account at Ghostline on 20 Nov 2026, 18:00 (Moscow time).',
        'A new password does not remove it. If you can still log in, remove it under Security and set a new password.',
        'Otherwise write to us at once: https://shop.example/contact',
      ],
    ],
  ]),
  [
    'an authenticator app that was removed',
    SecondFactorChanged({ userId: 2, email: MARA, name: 'Mara', change: 'app-removed', at }),
    [
      [
        MARA,
        'the authenticator app was removed from your account at Ghostline on 20 Nov 2026, 18:00 (Moscow time).',
        'https://shop.example/forgot-password',
      ],
    ],
  ],
  [
    'a recovery code that was used, to log in or for a step-up',
    SecondFactorChanged({ userId: 2, email: MARA, name: 'Mara', change: 'recovery-code-used', at }),
    [[MARA, 'a recovery code was used in place of a second factor of your account at Ghostline on 20 Nov 2026']],
  ],
  [
    'second factors that the operator took away',
    SecondFactorChanged({ userId: 2, email: MARA, name: 'Mara', change: 'all-removed', at }),
    [[MARA, 'removed authenticator app, passkeys and recovery codes from your account', 'https://shop.example/forgot-password']],
  ],
  [
    'an address to be confirmed',
    EmailChangeRequested({ userId: 2, email: 'new@example.com', token: 'confirm-tok', expiresAt: later }),
    [['new@example.com', 'https://shop.example/confirm-email/confirm-tok', 'once, until 20 Nov 2126, 18:00 (Moscow time)']],
  ],
];
