import { LIMITS } from '@shop/contracts/routes';
import { rateLimiter, Refusal, unlessFull, type RateLimiter } from '@shop/http';
import type { DataSource, EntityManager } from 'typeorm';
import { currentCaller } from '../accounts/find-user';
import { User } from '../accounts/user.entity';
import { rehashAsNfc, passwordFits } from './hash';

/**
 * Whether a password is that of an account, in any Unicode form (docs/product/accounts.md#passwords). A hash that was made from
 * another form is made anew, also in `user`; a password that is replaced meanwhile stays. Runs outside transactions, because checks
 * of passwords wait for their turn.
 */
export async function isPasswordOf(db: EntityManager, user: User, password: string): Promise<boolean> {
  const { id, passwordHash } = user;
  if (!(await passwordFits(password, passwordHash))) return false;
  const newHash = await rehashAsNfc(password, passwordHash);
  if (newHash && (await db.update(User, { id, passwordHash }, { passwordHash: newHash })).affected) user.passwordHash = newHash;
  return true;
}

/** Limits guesses at an account's password in one of its sessions: 10 in 15 minutes. */
export const ownPasswordLimit = (source: DataSource, rateScale: number) => rateLimiter(source, LIMITS.ownPassword, rateScale);

/**
 * Checks the account's own password, entered again: a stolen session is not enough to change what protects the account.
 * @returns the account, not locked
 * @throws Refusal 400 `wrong-password` with field `password`, 401 when the account is deleted, 429 after too many guesses
 */
export async function askOwnPassword(source: DataSource, limit: RateLimiter, userId: number, password: string): Promise<User> {
  await limit.use(String(userId));
  const user = await currentCaller(source.manager, userId);
  const good = await unlessFull(
    () => isPasswordOf(source.manager, user, password),
    () => limit.giveBack(String(userId)),
  );
  if (!good) throw new Refusal('invalid', 'wrong-password', 'This is not your password.', { field: 'password' });
  await limit.forgive(String(userId));
  return user;
}
