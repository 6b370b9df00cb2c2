import { createHash, randomBytes } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { PasswordResetRequested, UserChanged } from '@shop/contracts/events';
import { Refusal, type Tx } from '@shop/kit';
import { userByEmail } from '../accounts/find-user';
import { User } from '../accounts/user.entity';
import { endSessionsOf } from '../sessions/sessions';

/** Decision 13: 256 bits, hashed, 30 minutes, once. */
const TOKEN_MINUTES = 30;
const hashed = (token: string) => createHash('sha256').update(token).digest('hex');

/** Has a link mailed when the account exists; the caller cannot tell (decision 12). */
export async function requestPasswordReset({ db, emit }: Tx, email: string): Promise<void> {
  const user = await userByEmail(db, email);
  if (!user) return;
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(Date.now() + TOKEN_MINUTES * 60_000);
  await db.query('INSERT INTO password_resets (token_hash, user_id, expires_at) VALUES ($1, $2, $3)', [
    hashed(token),
    user.id,
    expiresAt,
  ]);
  await emit(PasswordResetRequested({ userId: user.id, email, name: user.name, token, expiresAt: expiresAt.toISOString() }));
}

/** Links that were mailed before are worthless; one that is being used at this moment is left to its own transaction. */
export const forgetResetsOf = (db: EntityManager, userId: number) =>
  db.query(
    `DELETE FROM password_resets WHERE token_hash IN (SELECT token_hash FROM password_resets WHERE user_id = $1 FOR UPDATE SKIP LOCKED)`,
    [userId],
  );

/**
 * Sets a new password, once for each token, and ends every session of the user (authorisation 6).
 * @throws Refusal 400 when the token is unknown, used or too old.
 */
export async function resetPassword({ db, emit }: Tx, token: string, passwordHash: string): Promise<void> {
  const used = await db.query<{ user_id: number }[]>(
    `WITH used AS (UPDATE password_resets SET used_at = now() WHERE token_hash = $1 AND used_at IS NULL AND expires_at > now() RETURNING user_id)
     SELECT used.user_id FROM used JOIN users ON users.id = used.user_id AND users.deleted_at IS NULL`,
    [hashed(token)],
  );
  const userId = used[0]?.user_id;
  if (!userId)
    throw new Refusal('invalid', 'reset-link-used', 'This link has expired or was already used. Please ask for a new one.');
  await db.increment(User, { id: userId }, 'version', 1);
  await db.update(User, { id: userId }, { passwordHash });
  const user = await db.findOneByOrFail(User, { id: userId });
  await endSessionsOf(db, userId);
  await emit(
    UserChanged({
      userId,
      version: user.version,
      name: user.name,
      lastName: user.lastName,
      email: user.email,
      country: user.country,
      isAdmin: user.isAdmin,
      adminRole: user.adminRole,
      previousEmail: null,
      passwordChanged: true,
    }),
  );
}
