import { stepUpRequired, type RateLimiter, type UserCaller } from '@shop/http';
import type { DataSource, EntityManager } from 'typeorm';
import { askOwnPassword } from '../credentials/own-password';
import { isSessionSteppedUp } from '../sessions/sessions';
import { factorsOf, hasFactor } from './factors';

/**
 * Asks that the second factor was confirmed in this session, of an account that has one. The calls that use this declare that they may ask,
 * but the gateway may have asked about the session before the account's first factor was added. → whether the account has a factor
 * @throws Refusal 403 `step-up-required`
 */
export async function confirmFactor(db: EntityManager, { userId, sessionId }: UserCaller): Promise<boolean> {
  if (!hasFactor(await factorsOf(db, userId))) return false;
  if (!(await isSessionSteppedUp(db, sessionId))) throw stepUpRequired();
  return true;
}

/**
 * Asks for the second factor, and for the password of an account that has none: it tells the account's owner from somebody who found the
 * session.
 * @throws Refusal 400 `wrong-password` with field `password`, 401, 403 `step-up-required`, 429
 */
export async function confirmOwner(source: DataSource, passwords: RateLimiter, caller: UserCaller, password = ''): Promise<void> {
  if (!(await confirmFactor(source.manager, caller))) await askOwnPassword(source, passwords, caller.userId, password);
}
