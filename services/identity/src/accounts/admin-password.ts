import { conflict, invalid } from '@shop/http';

export const ADMIN_PASSWORD_MIN = 12;

/** `longPassword`: the password is long enough for an admin, which its hash cannot tell. */
export type NewPassword = { passwordHash: string; longPassword: boolean };

export const isLong = (password: string) => password.normalize('NFC').length >= ADMIN_PASSWORD_MIN;

/** @throws Refusal 400 with field `password` when an admin chooses a password that is too short for an admin */
export function refuseShortForAdmin({ longPassword }: NewPassword): void {
  if (!longPassword) throw invalid('password', `An administrator's password needs at least ${ADMIN_PASSWORD_MIN} characters.`);
}

/**
 * Refuses to make an account an admin while its password is too short for one. The length of an old password is known after the
 * account's next login.
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
