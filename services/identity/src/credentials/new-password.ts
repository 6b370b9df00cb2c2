import { conflict, invalid } from '@shop/http';
import { isCommonPassword } from './common-passwords';
import { hashPassword } from './hash';

export const ADMIN_PASSWORD_MIN = 12;

/** What is kept of a password; a hash does not tell whether it is long enough for an administrator. */
export type NewPassword = { passwordHash: string; longPassword: boolean };

export const isLong = (password: string) => password.length >= ADMIN_PASSWORD_MIN;

/**
 * Every password that is chosen comes through here.
 * @throws Refusal 400 with field `password` for one of the most used
 */
export async function newPassword(password: string): Promise<NewPassword> {
  if (isCommonPassword(password)) throw invalid('password', 'Password does not meet requirements.');
  return { passwordHash: await hashPassword(password), longPassword: isLong(password) };
}

/** @throws Refusal 400 with field `password` when an administrator chooses one that is too short for them */
export function refuseShortForAdmin({ longPassword }: NewPassword): void {
  if (!longPassword) throw invalid('password', `An administrator's password needs at least ${ADMIN_PASSWORD_MIN} characters.`);
}

/**
 * Who becomes an administrator must have a password that is long enough. Of an old account it is known from its next login on.
 * @throws Refusal 409
 */
export function refuseAdminWithShortPassword({ longPassword }: Pick<NewPassword, 'longPassword'>): void {
  if (!longPassword)
    throw conflict(
      'short-password',
      `An administrator's password needs at least ${ADMIN_PASSWORD_MIN} characters. Let the account choose such a one first, and log in with it.`,
      { field: 'is_admin' },
    );
}
