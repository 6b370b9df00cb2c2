const PASSWORD_MIN = 8;
export const PASSWORD_MIN_RESET = 6;
export const PASSWORD_MAX = 128;
const PASSWORD_SPECIALS = '!@#$%^&*(),.?":{}|<>';
/** The rules of passwords that registration shows while somebody types, in their order (docs/product/accounts.md#passwords). */
export const PASSWORD_HINTS: readonly { text: string; holds: (password: string) => boolean }[] = [
  { text: 'Minimum 8 characters', holds: (password: string) => password.length >= PASSWORD_MIN },
  { text: 'At least one uppercase letter', holds: (password: string) => /[A-Z]/.test(password) },
  { text: 'At least one lowercase letter', holds: (password: string) => /[a-z]/.test(password) },
  { text: 'At least one number', holds: (password: string) => /\d/.test(password) },
  {
    text: 'At least one special character',
    holds: (password: string) => [...password].some((char) => PASSWORD_SPECIALS.includes(char)),
  },
].map(({ text, holds }) => ({ text, holds: (password) => holds(password.normalize('NFC')) }));

/** Whether two passwords are the same; accents may be typed as one character or as two. */
export const samePassword = (a: string, b: string) => a.normalize('NFC') === b.normalize('NFC');
/** A plain address: no brackets, quotes, comments or invisible characters. */
export const EMAIL_PATTERN =
  /^[\p{L}\p{M}\p{Nd}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{M}\p{Nd}!#$%&'*+/=?^_`{|}~-]+)*@[\p{L}\p{Nd}][\p{L}\p{M}\p{Nd}-]*(\.[\p{L}\p{Nd}][\p{L}\p{M}\p{Nd}-]*)+$/u;

/**
 * A letter or mark of a script that is spelled with joiners, which nobody sees: U+200C keeps two letters apart, U+200D joins them.
 * For a character class.
 */
export const JOINED_LETTER = [
  'Arab',
  'Syrc',
  'Mong',
  'Deva',
  'Beng',
  'Guru',
  'Gujr',
  'Orya',
  'Taml',
  'Telu',
  'Knda',
  'Mlym',
  'Sinh',
  'Khmr',
]
  .map((script) => `\\p{scx=${script}}`)
  .join('');

/** A text without the invisible marks that come along with what is copied from mails and pages. */
export const withoutMarks = (text: string) => text.replace(/\p{Cf}/gu, '');

/** The form in which e-mail addresses are compared: NFKC, in small letters, without blanks around it and invisible marks. */
export const comparedAddress = (email: string) => withoutMarks(email).trim().normalize('NFKC').toLowerCase();

/** A text in NFKC form, with the digits of Arabic and Persian keyboards as 0 to 9. */
export const plainDigits = (text: string) =>
  text.normalize('NFKC').replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15));

export const CODE_RESEND_SECONDS = 60;
export const SESSION_DAYS = 7;

/** How long the link to a new address works, and the link that undoes the change. */
export const EMAIL_CONFIRM_HOURS = 24;
export const EMAIL_UNDO_DAYS = 7;
/** How long the file of one's own data can be downloaded. */
export const OWN_DATA_HOURS = 24;
/** How many days the owner can still keep an account after they asked to delete it. */
export const DELETION_GRACE_DAYS = 7;
