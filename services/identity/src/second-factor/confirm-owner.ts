import type { RateLimiter } from '@shop/http';
import type { DataSource } from 'typeorm';
import { askOwnPassword } from '../credentials/own-password';
import { factorsOf, hasFactor } from './factors';

/**
 * A factor was asked for by the call's own declaration; without one, the password is what tells the owner from a found session.
 * @throws Refusal 400 with field `password`, 401, 429
 */
export async function confirmOwner(source: DataSource, passwords: RateLimiter, userId: number, password = ''): Promise<void> {
  if (hasFactor(await factorsOf(source.manager, userId))) return;
  await askOwnPassword(source, passwords, userId, password);
}
