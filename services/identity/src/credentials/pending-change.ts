import { EMAIL_CONFIRM_HOURS } from '@shop/contracts/constants';
import { accountActed, EmailChangeRequested } from '@shop/contracts/events';
import { conflict } from '@shop/http';
import { locked, type Tx } from '@shop/messaging';
import { hashToken, newToken } from '@shop/shared';
import { IsNull, type EntityManager } from 'typeorm';
import { lockedCaller } from '../accounts/find-user';
import { User } from '../accounts/user.entity';

/** The new address that waits to be confirmed, or null. It waits even after its link expires: the link can be sent again. */
export async function pendingEmailOf(db: EntityManager, userId: number): Promise<string | null> {
  const [pending] = await db.query<{ email: string }[]>(
    'SELECT email FROM email_changes WHERE user_id = $1 AND confirmed_at IS NULL',
    [userId],
  );
  return pending?.email ?? null;
}

/**
 * Has a link mailed to the new address, and forgets any other new address that waits. The old address stays valid until the user
 * opens the link (docs/product/accounts.md#a-new-e-mail-address).
 */
export async function requestEmailChange({ db, emit }: Tx, user: User, email: string): Promise<void> {
  await forgetPendingChange(db, user.id);
  const token = newToken();
  const expiresAt = new Date(Date.now() + EMAIL_CONFIRM_HOURS * 3_600_000);
  await db.query(
    'INSERT INTO email_changes (user_id, previous_email, email, confirm_hash, expires_at) VALUES ($1, $2, $3, $4, $5)',
    [user.id, user.email, email, hashToken(token), expiresAt],
  );
  await emit(
    EmailChangeRequested({ userId: user.id, email, token, expiresAt: expiresAt.toISOString() }),
    accountActed(user.id, 'email-change-requested', ['email']),
  );
}

/**
 * Cancels the change that waits. Cancelling twice is fine, except that a cancelled change leaves no trace: confirming one address
 * and cancelling the next twice is refused.
 * @throws Refusal 409 `no-email-change` when no change waits, but the address changed in the last ten minutes (confirmed, replaced
 * by an admin or brought back), 401 when the account is deleted
 */
export async function cancelEmailChange(tx: Tx, userId: number): Promise<void> {
  const { db, emit } = tx;
  // Confirming takes the same lock, so a change is either confirmed or cancelled.
  await lockedCaller(tx, userId);
  if (!(await pendingEmailOf(db, userId))) return refuseLateCancelling(db, userId);
  await forgetPendingChange(db, userId);
  await emit(accountActed(userId, 'email-change-cancelled', ['email']));
}

async function refuseLateCancelling(db: EntityManager, userId: number): Promise<void> {
  const rows = await db.query<unknown[]>(
    `SELECT 1 FROM email_changes WHERE user_id = $1 AND confirmed_at > now() - interval '10 minutes'`,
    [userId],
  );
  if (rows.length > 0)
    throw conflict('no-email-change', 'Your e-mail address was changed before you cancelled. Please look at your profile.');
}

export const forgetPendingChange = (db: EntityManager, userId: number) =>
  db.query('DELETE FROM email_changes WHERE user_id = $1 AND confirmed_at IS NULL', [userId]);

/**
 * Has a new link mailed to the address that waits; the older link stops working.
 * @throws Refusal 409 `no-email-change` when no address waits
 */
export async function sendConfirmationAgain(tx: Tx, userId: number): Promise<void> {
  const user = await locked(tx.db, User, { id: userId, deletedAt: IsNull() });
  const email = user && (await pendingEmailOf(tx.db, userId));
  if (!user || !email)
    throw conflict('no-email-change', 'There is no new address to confirm. Please change the address in your profile again.');
  await requestEmailChange(tx, user, email);
}

/**
 * Notes an address that an admin has replaced or an undo has taken back. Nobody can undo this. It is kept until the account is
 * erased, so that other services then delete their data by every address (docs/product/accounts.md#what-erasing-an-account-does).
 */
export const noteReplacedEmail = (db: EntityManager, userId: number, previousEmail: string, email: string) =>
  db.query(
    `INSERT INTO email_changes (user_id, previous_email, email, expires_at, confirmed_at) VALUES ($1, $2, $3, now(), now())`,
    [userId, previousEmail, email],
  );

/** Ends the links that undo changes of the address, from the change `since` on. The caller has locked the user's row. */
export const endUndoLinks = (db: EntityManager, userId: number, since = 0) =>
  db.query('UPDATE email_changes SET undo_hash = NULL, undo_until = NULL WHERE user_id = $1 AND id >= $2', [userId, since]);

/** Deletes links that can no longer undo a change, and changes that nobody confirmed within 7 days after their link expired. */
export async function forgetOldEmailChanges(db: EntityManager): Promise<void> {
  await db.query('UPDATE email_changes SET undo_hash = NULL WHERE undo_until < now() AND undo_hash IS NOT NULL');
  await db.query(`DELETE FROM email_changes WHERE confirmed_at IS NULL AND expires_at < now() - interval '7 days'`);
}

/** Also deletes changes that could still be undone. */
export const forgetEmailChangesOf = (db: EntityManager, userId: number) =>
  db.query('DELETE FROM email_changes WHERE user_id = $1', [userId]);
