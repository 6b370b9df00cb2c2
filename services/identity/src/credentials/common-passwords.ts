import { dictionary } from '@zxcvbn-ts/language-common';

/** How many passwords of the list count. The most used come first, and guessing begins with them. */
const MOST_USED = 10_000;

let known: ReadonlySet<string> | undefined;

/** Whether a password is one of the 10,000 most used, in whatever case. */
export function isCommonPassword(password: string): boolean {
  known ??= new Set(dictionary['passwords-common'].slice(0, MOST_USED).map((word) => word.toLowerCase()));
  return known.has(password.toLowerCase());
}
