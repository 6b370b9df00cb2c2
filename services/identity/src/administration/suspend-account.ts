import { adminActed } from '@shop/contracts/events';
import { forbidden, notFound } from '@shop/http';
import { locked, type Tx } from '@shop/messaging';
import { IsNull } from 'typeorm';
import { refuseSelfAndLastOwner, removeAdminsInTurn } from '../accounts/last-admin';
import { User, userSubject } from '../accounts/user.entity';
import { restartGrace } from '../own-data/account-deletion';
import { endSessionsOf } from '../sessions/sessions';

/** An admin, or the operator at the command line (user id 0), who may do everything that an owner may. */
export type Actor = { userId: number; role: string | null };

/**
 * Suspends an account: nobody can use it until it is reinstated (docs/product/accounts.md#suspension). An account that is already
 * suspended stays as it is.
 * @returns the account as it is now
 * @throws Refusal 403 for an admin's account unless the actor is an owner, 404, 409 `own-account`, `last-admin`,
 * `already-suspended` when it is suspended for another reason
 */
export async function suspendAccount({ db, emit }: Tx, actor: Actor, userId: number, reason: string): Promise<User> {
  await removeAdminsInTurn(db);
  const user = await accountFor({ db }, actor, userId);
  await refuseSelfAndLastOwner(db, userId, actor.userId);

  const event = user.suspend(reason);
  if (!event) return user;
  await db.save(user);
  await endSessionsOf(db, userId);
  await emit(event, ...suspensionEvents(actor, 'user.suspended', userId, true));
  return user;
}

/**
 * Ends a suspension. Ended sessions and holds do not come back; a scheduled deletion gets all its days of grace again. An account
 * that is not suspended stays as it is.
 * @returns the account as it is now
 * @throws Refusal 403 for an admin's account unless the actor is an owner, 404
 */
export async function reinstateAccount(tx: Tx, actor: Actor, userId: number): Promise<User> {
  const { db, emit } = tx;
  const user = await accountFor(tx, actor, userId);
  const event = user.reinstate();
  if (!event) return user;
  await db.save(user);
  await emit(event, ...suspensionEvents(actor, 'user.reinstated', userId, false));
  await restartGrace(tx, user);
  return user;
}

async function accountFor({ db }: Pick<Tx, 'db'>, actor: Actor, userId: number): Promise<User> {
  const user = await locked(db, User, { id: userId, deletedAt: IsNull() });
  if (!user) throw notFound('user');
  if (user.isAdmin && actor.role !== 'owner') throw forbidden('Only owners may suspend and reinstate administrators.');
  return user;
}

/** The reason stays with the account: the audit log is kept for ever, and reasons may contain names. */
const suspensionEvents = (actor: Actor, action: string, userId: number, isSuspended: boolean) =>
  adminActed(actor.userId, action, userSubject(userId), {
    before: { suspended: !isSuspended },
    after: { suspended: isSuspended },
  });
