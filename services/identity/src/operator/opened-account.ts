import type { DataSource } from 'typeorm';
import { userByEmail } from '../accounts/find-user';
import type { User } from '../accounts/user.entity';
import { passwordFits } from '../credentials/hash';

/**
 * The account that address and password open, alone or together with a second factor, else null. This is no login: nothing is
 * counted or written.
 */
export async function openedAccount(
  { manager: db }: DataSource,
  { email, password }: { email: string; password: string },
): Promise<User | null> {
  const user = await userByEmail(db, email.toLowerCase());
  return user && !user.suspendedAt && (await passwordFits(password, user.passwordHash)) ? user : null;
}
