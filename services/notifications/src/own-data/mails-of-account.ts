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
