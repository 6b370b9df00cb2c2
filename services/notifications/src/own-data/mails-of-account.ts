/** The kinds of mails about an account, wherever they were sent. */
export const OF_ACCOUNT = [
  'account-changed',
  'account-exists',
  'confirm-email',
  'data-export',
  'deletion-postponed',
  'deletion-scheduled',
  'deletion-withdrawn',
  'email-changed',
  'new-device',
  'second-factor',
];

/** The account that such a mail is about: its `about` begins with the account's id. */
export const ACCOUNT = `split_part(about, ' ', 1)`;

/** The kinds of mails to the owner of a store. Their events name the store, not the account. */
export const TO_STORE_OWNER = [
  'payout-details-changed',
  'payout-recorded',
  'payout-reversed',
  'sale-booked',
  'sale-reversed',
  'seller-deleted',
  'store-status',
  'track-removed',
  'track-unsold',
  'verification-received',
];
