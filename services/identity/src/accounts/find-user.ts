import { unauthenticated } from '@shop/http';
import { locked, type Tx } from '@shop/messaging';
import { IsNull, type EntityManager } from 'typeorm';
import { User } from './user.entity';

/** @returns null for an address without an account; a deleted account counts as none */
export const userByEmail = (db: EntityManager, email: string) => db.findOneBy(User, { email, deletedAt: IsNull() });
/** @returns null for an unknown id; a deleted account counts as none */
export const userById = (db: EntityManager, id: number) => db.findOneBy(User, { id, deletedAt: IsNull() });

/** The caller's own account, not locked. @throws Refusal 401 when it is deleted */
export async function currentCaller(db: EntityManager, userId: number): Promise<User> {
  const user = await userById(db, userId);
  if (!user) throw unauthenticated();
  return user;
}

/**
 * Locks the caller's own account until the transaction ends, so that its changes come one after the other.
 * @throws Refusal 401 when the account is deleted
 */
export async function lockedCaller({ db }: Pick<Tx, 'db'>, userId: number): Promise<User> {
  const user = await locked(db, User, { id: userId, deletedAt: IsNull() });
  if (!user) throw unauthenticated();
  return user;
}
