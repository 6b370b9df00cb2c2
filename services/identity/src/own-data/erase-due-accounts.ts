import { AccountDeletionPostponed, adminActed } from '@shop/contracts/events';
import { inTx, locked, type Tx } from '@shop/messaging';
import { IsNull, type DataSource, type EntityManager } from 'typeorm';
import { User, userSubject } from '../accounts/user.entity';
import { NO_ADMIN } from './account-deletion';
import { eraseAccount } from './erase-account';
import { whatIsOpen } from './what-is-open';

const DAY_MS = 86_400_000;

/** Mails that the account's owner has already got: something is open, or an admin's account stays. */
type Wish = { postponed: boolean; told_administrator: boolean };

/**
 * Erases the accounts whose day of deletion has come, each in a transaction of its own, so that each is erased once by several
 * replicas or after a crash (docs/product/accounts.md#deleting-ones-own-account). A failure does not stop the others.
 * @throws AggregateError after the last, with all failures
 */
export async function eraseDueAccounts(source: DataSource): Promise<void> {
  const due = await source.query<{ user_id: number }[]>(
    'SELECT user_id FROM account_deletions WHERE erase_at <= now() ORDER BY erase_at',
  );
  const errors: unknown[] = [];
  for (const { user_id } of due)
    await inTx(source, (tx) => eraseWhenDue(tx, user_id)).catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw new AggregateError(errors, 'Accounts whose day has come could not be erased');
}

async function eraseWhenDue(tx: Tx, userId: number): Promise<void> {
  const user = await locked(tx.db, User, { id: userId, deletedAt: IsNull() });
  // Read under the account's lock: nobody can call off the deletion meanwhile.
  const [wish] = await tx.db.query<Wish[]>(
    'SELECT postponed, told_administrator FROM account_deletions WHERE user_id = $1 AND erase_at <= now()',
    [userId],
  );
  if (!user || !wish) return;
  // The owner cannot log in to keep the account; and after an erasure they could register anew, free of the suspension.
  if (user.suspendedAt) return void (await tryADayLater(tx.db, userId));
  const open = await whatIsOpen(tx.db, userId);
  if (user.isAdmin || open.length > 0) return postpone(tx, user, open, wish);
  await eraseAccount(tx, user);
  await tx.emit(...adminActed(userId, 'user.erased', userSubject(userId), { before: null, after: null }));
}

/** Tries again a day later, and mails the account's owner once for each reason: open matters, or their role as an admin. */
async function postpone(
  { db, emit }: Tx,
  { id: userId, email, name, isAdmin }: User,
  open: Awaited<ReturnType<typeof whatIsOpen>>,
  wish: Wish,
): Promise<void> {
  const eraseAt = await tryADayLater(db, userId);
  if (isAdmin ? wish.told_administrator : wish.postponed) return;
  await db.query(
    `UPDATE account_deletions SET postponed = postponed OR $2, told_administrator = told_administrator OR $3 WHERE user_id = $1`,
    [userId, open.length > 0, isAdmin],
  );
  const reason = isAdmin ? NO_ADMIN : null;
  await emit(AccountDeletionPostponed({ userId, email, name, eraseAt: eraseAt.toISOString(), reason, open }));
}

async function tryADayLater(db: EntityManager, userId: number): Promise<Date> {
  const eraseAt = new Date(Date.now() + DAY_MS);
  await db.query('UPDATE account_deletions SET erase_at = $2 WHERE user_id = $1', [userId, eraseAt]);
  return eraseAt;
}
