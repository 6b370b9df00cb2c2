import type { EntityManager } from 'typeorm';
import { conflict } from '@shop/kit';

const WHO_IS_ADMIN = 4_711_002;

/** Takes admins away one after the other, so that two of them cannot remove each other at once. Call it before locking a user. */
export const removeAdminsInTurn = (db: EntityManager) => db.query('SELECT pg_advisory_xact_lock($1)', [WHO_IS_ADMIN]);

/**
 * The shop always has an administrator, and nobody locks himself out (decision 3, authorisation 8b and 10).
 * @throws Refusal 409
 */
export async function refuseSelfAndLastAdmin(db: EntityManager, userId: number, callerId: number | null): Promise<void> {
  if (userId === callerId) throw conflict('own-account', 'You cannot take your own administrator account away.');
  const others = await db.query<unknown[]>('SELECT 1 FROM users WHERE is_admin AND deleted_at IS NULL AND id <> $1 LIMIT 1', [
    userId,
  ]);
  if (others.length === 0) throw conflict('last-admin', 'The last administrator cannot be taken away.');
}
