import { PasswordResetRequested } from '@shop/contracts/events';
import { locked, type Tx } from '@shop/messaging';
import { hashed, newToken } from '@shop/shared';
import { IsNull, type EntityManager } from 'typeorm';
import { User } from '../accounts/user.entity';

/** 256 bits, hashed, 30 minutes, once (docs/product/accounts.md#forgotten-password). */
const TOKEN_MINUTES = 30;

/**
 * Has a link mailed when the account exists; the caller cannot tell (docs/product/accounts.md#an-address-that-is-known-already).
 */
export async function requestPasswordReset({ db, emit }: Tx, email: string): Promise<void> {
  // locked: a link that is asked for while address or password change must not outlive that
  const user = await locked(db, User, { email, deletedAt: IsNull() });
  if (!user) return;
  const token = newToken();
  const expiresAt = new Date(Date.now() + TOKEN_MINUTES * 60_000);
  await db.query('INSERT INTO password_resets (token_hash, user_id, expires_at) VALUES ($1, $2, $3)', [
    hashed(token),
    user.id,
    expiresAt,
  ]);
  await emit(PasswordResetRequested({ userId: user.id, email, name: user.name, token, expiresAt: expiresAt.toISOString() }));
}

/** Links that were mailed before are worthless. Whoever calls has locked the user, as everybody who uses a link has. */
export const forgetResetsOf = (db: EntityManager, userId: number) =>
  db.query('DELETE FROM password_resets WHERE user_id = $1', [userId]);
