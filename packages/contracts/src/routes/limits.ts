import type { Limit } from '@shop/declare';
import { CODE_RESEND_SECONDS } from '../constants';

const MOMENT = 10;
const MINUTE = 60;
const QUARTER = 900;
const HOUR = 3600;
const DAY = 86_400;
const IN = { [MOMENT]: '10 seconds', [MINUTE]: 'a minute', [QUARTER]: '15 minutes', [HOUR]: 'an hour', [DAY]: 'a day' } as const;

/** A limit that the service counts: `points` times `of` in `seconds`. The operator's `RATE_LIMIT_SCALE` multiplies the number. */
const counted = (name: string, points: number, of: string, seconds: keyof typeof IN) => ({
  name,
  points,
  seconds,
  words: `${points} ${of} in ${IN[seconds]}`,
});

/** A limit on the things that a caller has open at the same time, multiplied in the same way. */
const atOnce = (name: string, points: number, of: string) => ({ name, points, words: `${points} ${of} at once` });

export const LIMITS = {
  registrations: counted('register', 5, 'registrations of an address', HOUR),
  codesAsked: counted('code', 1, 'code for an e-mail address', CODE_RESEND_SECONDS),
  codesMailed: counted('code-mails', 5, 'codes mailed to an address', HOUR),
  codesTried: counted('complete-registration', 30, 'codes of an address', HOUR),
  codesTriedFor: counted('code-guesses', 10, 'codes for one registration', HOUR),
  logins: counted('logins', 60, 'logins', HOUR),
  /** Counted by a separate rule (docs/product/sessions.md#limits-on-guessing). */
  wrongPasswords: { name: 'login-failures', words: 'some wrong passwords: the wait doubles up to 15 minutes' },
  botChecksFailed: counted('bot-checks-failed', 20, 'failed bot checks of an address', QUARTER),
  ownPassword: counted('own-password', 10, 'wrong passwords of the account', QUARTER),
  factorGuesses: counted('second-factor', 10, 'wrong codes for an account', QUARTER),
  factorGuessesOfDay: counted('second-factor-day', 50, 'wrong codes for an account', DAY),
  passkeyLogins: counted('passkey-login', 60, 'beginnings of an address', QUARTER),
  resetMails: counted('forgot', 3, 'mails to an address', HOUR),
  resetRequests: counted('forgot-address', 20, 'requests of an address', HOUR),
  resets: counted('reset', 20, 'tries of an address', HOUR),
  credentialChanges: counted('credential-changes', 20, 'changes of credentials', HOUR),
  confirmationMails: counted('confirm-mails', 5, 'mails to an address', HOUR),
  emailLinks: counted('email-links', 20, 'links of an address', HOUR),
  exportDownloads: counted('data-export', 30, 'downloads of an account', HOUR),
  deletionWishes: counted('own-deletion', 10, 'wishes of an account', DAY),

  plays: counted('plays', 300, 'plays of an address', HOUR),
  /** Counted by the gateway, which keeps the answers. */
  questions: counted('questions', 60, 'new questions of an address', MOMENT),
  productLists: counted('by-ids', 60, 'lists of an address', MINUTE),

  /** Counted by separate rules (docs/product/checkout.md#limits-on-holds). */
  holds: {
    name: 'holds-at-once',
    words: 'a buyer or an internet connection may hold, reserve again without paying, or order in an hour',
  },
  holdQuestions: counted('holds', 60, 'questions of a caller', MINUTE),
  captures: counted('capture', 60, 'captures of a buyer', HOUR),
  forgedWebhooks: counted('webhook-forged', 20, 'wrong signatures of an address', HOUR),
  couponChecks: counted('coupon-check', 10, 'codes of a session', MINUTE),
  couponChecksOfDay: counted('coupon-check-day', 100, 'codes of an address', DAY),
  couponUses: counted('coupon-use', 10, 'orders of a session with a coupon', MINUTE),
  couponUsesOfDay: counted('coupon-use-day', 100, 'orders of an address with a coupon', DAY),
  orderMails: counted('order-resend', 10, 'mails of a caller', HOUR),
  serviceRequests: counted('service-request', 10, 'requests of a buyer', HOUR),

  payoutDetails: counted('payout-details', 20, 'changes of a seller', HOUR),
  cardNumbers: counted('card-number-shown', 20, 'looks of an admin', HOUR),
  documents: counted('verification-upload', 20, 'documents of a seller', HOUR),
  submissions: counted('track-submission', 10, 'tracks of a seller', HOUR),

  subscriptions: counted('subscribe', 10, 'subscriptions of an address', HOUR),
  subscriptionMails: counted('subscribe-email', 3, 'subscriptions for an e-mail address', HOUR),
  feedback: counted('feedback', 10, 'messages of an address', HOUR),
  messages: counted('contact', 10, 'messages of an account', HOUR),
  contactLinks: counted('contact-links', 20, 'tries of an address', HOUR),

  vitals: counted('vitals', 30, 'measurements of an address', MINUTE),
  /** A browser opens one for each visit, and another after each interruption. */
  streamsOpened: counted('streams-opened', 60, 'streams opened by an address', MINUTE),
  streamsOfAddress: atOnce('streams-of-address', 20, 'streams of an address'),
  streamsOfSession: atOnce('streams-of-session', 10, 'streams of a session'),
} as const satisfies Record<string, Limit>;
