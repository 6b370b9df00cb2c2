import { conflict } from '@shop/http';
import type { EntityManager } from 'typeorm';

const WHO_IS_ADMIN = 4_711_002;

/** Takes admins away one after the other, so that two of them cannot remove each other at once. Call it before locking a user. */
export const removeAdminsInTurn = (db: EntityManager) => db.query('SELECT pg_advisory_xact_lock($1)', [WHO_IS_ADMIN]);

/**
 * The shop always has an owner, and nobody locks themselves out.
 * @throws Refusal 409
 */
export async function refuseSelfAndLastOwner(db: EntityManager, userId: number, callerId: number | null): Promise<void> {
  if (userId === callerId) throw conflict('own-account', 'You cannot take your own administrator account away.');
  const [owner] = await db.query<unknown[]>(
    `SELECT 1 FROM users WHERE admin_role = 'owner' AND deleted_at IS NULL AND suspended_at IS NULL AND id <> $1 LIMIT 1`,
    [userId],
  );
  if (!owner) throw conflict('last-admin', 'The last owner cannot be taken away.');
}
