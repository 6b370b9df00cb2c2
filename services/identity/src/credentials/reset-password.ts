import { accountActed } from '@shop/contracts/events';
import { Refusal } from '@shop/http';
import { locked, type Tx } from '@shop/messaging';
import { hashToken } from '@shop/shared';
import { IsNull } from 'typeorm';
import type { NewPassword } from '../accounts/admin-password';
import { withdrawDeletion } from '../accounts/scheduled-deletion';
import { User } from '../accounts/user.entity';
import { forgetPendingChange } from './pending-change';
import { forgetResetsOf } from './reset-links';
import { endSessionsOf } from '../sessions/sessions';

/**
 * Sets a new password, once for each token, ends all sessions and other links of the user, and calls off a scheduled deletion,
 * which an intruder may have asked for (docs/product/accounts.md#forgotten-password).
 * @returns the user's id
 * @throws Refusal 400 `reset-link-used` when the token is unknown, used or too old, 400 with field `password` when the password
 * is too short for an admin
 */
export async function resetPassword(tx: Tx, token: string, password: NewPassword): Promise<number> {
  const { db, emit } = tx;
  const link = 'SELECT user_id FROM password_resets WHERE token_hash = $1 AND expires_at > now()';
  const [linkOwner] = await db.query<{ user_id: number }[]>(link, [hashToken(token)]);
  const user = linkOwner && (await locked(db, User, { id: linkOwner.user_id, deletedAt: IsNull() }));
  // Read again under the lock: another link or a new password may have ended this one.
  const [valid] = user ? await db.query<unknown[]>(link, [hashToken(token)]) : [];
  if (!user || !valid)
    throw new Refusal('invalid', 'reset-link-used', 'This link has expired or was already used. Please ask for a new one.');

  await replacePassword(tx, user, password);
  await withdrawDeletion(tx, user);
  await emit(accountActed(user.id, 'password-reset', ['password']));
  return user.id;
}

/**
 * Gives an account whose row is locked a new password. Its sessions, its reset links and a waiting change of its address end.
 * @throws Refusal 400 with field `password` when the password is too short for an admin
 */
export async function replacePassword({ db, emit }: Tx, user: User, password: NewPassword): Promise<void> {
  const event = user.changePassword(password);
  await db.save(user);
  await forgetResetsOf(db, user.id);
  await forgetPendingChange(db, user.id);
  await endSessionsOf(db, user.id);
  await emit(event);
}
