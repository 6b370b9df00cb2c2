import { invalid } from '@shop/http';
import { isLong, type NewPassword } from '../accounts/admin-password';
import { isCommonPassword } from './common-passwords';
import { hashPassword } from './hash';

/**
 * Hashes a new password; every new password comes through here (docs/product/accounts.md#passwords).
 * @throws Refusal 400 with field `password` for one of the most used
 */
export async function newPassword(password: string): Promise<NewPassword> {
  if (isCommonPassword(password)) throw invalid('password', 'Password does not meet requirements.');
  return { passwordHash: await hashPassword(password), longPassword: isLong(password) };
}
