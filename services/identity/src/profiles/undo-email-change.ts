import { accountActed, UserChanged } from '@shop/contracts/events';
import { Refusal } from '@shop/http';
import { locked, type Tx } from '@shop/messaging';
import { hashed, newToken } from '@shop/shared';
import { IsNull } from 'typeorm';
import { userByEmail } from '../accounts/find-user';
import { takenEmail } from '../accounts/taken-email';
import { User } from '../accounts/user.entity';
import { newPassword } from '../credentials/new-password';
import { forgetResetsOf, requestPasswordReset } from '../credentials/reset-links';
import { withdrawFactorsSince } from '../second-factor/change-factors';
import { forgetDevicesOf } from '../sessions/devices';
import { endSessionsOf } from '../sessions/sessions';

/** Whoever takes an account over may add a second factor before they change its address. */
const SUSPECT_DAYS = 7;

type Change = { id: number; previous_email: string; confirmed_at: Date };

/**
 * Gives an account its old address back, whatever the address was changed to since (docs/product/accounts.md#a-new-e-mail-address).
 * Whoever changed it knew the password, so the password no longer works, every session ends, every known device is forgotten, second
 * factors that were added in the week before the change or since are removed, and the old address gets a link to choose a new password.
 * @throws Refusal 400 `undo-link-used` when the token is unknown, used or too old, 409 `email-taken` with field `email` when another
 * account has the address by now
 */
export async function undoEmailChange(tx: Tx, token: string): Promise<void> {
  const { db, emit } = tx;
  const link = 'SELECT id, user_id, previous_email, confirmed_at FROM email_changes WHERE undo_hash = $1 AND undo_until > now()';
  const [asked] = await db.query<{ user_id: number }[]>(link, [hashed(token)]);
  const user = asked && (await locked(db, User, { id: asked.user_id, deletedAt: IsNull() }));
  const [change] = user ? await db.query<Change[]>(link, [hashed(token)]) : [];
  if (!user || !change)
    throw new Refusal('invalid', 'undo-link-used', 'This link has expired or was already used. Please write to us.');
  const other = await userByEmail(db, change.previous_email);
  if (other && other.id !== user.id) throw takenEmail();

  const previousEmail = user.email;
  const { passwordHash } = await newPassword(newToken());
  const version = user.version + 1;
  await db.save(Object.assign(user, { email: change.previous_email, passwordHash, longPassword: false, version }));
  // later changes are forgotten together with their undo links; an older change can still be undone
  await db.query('DELETE FROM email_changes WHERE user_id = $1 AND id >= $2', [user.id, change.id]);
  await forgetResetsOf(db, user.id);
  await endSessionsOf(db, user.id);
  await forgetDevicesOf(db, user.id);
  await withdrawFactorsSince(tx, user, new Date(change.confirmed_at.getTime() - SUSPECT_DAYS * 86_400_000));
  const { id: userId, name, lastName, email, country, isAdmin, adminRole } = user;
  const person = { userId, version, name, lastName, email, country, isAdmin, adminRole };
  await emit(
    UserChanged({ ...person, previousEmail, passwordChanged: false }),
    accountActed(userId, 'email-change-undone', ['email', 'password']),
  );
  await requestPasswordReset(tx, email);
}
