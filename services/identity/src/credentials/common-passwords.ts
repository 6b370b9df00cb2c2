import { dictionary } from '@zxcvbn-ts/language-common';

/** Guessing begins with the most used passwords, which come first in the list. */
const MOST_USED = 10_000;

let commonPasswords: ReadonlySet<string> | undefined;

/** Whether a password is one of the 10,000 most used, in upper or lower case. */
export function isCommonPassword(password: string): boolean {
  commonPasswords ??= new Set(dictionary['passwords-common'].slice(0, MOST_USED).map((word) => word.toLowerCase()));
  return commonPasswords.has(password.normalize('NFC').toLowerCase());
}
