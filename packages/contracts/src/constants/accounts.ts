const PASSWORD_MIN = 8;
export const PASSWORD_MIN_RESET = 6;
export const PASSWORD_MAX = 128;
export const PASSWORD_SPECIALS = '!@#$%^&*(),.?":{}|<>';
/** The live hints of registration, in their order (docs/product/accounts.md#passwords). */
export const PASSWORD_HINTS: readonly { text: string; holds: (password: string) => boolean }[] = [
  { text: 'Minimum 8 characters', holds: (password) => password.length >= PASSWORD_MIN },
  { text: 'At least one uppercase letter', holds: (password) => /[A-Z]/.test(password) },
  { text: 'At least one lowercase letter', holds: (password) => /[a-z]/.test(password) },
  { text: 'At least one number', holds: (password) => /\d/.test(password) },
  { text: 'At least one special character', holds: (password) => [...password].some((char) => PASSWORD_SPECIALS.includes(char)) },
];
/** A plain address: no brackets, quotes, comments or invisible characters. */
export const EMAIL_PATTERN =
  /^[\p{L}\p{M}\p{Nd}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{M}\p{Nd}!#$%&'*+/=?^_`{|}~-]+)*@[\p{L}\p{Nd}][\p{L}\p{M}\p{Nd}-]*(\.[\p{L}\p{Nd}][\p{L}\p{M}\p{Nd}-]*)+$/u;

export const CODE_RESEND_SECONDS = 60;
export const SESSION_DAYS = 7;
export const CART_LIMIT = 100;
export const WISHLIST_LIMIT = 500;

/** How long somebody can keep an account that they wanted deleted. */
export const DELETION_GRACE_DAYS = 7;
