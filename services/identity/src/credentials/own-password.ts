import { LIMITS } from '@shop/contracts/routes';
import { rateLimiter, Refusal, type RateLimiter } from '@shop/http';
import type { DataSource } from 'typeorm';
import { currentCaller } from '../accounts/find-user';
import type { User } from '../accounts/user.entity';
import { passwordFits } from './hash';

/** Limits guesses at an account's password in one of its sessions: 10 in 15 minutes. */
export const ownPasswordLimit = (source: DataSource, rateScale: number) => rateLimiter(source, LIMITS.ownPassword, rateScale);

/**
 * Checks the account's own password, entered again: a stolen session is not enough to change what protects the account. → the
 * account, not locked
 * @throws Refusal 400 `wrong-password` with field `password`, 401 when the account is deleted, 429 after too many guesses
 */
export async function askOwnPassword(source: DataSource, limit: RateLimiter, userId: number, password: string): Promise<User> {
  await limit.use(String(userId));
  const user = await currentCaller(source.manager, userId);
  if (!(await passwordFits(password, user.passwordHash)))
    throw new Refusal('invalid', 'wrong-password', 'This is not your password.', { field: 'password' });
  await limit.forgive(String(userId));
  return user;
}
