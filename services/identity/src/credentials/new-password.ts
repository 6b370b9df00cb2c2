import { conflict, invalid } from '@shop/http';
import { isCommonPassword } from './common-passwords';
import { hashPassword } from './hash';

export const ADMIN_PASSWORD_MIN = 12;

/** What is kept of a password. `longPassword`: it is long enough for an admin, which its hash does not tell. */
export type NewPassword = { passwordHash: string; longPassword: boolean };

/** Whether a password is long enough for an admin. */
export const isLong = (password: string) => password.length >= ADMIN_PASSWORD_MIN;

/**
 * Hashes a password that somebody chooses; every new password comes through here (docs/product/accounts.md#passwords).
 * @throws Refusal 400 with field `password` for one of the most used
 */
export async function newPassword(password: string): Promise<NewPassword> {
  if (isCommonPassword(password)) throw invalid('password', 'Password does not meet requirements.');
  return { passwordHash: await hashPassword(password), longPassword: isLong(password) };
}

/** @throws Refusal 400 with field `password` when an admin chooses a password that is too short for an admin */
export function refuseShortForAdmin({ longPassword }: NewPassword): void {
  if (!longPassword) throw invalid('password', `An administrator's password needs at least ${ADMIN_PASSWORD_MIN} characters.`);
}

/**
 * Refuses to make an admin of an account whose password is too short for one. The length of an older password is known from the
 * account's next login on.
 * @throws Refusal 409 `short-password` with field `is_admin`
 */
export function refuseAdminWithShortPassword({ longPassword }: Pick<NewPassword, 'longPassword'>): void {
  if (!longPassword)
    throw conflict(
      'short-password',
      `An administrator's password needs at least ${ADMIN_PASSWORD_MIN} characters. Let the account choose such a one first, and log in with it.`,
      { field: 'is_admin' },
    );
}
