import { AccountDeletionWithdrawn, adminActed } from '@shop/contracts/events';
import type { AccountDeletionView } from '@shop/contracts/views';
import type { Tx } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { userSubject, type User } from './user.entity';

type Row = { asked_at: Date; erase_at: Date };

/** When the account's owner asked for its deletion and when it will be erased; null when no deletion is scheduled. */
export async function deletionOf(db: EntityManager, userId: number): Promise<AccountDeletionView | null> {
  const [row] = await db.query<Row[]>('SELECT asked_at, erase_at FROM account_deletions WHERE user_id = $1', [userId]);
  return row ? { asked_at: row.asked_at.toISOString(), erase_at: row.erase_at.toISOString() } : null;
}

/** Calls off the scheduled deletion of an account whose row the caller has locked, if there is one; a mail says so. */
export async function withdrawDeletion({ db, emit }: Tx, { id: userId, email, name }: User): Promise<void> {
  const deletion = await deletionOf(db, userId);
  if (!deletion) return;
  await db.query('DELETE FROM account_deletions WHERE user_id = $1', [userId]);
  await emit(
    AccountDeletionWithdrawn({ userId, email, name, eraseAt: deletion.erase_at }),
    ...toldOfDeletion(userId, 'withdrawn'),
  );
}

/** The entry of the audit log for a wish to delete one's own account, or its end. */
export const toldOfDeletion = (userId: number, step: 'asked' | 'withdrawn') =>
  adminActed(userId, `user.deletion-${step}`, userSubject(userId), { before: null, after: null });
