import { IsNull, type DataSource } from 'typeorm';
import { locked, rateLimiter, Refusal, unauthenticated, type RateLimiter, type Tx } from '@shop/kit';
import { userById } from '../accounts/find-user';
import { User } from '../accounts/user.entity';
import { passwordFits } from '../passwords/hash';

/** Guesses at the password by who already holds a session of the account. */
export const ownPasswordLimit = (source: DataSource, scale: number) =>
  rateLimiter(source, { name: 'own-password', points: 10, seconds: 900 }, scale);

/**
 * The account's own password, entered again: a session that somebody else got hold of is not enough to change what protects it.
 * → the account, to be locked with `unchanged`. @throws Refusal 400 with field `password`, 401, 429
 */
export async function askOwnPassword(source: DataSource, limit: RateLimiter, userId: number, password: string): Promise<User> {
  await limit.use(String(userId));
  const user = await userById(source.manager, userId);
  if (!user) throw unauthenticated();
  if (!(await passwordFits(password, user.passwordHash)))
    throw new Refusal('invalid', 'wrong-password', 'This is not your password.', { field: 'password' });
  await limit.forgive(String(userId));
  return user;
}

/** Locks an account for a change of its factors: such changes come one after the other. @throws Refusal 401 when it is gone */
export async function lockedUser({ db }: Tx, userId: number): Promise<User> {
  const user = await locked(db, User, { id: userId, deletedAt: IsNull() });
  if (!user) throw unauthenticated();
  return user;
}
