import { createHash, randomBytes } from 'node:crypto';
import { IsNull, type EntityManager } from 'typeorm';
import { PasswordResetRequested, UserChanged } from '@shop/contracts/events';
import { locked, Refusal, type Tx } from '@shop/kit';
import { User } from '../accounts/user.entity';
import { cancelEmailChange } from '../email-changes/pending-change';
import { endSessionsOf } from '../sessions/sessions';
import { refuseShortForAdmin, type NewPassword } from './new-password';

/** Decision 13: 256 bits, hashed, 30 minutes, once. */
const TOKEN_MINUTES = 30;
const hashed = (token: string) => createHash('sha256').update(token).digest('hex');

/** Has a link mailed when the account exists; the caller cannot tell (decision 12). */
export async function requestPasswordReset({ db, emit }: Tx, email: string): Promise<void> {
  // locked: a link that is asked for while address or password change must not outlive that
  const user = await locked(db, User, { email, deletedAt: IsNull() });
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

/** Links that were mailed before are worthless. Whoever calls has locked the user, as everybody who uses a link has. */
export const forgetResetsOf = (db: EntityManager, userId: number) =>
  db.query('DELETE FROM password_resets WHERE user_id = $1', [userId]);

/**
 * Sets a new password, once for each token, and ends every session of the user and all other links.
 * → the user's id
 * @throws Refusal 400 when the token is unknown, used or too old, 400 with field `password` when it is too short for an administrator
 */
export async function resetPassword({ db, emit }: Tx, token: string, password: NewPassword): Promise<number> {
  const link = 'SELECT user_id FROM password_resets WHERE token_hash = $1 AND expires_at > now()';
  const [asked] = await db.query<{ user_id: number }[]>(link, [hashed(token)]);
  const user = asked && (await locked(db, User, { id: asked.user_id, deletedAt: IsNull() }));
  // once more under the lock: another link, or a new password, may have ended this one
  const [valid] = user ? await db.query<unknown[]>(link, [hashed(token)]) : [];
  if (!user || !valid)
    throw new Refusal('invalid', 'reset-link-used', 'This link has expired or was already used. Please ask for a new one.');
  if (user.isAdmin) refuseShortForAdmin(password);

  const version = user.version + 1;
  await db.save(Object.assign(user, password, { version }));
  await forgetResetsOf(db, user.id);
  await cancelEmailChange(db, user.id);
  await endSessionsOf(db, user.id);
  await emit(
    UserChanged({
      userId: user.id,
      version,
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
  return user.id;
}
