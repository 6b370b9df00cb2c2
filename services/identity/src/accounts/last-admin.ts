import { conflict } from '@shop/http';
import type { EntityManager } from 'typeorm';

const WHO_IS_ADMIN = 4_711_002;

/**
 * Makes transactions that take away a role or an account wait for each other, so that two admins cannot remove each other at
 * once. Call it before you lock a user's row: the other order can deadlock.
 */
export const removeAdminsInTurn = (db: EntityManager) => db.query('SELECT pg_advisory_xact_lock($1)', [WHO_IS_ADMIN]);

/**
 * Refuses to take away the caller's own role or account, and the role or account of the last owner who can log in
 * (docs/product/administration.md#roles).
 * @throws Refusal 409 `own-account`, `last-admin`
 */
export async function refuseSelfAndLastOwner(db: EntityManager, userId: number, callerId: number | null): Promise<void> {
  if (userId === callerId)
    throw conflict('own-account', 'You cannot take away your own role or account. Please ask another owner.');
  const [owner] = await db.query<unknown[]>(
    `SELECT 1 FROM users WHERE admin_role = 'owner' AND deleted_at IS NULL AND suspended_at IS NULL AND id <> $1 LIMIT 1`,
    [userId],
  );
  if (!owner) throw conflict('last-admin', 'This is the last owner who can log in. Please make somebody else an owner first.');
}
