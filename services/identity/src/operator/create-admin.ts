import type { AdminRole } from '@shop/contracts/constants';
import { adminActed, UserChanged, UserVerified } from '@shop/contracts/events';
import { conflict } from '@shop/http';
import { inTx, locked, type Tx } from '@shop/messaging';
import { IsNull, type DataSource } from 'typeorm';
import { refuseAdminWithShortPassword } from '../accounts/admin-password';
import { refusingTakenEmail } from '../accounts/taken-email';
import { User, userSubject } from '../accounts/user.entity';
import { newPassword } from '../credentials/new-password';
import { requestPasswordReset } from '../credentials/reset-links';
import { OPERATOR } from './account-for';

/**
 * Makes an admin: a new account with the password, or the existing account with the address, which keeps its own password. With
 * `mailsLink` the owner of a new account gets a link to choose a password, so that nobody has to tell them the first one. → the
 * account, and whether it is new
 * @throws Refusal 400 with field `password` for one of the most used passwords, 409 `administrator` when the account has a role
 * already, 409 `suspended`, `short-password` when the existing password is too short for an admin
 */
export async function createAdmin(
  source: DataSource,
  { email, role, password, mailsLink = false }: NewAdmin,
): Promise<{ user: User; made: boolean }> {
  const hashed = await newPassword(password);
  return refusingTakenEmail(
    inTx(source, async (tx) => {
      const known = await locked(tx.db, User, { email, deletedAt: IsNull() });
      if (known) return { user: await promote(tx, known, role), made: false };
      refuseAdminWithShortPassword(hashed);
      const person = { email, name: 'Shop', lastName: 'Administrator', country: 'Russia', adminRole: role };
      const user = await tx.db.save(tx.db.create(User, { ...person, ...hashed }));
      const { id: userId, version, name, lastName, country } = user;
      await tx.emit(UserVerified({ userId, version, name, lastName, email, country, seller: null }), ...told(user));
      if (mailsLink) await requestPasswordReset(tx, email);
      return { user, made: true };
    }),
  );
}

type NewAdmin = { email: string; role: AdminRole; password: string; mailsLink?: boolean };

async function promote({ db, emit }: Tx, user: User, role: AdminRole): Promise<User> {
  if (user.isAdmin)
    throw conflict('administrator', `This account is an admin already (${user.adminRole}). Owners change roles in the shop.`);
  if (user.suspendedAt) throw conflict('suspended', 'This account is suspended. Reinstate it first.');
  refuseAdminWithShortPassword(user);
  await db.save(Object.assign(user, { adminRole: role, isAdmin: true, version: user.version + 1 }));
  const { version, name, lastName, email, country } = user;
  const person = { userId: user.id, version, name, lastName, email, country };
  await emit(
    UserChanged({ ...person, isAdmin: true, adminRole: role, previousEmail: null, passwordChanged: false }),
    ...told(user),
  );
  return user;
}

const told = ({ id, adminRole }: User) =>
  adminActed(OPERATOR.userId, 'admin.made', userSubject(id), {
    before: { is_admin: false, admin_role: null },
    after: { is_admin: true, admin_role: adminRole },
  });
