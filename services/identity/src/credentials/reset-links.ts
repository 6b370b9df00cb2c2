import { type DataOf, PasswordResetRequested } from '@shop/contracts/events';
import { locked, type Tx } from '@shop/messaging';
import { hashToken, newToken } from '@shop/shared';
import { IsNull, type EntityManager } from 'typeorm';
import { User } from '../accounts/user.entity';

const TOKEN_MINUTES = 30;

type Reason = DataOf<typeof PasswordResetRequested>['reason'];

/**
 * Has a reset link mailed when an account has the address. It works once, and only a hash of its 256 bits is stored
 * (docs/product/accounts.md#forgotten-password). The caller does not learn whether an account has the address
 * (docs/product/accounts.md#an-address-that-is-known-already).
 */
export async function requestPasswordReset({ db, emit }: Tx, email: string, reason: Reason = 'asked'): Promise<void> {
  // Locked: a change of address or password ends all links, and a link that is made meanwhile must not outlast it.
  const user = await locked(db, User, { email, deletedAt: IsNull() });
  if (!user) return;
  const token = newToken();
  const expiresAt = new Date(Date.now() + TOKEN_MINUTES * 60_000);
  await db.query('INSERT INTO password_resets (token_hash, user_id, expires_at) VALUES ($1, $2, $3)', [
    hashToken(token),
    user.id,
    expiresAt,
  ]);
  const { id: userId, name } = user;
  await emit(PasswordResetRequested({ userId, email, name, token, expiresAt: expiresAt.toISOString(), reason }));
}

/** The caller has locked the user's row, as everything that uses a link does. */
export const forgetResetsOf = (db: EntityManager, userId: number) =>
  db.query('DELETE FROM password_resets WHERE user_id = $1', [userId]);
