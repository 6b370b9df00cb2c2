import { adminActed } from '@shop/contracts/events';
import { notFound, type UserCaller } from '@shop/http';
import { locked, type Tx } from '@shop/messaging';
import { IsNull } from 'typeorm';
import { refuseSelfAndLastOwner, removeAdminsInTurn } from '../accounts/last-admin';
import { User, userSubject } from '../accounts/user.entity';
import { eraseAccount } from './erase-account';
import { refuseWhileStoreIsOpen } from './open-matters';

/**
 * Deletes an account at once, for an owner of the shop (docs/product/accounts.md#deletion).
 * @throws Refusal 404, 409 `own-account`, `last-admin`, `owed` and `sale-under-way` for open matters of its store
 */
export async function deleteAccount(tx: Tx, caller: Pick<UserCaller, 'userId'>, userId: number): Promise<void> {
  const { db, emit } = tx;
  await removeAdminsInTurn(db);
  const user = await locked(db, User, { id: userId, deletedAt: IsNull() });
  if (!user) throw notFound('user');
  await refuseSelfAndLastOwner(db, userId, caller.userId);
  await refuseWhileStoreIsOpen(db, userId);

  const before = { is_admin: user.isAdmin, admin_role: user.adminRole, is_seller: user.isSeller };
  await eraseAccount(tx, user);
  // The audit log is kept for ever, so nothing personal goes into it.
  await emit(...adminActed(caller.userId, 'user.deleted', userSubject(userId), { before, after: null }));
}
