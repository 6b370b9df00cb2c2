import { createHash, randomBytes } from 'node:crypto';
import type { DataSource, EntityManager } from 'typeorm';
import { SESSION_DAYS } from '@shop/contracts/constants';
import { forgetLapsedNames } from '../store-names/store-names';
import { forgetOldDevices } from './devices';

/** Design, Sessions: 256 random bits, kept hashed; 7 days by cookie, 12 hours by bearer. */
const BEARER_HOURS = 12;
const MOST_SESSIONS = 10;

const secret = () => randomBytes(32).toString('base64url');
const hashed = (value: string) => createHash('sha256').update(value).digest('hex');

export type NewSession = { cookie: string; bearer: string };

/** A new session of a user; the oldest beyond ten end. */
export async function startSession(db: EntityManager, userId: number): Promise<NewSession> {
  const session = { cookie: secret(), bearer: secret() };
  await db.query(
    `INSERT INTO sessions (user_id, cookie_hash, bearer_hash, expires_at, bearer_expires_at)
     VALUES ($1, $2, $3, now() + make_interval(days => $4), now() + make_interval(hours => $5))`,
    [userId, hashed(session.cookie), hashed(session.bearer), SESSION_DAYS, BEARER_HOURS],
  );
  await db.query(
    `DELETE FROM sessions WHERE user_id = $1 AND id NOT IN (SELECT id FROM sessions WHERE user_id = $1 ORDER BY created_at DESC LIMIT $2)`,
    [userId, MOST_SESSIONS],
  );
  return session;
}

export const endSession = (db: EntityManager, sessionId: string) => db.query('DELETE FROM sessions WHERE id = $1', [sessionId]);

/** Ends every session of a user, or every other one. */
export const endSessionsOf = (db: EntityManager, userId: number, exceptSessionId: string | null = null) =>
  db.query('DELETE FROM sessions WHERE user_id = $1 AND id::text IS DISTINCT FROM $2', [userId, exceptSessionId]);

export type SessionOwner = { userId: number; admin: boolean; role: string | null; steppedUp: boolean; sessionId: string };

/** Whose a credential is, or null. Only the gateway asks. */
export async function ownerOf(source: DataSource, kind: 'cookie' | 'bearer', credential: string): Promise<SessionOwner | null> {
  const [hash, end] = kind === 'cookie' ? ['cookie_hash', 'expires_at'] : ['bearer_hash', 'bearer_expires_at'];
  // no account has a second factor that it could be asked for
  const rows = await source.query<SessionOwner[]>(
    `SELECT users.id AS "userId", users.is_admin AS admin, users.admin_role AS role, true AS "steppedUp", sessions.id AS "sessionId"
     FROM sessions JOIN users ON users.id = sessions.user_id
     WHERE ${hash} = $1 AND ${end} > now() AND users.deleted_at IS NULL AND users.suspended_at IS NULL`,
    [hashed(credential)],
  );
  return rows[0] ?? null;
}

/** Sessions, reset tokens and registrations that are over. */
export async function sweep(source: DataSource): Promise<void> {
  await source.query('DELETE FROM sessions WHERE expires_at < now()');
  await source.query('DELETE FROM password_resets WHERE expires_at < now()');
  await source.query('DELETE FROM pending_registrations WHERE lapses_at < now()');
  await forgetLapsedNames(source.manager);
  await forgetOldDevices(source.manager);
  await source.query(`DELETE FROM login_failures WHERE last_at < now() - interval '1 day'`);
}
