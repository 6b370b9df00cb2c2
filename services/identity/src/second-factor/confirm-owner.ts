import { stepUpRequired, type RateLimiter, type UserCaller } from '@shop/http';
import type { DataSource, EntityManager } from 'typeorm';
import { askOwnPassword } from '../credentials/own-password';
import { isSessionSteppedUp } from '../sessions/sessions';
import { factorsOf, hasFactor } from './factors';

/**
 * Asks for a step-up in this session when the account has a second factor. The gateway asks for it too, but its knowledge of the
 * session may be older than the account's first factor.
 * @returns whether the account has a factor
 * @throws Refusal 403 `step-up-required`
 */
export async function requireStepUp(db: EntityManager, { userId, sessionId }: UserCaller): Promise<boolean> {
  if (!hasFactor(await factorsOf(db, userId))) return false;
  if (!(await isSessionSteppedUp(db, sessionId))) throw stepUpRequired();
  return true;
}

/**
 * Asks for the second factor, or for the password of an account without one: an intruder in the session may have neither.
 * @throws Refusal 400 `wrong-password` with field `password`, 401, 403 `step-up-required`, 429
 */
export async function confirmOwner(source: DataSource, passwords: RateLimiter, caller: UserCaller, password = ''): Promise<void> {
  if (!(await requireStepUp(source.manager, caller))) await askOwnPassword(source, passwords, caller.userId, password);
}
