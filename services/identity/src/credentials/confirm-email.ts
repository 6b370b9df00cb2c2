import { EMAIL_UNDO_DAYS } from '@shop/contracts/constants';
import { accountActed } from '@shop/contracts/events';
import { Refusal, type Caller } from '@shop/http';
import { locked, type Tx } from '@shop/messaging';
import { hashToken, newToken } from '@shop/shared';
import { IsNull } from 'typeorm';
import { userByEmail } from '../accounts/find-user';
import { takenEmail } from '../accounts/taken-email';
import { User } from '../accounts/user.entity';
import { forgetResetsOf } from './reset-links';
import { endSessionsOf } from '../sessions/sessions';

/**
 * Makes a new address valid when the user opens its link (docs/product/accounts.md#a-new-e-mail-address). Other sessions and all
 * reset links end, and the old address gets a link that undoes the change.
 * @throws Refusal 400 `confirm-link-used` when the token is unknown, used or too old, 409 `email-taken` with field `email` when
 * another account has the address by now
 */
export async function confirmEmail({ db, emit }: Tx, caller: Caller, token: string): Promise<void> {
  const link = `SELECT id, user_id, email FROM email_changes WHERE confirm_hash = $1 AND expires_at > now()`;
  const [linkOwner] = await db.query<{ user_id: number }[]>(link, [hashToken(token)]);
  const user = linkOwner && (await locked(db, User, { id: linkOwner.user_id, deletedAt: IsNull() }));
  // Read again under the lock: the change may have been cancelled or confirmed meanwhile.
  const [change] = user ? await db.query<{ id: number; email: string }[]>(link, [hashToken(token)]) : [];
  if (!user || !change)
    throw new Refusal(
      'invalid',
      'confirm-link-used',
      'This link has expired or was already used. Your account can send a new one.',
    );
  if (await userByEmail(db, change.email)) throw takenEmail();

  const previousEmail = user.email;
  const undo = { token: newToken(), until: new Date(Date.now() + EMAIL_UNDO_DAYS * 86_400_000) };
  const events = user.moveTo(change.email, undo);
  await db.save(user);
  await db.query(
    `UPDATE email_changes SET confirmed_at = now(), confirm_hash = NULL, previous_email = $2, undo_hash = $3, undo_until = $4 WHERE id = $1`,
    [change.id, previousEmail, hashToken(undo.token), undo.until],
  );
  await forgetResetsOf(db, user.id);
  await endSessionsOf(db, user.id, caller.userId === user.id ? caller.sessionId : null);
  await emit(...events, accountActed(user.id, 'email-changed', ['email']));
}
