import { accountActed } from '@shop/contracts/events';
import { Refusal } from '@shop/http';
import { inTx, locked, type Tx } from '@shop/messaging';
import { hashToken, newToken } from '@shop/shared';
import { IsNull, type DataSource, type EntityManager } from 'typeorm';
import { userByEmail } from '../accounts/find-user';
import { withdrawDeletion } from '../accounts/scheduled-deletion';
import { takenEmail } from '../accounts/taken-email';
import { User } from '../accounts/user.entity';
import { hashPassword } from '../credentials/hash';
import { endUndoLinks, forgetPendingChange, noteReplacedEmail } from '../credentials/pending-change';
import { forgetResetsOf, requestPasswordReset } from '../credentials/reset-links';
import { withdrawFactorsSince } from '../second-factor/change-factors';
import { forgetDevicesOf } from '../sessions/devices';
import { endSessionsOf } from '../sessions/sessions';

/** An intruder may add a second factor before they change the account's address. */
const SUSPECT_DAYS = 7;

type Change = { id: number; user_id: number; previous_email: string; confirmed_at: Date };

/**
 * Gives an account its old address back, whatever the address is now (docs/product/accounts.md#a-new-e-mail-address). The
 * intruder knew the password, so it stops working and all sessions end. Known devices are forgotten, second factors and recovery
 * codes added since a week before the change are removed, a scheduled deletion is called off, and the old address gets a link to
 * choose a new password.
 * @throws Refusal 400 `undo-link-used` when the token is unknown, used or too old, 409 `email-taken` with field `email` when
 * another account has the address by now
 */
export async function undoEmailChange(source: DataSource, token: string): Promise<void> {
  if (!(await changeOf(source.manager, token))) throw linkUsed();
  // Hashed beforehand: a hash waits for its turn, and must not wait while the account is locked.
  const unknownPassword = await hashPassword(newToken());
  await inTx(source, (tx) => undo(tx, token, unknownPassword));
}

async function undo(tx: Tx, token: string, unknownPassword: string): Promise<void> {
  const { db, emit } = tx;
  const unlockedChange = await changeOf(db, token);
  const user = unlockedChange && (await locked(db, User, { id: unlockedChange.user_id, deletedAt: IsNull() }));
  // Read again under the lock: the link may have been used meanwhile.
  const change = user && (await changeOf(db, token));
  if (!user || !change) throw linkUsed();
  const email = change.previous_email;
  const otherUser = await userByEmail(db, email);
  if (otherUser && otherUser.id !== user.id) throw takenEmail();

  const previousEmail = user.email;
  const movedBack = user.moveBack(email, unknownPassword);
  await db.save(user);
  await forgetPendingChange(db, user.id);
  // Later changes can no longer be undone; an older one can.
  await endUndoLinks(db, user.id, change.id);
  await noteReplacedEmail(db, user.id, previousEmail, email);
  await forgetResetsOf(db, user.id);
  await endSessionsOf(db, user.id);
  await forgetDevicesOf(db, user.id);
  await withdrawFactorsSince(tx, user, new Date(change.confirmed_at.getTime() - SUSPECT_DAYS * 86_400_000));
  await withdrawDeletion(tx, user);
  await emit(movedBack, accountActed(user.id, 'email-change-undone', ['email', 'password']));
  await requestPasswordReset(tx, email, 'email-change-undone');
}

async function changeOf(db: EntityManager, token: string): Promise<Change | undefined> {
  const [change] = await db.query<Change[]>(
    'SELECT id, user_id, previous_email, confirmed_at FROM email_changes WHERE undo_hash = $1 AND undo_until > now()',
    [hashToken(token)],
  );
  return change;
}

const linkUsed = () => new Refusal('invalid', 'undo-link-used', 'This link has expired or was already used. Please write to us.');
