import type { Limit } from '@shop/declare';
import { CODE_RESEND_SECONDS } from '../constants';

const MOMENT = 10;
const MINUTE = 60;
const QUARTER = 900;
const HOUR = 3600;
const DAY = 86_400;
const IN = { [MOMENT]: '10 seconds', [MINUTE]: 'a minute', [QUARTER]: '15 minutes', [HOUR]: 'an hour', [DAY]: 'a day' } as const;

/** A limit that the service counts: `points` times `of` in `seconds`. The operator's `RATE_LIMIT_SCALE` multiplies the number. */
const limit = (name: string, points: number, of: string, seconds: keyof typeof IN) => ({
  name,
  points,
  seconds,
  words: `${points} ${of} in ${IN[seconds]}`,
});

/** A limit on the things that a caller has open at the same time, multiplied in the same way. */
const atOnce = (name: string, points: number, of: string) => ({ name, points, words: `${points} ${of} at once` });

export const LIMITS = {
  registrations: limit('register', 5, 'registrations of an address', HOUR),
  codesAsked: limit('code', 1, 'code for an e-mail address', CODE_RESEND_SECONDS),
  codesMailed: limit('code-mails', 5, 'codes mailed to an address', HOUR),
  codesTried: limit('complete-registration', 30, 'codes of an address', HOUR),
  codesTriedFor: limit('code-guesses', 10, 'codes for one registration', HOUR),
  logins: limit('logins', 60, 'logins', HOUR),
  /** Counted by a separate rule (docs/product/sessions.md#limits-on-guessing). */
  wrongPasswords: { name: 'login-failures', words: 'some wrong passwords: the wait doubles up to 15 minutes' },
  botChecksFailed: limit('bot-checks-failed', 20, 'failed bot checks of an address', QUARTER),
  ownPassword: limit('own-password', 10, 'wrong passwords of the account', QUARTER),
  factorGuesses: limit('second-factor', 10, 'wrong codes for an account', QUARTER),
  factorGuessesOfDay: limit('second-factor-day', 50, 'wrong codes for an account', DAY),
  passkeyLogins: limit('passkey-login', 60, 'beginnings of an address', QUARTER),
  resetMails: limit('forgot', 3, 'mails to an address', HOUR),
  resetRequests: limit('forgot-address', 20, 'requests of an address', HOUR),
  resets: limit('reset', 20, 'tries of an address', HOUR),
  credentialChanges: limit('credential-changes', 20, 'changes of credentials', HOUR),
  confirmationMails: limit('confirm-mails', 5, 'mails to an address', HOUR),
  emailLinks: limit('email-links', 20, 'links of an address', HOUR),
  exportDownloads: limit('data-export', 30, 'downloads of an account', HOUR),
  deletionWishes: limit('own-deletion', 10, 'wishes of an account', DAY),

  plays: limit('plays', 300, 'plays of an address', HOUR),
  /** Counted by the gateway, which keeps the answers. */
  questions: limit('questions', 60, 'new questions of an address', MOMENT),
  packages: limit('packages', 60, 'packages of a maker', HOUR),
  packageUploads: limit('package-uploads', 5000, 'uploads of a maker', HOUR),
  productLists: limit('by-ids', 60, 'lists of an address', MINUTE),

  /** Counted by separate rules (docs/product/checkout.md#limits-on-holds). */
  holds: {
    name: 'holds-at-once',
    words: 'a buyer or an internet connection may hold, reserve again without paying, or order in an hour',
  },
  holdQuestions: limit('holds', 60, 'questions of a caller', MINUTE),
  certificates: limit('certificates', 120, 'certificates of an address', MINUTE),
  claims: limit('claims', 10, 'claims of a buyer', HOUR),
  claimMessages: limit('claim-messages', 60, 'messages of an account', HOUR),
  captures: limit('capture', 60, 'captures of a buyer', HOUR),
  forgedWebhooks: limit('webhook-forged', 20, 'wrong signatures of an address', HOUR),
  couponChecks: limit('coupon-check', 10, 'codes of a session', MINUTE),
  couponChecksOfDay: limit('coupon-check-day', 100, 'codes of an address', DAY),
  couponUses: limit('coupon-use', 10, 'orders of a session with a coupon', MINUTE),
  couponUsesOfDay: limit('coupon-use-day', 100, 'orders of an address with a coupon', DAY),
  orderMails: limit('order-resend', 10, 'mails of a caller', HOUR),
  serviceRequests: limit('service-request', 10, 'requests of a buyer', HOUR),

  payoutDetails: limit('payout-details', 20, 'changes of a seller', HOUR),
  cardNumbers: limit('card-number-shown', 20, 'looks of an admin', HOUR),
  documents: limit('verification-upload', 20, 'documents of a seller', HOUR),
  submissions: limit('track-submission', 10, 'tracks of a seller', HOUR),

  subscriptions: limit('subscribe', 10, 'subscriptions of an address', HOUR),
  subscriptionMails: limit('subscribe-email', 3, 'subscriptions for an e-mail address', HOUR),
  feedback: limit('feedback', 10, 'messages of an address', HOUR),
  messages: limit('contact', 10, 'messages of an account', HOUR),
  contactLinks: limit('contact-links', 20, 'tries of an address', HOUR),

  vitals: limit('vitals', 30, 'measurements of an address', MINUTE),
  /** A browser opens one for each visit, and another after each interruption. */
  streamsOpened: limit('streams-opened', 60, 'streams opened by an address', MINUTE),
  streamsOfAddress: atOnce('streams-of-address', 20, 'streams of an address'),
  streamsOfSession: atOnce('streams-of-session', 10, 'streams of a session'),
} as const satisfies Record<string, Limit>;
