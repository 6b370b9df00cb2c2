import type { AdminRole } from '@shop/contracts/constants';
import { adminActed } from '@shop/contracts/events';
import { inTx, locked, type Tx } from '@shop/messaging';
import { IsNull, type DataSource } from 'typeorm';
import { refusingTakenEmail } from '../accounts/taken-email';
import { User, userSubject } from '../accounts/user.entity';
import { newPassword } from '../credentials/new-password';
import { requestPasswordReset } from '../credentials/reset-links';
import { OPERATOR } from './account-for';

/**
 * Makes an admin: a new account with the password, or the existing account with the address, which keeps its own password. With
 * `mailsLink` the owner of a new account gets a link to choose a password, so that nobody has to tell them the first one.
 * @returns the account, and whether it is new
 * @throws Refusal 400 with field `password` for one of the most used passwords, 409 `administrator` when the account has a role
 * already, 409 `suspended`, `short-password` when the existing password is too short for an admin
 */
export async function createAdmin(
  source: DataSource,
  { email, role, password, mailsLink = false }: NewAdmin,
): Promise<{ user: User; made: boolean }> {
  const credentials = await newPassword(password);
  return refusingTakenEmail(
    inTx(source, async (tx) => {
      const existingUser = await locked(tx.db, User, { email, deletedAt: IsNull() });
      if (existingUser) return { user: await promote(tx, existingUser, role), made: false };
      const person = { email, name: 'Shop', lastName: 'Administrator', country: 'Russia', adminRole: role };
      const user = await tx.db.save(User.fresh({ ...person, ...credentials }));
      await tx.emit(user.verified(null), ...adminMadeEvents(user));
      if (mailsLink) await requestPasswordReset(tx, email);
      return { user, made: true };
    }),
  );
}

type NewAdmin = { email: string; role: AdminRole; password: string; mailsLink?: boolean };

async function promote({ db, emit }: Tx, user: User, role: AdminRole): Promise<User> {
  const event = user.promote(role);
  await db.save(user);
  await emit(event, ...adminMadeEvents(user));
  return user;
}

const adminMadeEvents = ({ id, adminRole }: User) =>
  adminActed(OPERATOR.userId, 'admin.made', userSubject(id), {
    before: { is_admin: false, admin_role: null },
    after: { is_admin: true, admin_role: adminRole },
  });
