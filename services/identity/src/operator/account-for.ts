import { notFound } from '@shop/http';
import type { EntityManager } from 'typeorm';
import { userByEmail } from '../accounts/find-user';
import type { User } from '../accounts/user.entity';
import type { Actor } from '../administration/suspend-account';

/** Whoever uses the command line. They have no account; user id 0 stands for them in the audit log. */
export const OPERATOR: Actor = { userId: 0, role: 'owner' };

/** The account that has this address. @throws Refusal 404 */
export async function accountFor(db: EntityManager, email: string): Promise<User> {
  const user = await userByEmail(db, email);
  if (!user) throw notFound(`account with the address ${email}`);
  return user;
}
