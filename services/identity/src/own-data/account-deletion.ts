import assert from 'node:assert/strict';
import { DELETION_GRACE_DAYS } from '@shop/contracts/constants';
import { AccountDeletionScheduled } from '@shop/contracts/events';
import type { AccountDeletionView } from '@shop/contracts/views';
import { conflict } from '@shop/http';
import { inTx, type Tx } from '@shop/messaging';
import type { DataSource } from 'typeorm';
import { lockedCaller } from '../accounts/find-user';
import { deletionOf, toldOfDeletion, withdrawDeletion } from '../accounts/scheduled-deletion';
import type { User } from '../accounts/user.entity';
import { whatIsOpen } from './what-is-open';

export const NO_ADMIN = 'Administrators cannot delete their own account. Please ask another owner to do it.';

/**
 * Schedules the deletion of the caller's own account (docs/product/accounts.md#deleting-ones-own-account): they have
 * `DELETION_GRACE_DAYS` days to change their mind, and a mail tells them the day. Asking again changes nothing.
 * @returns when it is erased
 * @throws Refusal 401, 409 `administrator` for an admin, 409 `open-matters` while something is open, which `details.open` names
 */
export async function deleteOwnAccount(source: DataSource, userId: number): Promise<AccountDeletionView> {
  return inTx(source, async (tx) => {
    const { db, emit } = tx;
    const user = await lockedCaller(tx, userId);
    if (user.isAdmin) throw conflict('administrator', NO_ADMIN);
    const scheduledDeletion = await deletionOf(db, userId);
    if (scheduledDeletion) return scheduledDeletion;
    const open = await whatIsOpen(db, userId);
    if (open.length > 0) throw conflict('open-matters', open.map(({ message }) => message).join(' '), { details: { open } });

    const eraseAt = afterGrace();
    await db.query('INSERT INTO account_deletions (user_id, erase_at) VALUES ($1, $2)', [userId, eraseAt]);
    await emit(scheduledEvent(user, eraseAt), ...toldOfDeletion(userId, 'asked'));
    const deletion = await deletionOf(db, userId);
    assert(deletion, 'it was written a moment ago');
    return deletion;
  });
}

/**
 * Gives a reinstated account all days of grace again, because its owner could not keep it while it was suspended, and mails them
 * the new day. Notes about mails of postponement are reset. Does nothing when no deletion is scheduled.
 */
export async function restartGrace({ db, emit }: Tx, user: User): Promise<void> {
  if (!(await deletionOf(db, user.id))) return;
  const eraseAt = afterGrace();
  await db.query('UPDATE account_deletions SET erase_at = $2, postponed = false, told_administrator = false WHERE user_id = $1', [
    user.id,
    eraseAt,
  ]);
  await emit(scheduledEvent(user, eraseAt));
}

/** Calls off the scheduled deletion of the caller's own account, if there is one. @throws Refusal 401 */
export const withdrawOwnDeletion = (source: DataSource, userId: number) =>
  inTx(source, async (tx) => withdrawDeletion(tx, await lockedCaller(tx, userId)));

const afterGrace = () => new Date(Date.now() + DELETION_GRACE_DAYS * 86_400_000);

const scheduledEvent = ({ id: userId, email, name }: User, eraseAt: Date) =>
  AccountDeletionScheduled({ userId, email, name, eraseAt: eraseAt.toISOString() });
