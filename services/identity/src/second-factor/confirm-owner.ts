import { stepUpRequired, type RateLimiter, type UserCaller } from '@shop/http';
import type { DataSource } from 'typeorm';
import { askOwnPassword } from '../credentials/own-password';
import { isSessionSteppedUp } from '../sessions/sessions';
import { factorsOf, hasFactor } from './factors';

/**
 * Asks for the password of an account that has no second factor: it tells the account's owner from somebody who found the session. An
 * account with a factor must have confirmed it in this session. The calls that use this declare a step-up, but the gateway may have
 * asked about the session before the account's first factor was added.
 * @throws Refusal 400 `wrong-password` with field `password`, 401, 403 `step-up-required`, 429
 */
export async function confirmOwner(
  source: DataSource,
  passwords: RateLimiter,
  { userId, sessionId }: UserCaller,
  password = '',
): Promise<void> {
  if (!hasFactor(await factorsOf(source.manager, userId))) await askOwnPassword(source, passwords, userId, password);
  else if (!(await isSessionSteppedUp(source.manager, sessionId))) throw stepUpRequired();
}
