import { IsNull } from 'typeorm';
import { adminActed, UserDeleted } from '@shop/contracts/events';
import { locked, notFound, type Caller, type Tx } from '@shop/kit';
import { forgetEmailChangesOf } from '../email-changes/pending-change';
import { forgetResetsOf } from '../passwords/reset-password';
import { forgetFactorsOf } from '../second-factor/factors';
import { forgetDevicesOf } from '../sessions/devices';
import { endSessionsOf } from '../sessions/sessions';
import { freeStoreNameOf } from '../store-names/store-names';
import { refuseSelfAndLastOwner, removeAdminsInTurn } from './last-admin';
import { User, userSubject } from './user.entity';

/**
 * The account is over: its row stays for what refers to it, without anything personal; address and store name are free
 * again, sessions, lists and reset links are gone (decision 17).
 * @throws Refusal 404, 409 for oneself and for the last owner
 */
export async function deleteAccount({ db, emit }: Tx, caller: Caller, userId: number): Promise<void> {
  await removeAdminsInTurn(db);
  const user = await locked(db, User, { id: userId, deletedAt: IsNull() });
  if (!user) throw notFound('user');
  await refuseSelfAndLastOwner(db, userId, caller.userId);

  const before = { is_admin: user.isAdmin, admin_role: user.adminRole, is_seller: user.isSeller };
  const version = user.version + 1;
  const { email } = user;
  const blank = {
    email: '',
    name: '',
    lastName: '',
    country: '',
    passwordHash: '',
    adminRole: null,
    suspendedAt: null,
    suspendedBecause: null,
  };
  await db.save(Object.assign(user, blank, { version, deletedAt: new Date() }));
  await endSessionsOf(db, userId);
  await forgetResetsOf(db, userId);
  await forgetDevicesOf(db, userId);
  await forgetFactorsOf(db, userId);
  await forgetEmailChangesOf(db, userId);
  await freeStoreNameOf(db, userId);
  await db.query('DELETE FROM list_entries WHERE user_id = $1', [userId]);
  await db.query('DELETE FROM list_versions WHERE user_id = $1', [userId]);
  // the audit log is kept for ever: nothing personal goes into it
  const told = adminActed(caller.userId!, 'user.deleted', userSubject(userId), { before, after: null });
  await emit(UserDeleted({ userId, version, email }), ...told);
}
