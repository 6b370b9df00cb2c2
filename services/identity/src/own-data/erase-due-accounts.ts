import { AccountDeletionPostponed, adminActed } from '@shop/contracts/events';
import { inTx, locked, type Tx } from '@shop/messaging';
import { IsNull, type DataSource, type EntityManager } from 'typeorm';
import { User, userSubject } from '../accounts/user.entity';
import { eraseAccount } from './erase-account';
import { whatIsOpen } from './what-is-open';

const DAY_MS = 86_400_000;

/**
 * Erases the accounts whose day of deletion has come, each in a transaction of its own: each is erased once, even when the task is
 * broken off or several replicas run it (docs/product/accounts.md#deleting-ones-own-account). A failure does not stop the others.
 * @throws AggregateError after the last, with all failures
 */
export async function eraseDueAccounts(source: DataSource): Promise<void> {
  const due = await source.query<{ user_id: number }[]>(
    'SELECT user_id FROM account_deletions WHERE erase_at <= now() ORDER BY erase_at',
  );
  const failed: unknown[] = [];
  for (const { user_id } of due)
    await inTx(source, (tx) => eraseWhenDue(tx, user_id)).catch((error: unknown) => failed.push(error));
  if (failed.length > 0) throw new AggregateError(failed, 'Accounts whose day has come could not be erased');
}

async function eraseWhenDue(tx: Tx, userId: number): Promise<void> {
  const user = await locked(tx.db, User, { id: userId, deletedAt: IsNull() });
  // read under the account's lock: nobody can call the deletion off meanwhile
  const [wish] = await tx.db.query<{ postponed: boolean }[]>(
    'SELECT postponed FROM account_deletions WHERE user_id = $1 AND erase_at <= now()',
    [userId],
  );
  if (!user || !wish) return;
  // its owner cannot log in to keep it, and erased they could register anew, free of the suspension
  if (user.suspendedAt) return tryADayLater(tx.db, userId);
  const open = await whatIsOpen(tx.db, userId);
  if (user.isAdmin || open.length > 0) return postpone(tx, user, open, wish.postponed);
  await eraseAccount(tx, user);
  await tx.emit(...adminActed(userId, 'user.erased', userSubject(userId), { before: null, after: null }));
}

/** Tries again a day later, and tells the account's owner once. An account that has become an admin's meanwhile is postponed too. */
async function postpone(
  { db, emit }: Tx,
  { id: userId, email, name }: User,
  open: Awaited<ReturnType<typeof whatIsOpen>>,
  isTold: boolean,
): Promise<void> {
  const eraseAt = await tryADayLater(db, userId);
  if (isTold) return;
  await db.query('UPDATE account_deletions SET postponed = true WHERE user_id = $1', [userId]);
  await emit(AccountDeletionPostponed({ userId, email, name, eraseAt: eraseAt.toISOString(), open }));
}

async function tryADayLater(db: EntityManager, userId: number): Promise<Date> {
  const eraseAt = new Date(Date.now() + DAY_MS);
  await db.query('UPDATE account_deletions SET erase_at = $2 WHERE user_id = $1', [userId, eraseAt]);
  return eraseAt;
}
