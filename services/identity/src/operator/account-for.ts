import { notFound } from '@shop/http';
import type { EntityManager } from 'typeorm';
import { userByEmail } from '../accounts/find-user';
import type { User } from '../accounts/user.entity';
import type { Actor } from '../administration/suspend-account';

/** The person at the command line. They have no account; the audit log has user id 0 for them. */
export const OPERATOR: Actor = { userId: 0, role: 'owner' };

/** The account with this address. @throws Refusal 404 */
export async function accountFor(db: EntityManager, email: string): Promise<User> {
  const user = await userByEmail(db, email);
  if (!user) throw notFound(`account with the address ${email}`);
  return user;
}
