/** The kinds of mails about an account, to any address. */
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

/** SQL: the account that such a mail is about, whose id `about` begins with. */
export const ACCOUNT = `split_part(about, ' ', 1)`;

/** The kinds of mails to a buyer or seller whose account their event names. Orders and sellers tell these events. */
export const TO_PERSON = [
  'claim-ended',
  'claim-message',
  'claim-opened',
  'files-lapsing',
  'invoice-issued',
  'order',
  'order-ended',
  'order-placed',
  'refund',
  'service-request-confirmation',
  'submission-approved',
  'submission-changes_asked',
  'submission-corrected',
  'submission-in_review',
  'submission-published',
  'submission-received',
  'submission-rejected',
  'track-released',
];

/** The kinds of mails to the owner of a store. Their events name the store, not the account. */
export const TO_STORE_OWNER = [
  'claim-due-to-seller',
  'claim-ended-to-seller',
  'claim-late-to-seller',
  'claim-message-to-seller',
  'claim-opened-to-seller',
  'confirm-paypal',
  'package-lapsing',
  'payout-details-changed',
  'payout-recorded',
  'payout-unclaimed',
  'payout-returned',
  'payout-reversed',
  'sale-booked',
  'sale-reduced',
  'sale-reversed',
  'seller-deleted',
  'statement-ready',
  'store-status',
  'track-removed',
  'track-unsold',
  'verification-received',
];
