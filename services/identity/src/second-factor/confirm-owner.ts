import type { RateLimiter } from '@shop/http';
import type { DataSource } from 'typeorm';
import { askOwnPassword } from '../credentials/own-password';
import { factorsOf, hasFactor } from './factors';

/**
 * Asks for the password of an account that has no second factor: it tells the account's owner from somebody who found the session. An
 * account with a factor has confirmed it by now, for the calls that use this declare a step-up.
 * @throws Refusal 400 `wrong-password` with field `password`, 401, 429
 */
export async function confirmOwner(source: DataSource, passwords: RateLimiter, userId: number, password = ''): Promise<void> {
  if (hasFactor(await factorsOf(source.manager, userId))) return;
  await askOwnPassword(source, passwords, userId, password);
}
