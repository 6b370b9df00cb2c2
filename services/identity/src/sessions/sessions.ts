import { createHash, randomBytes } from 'node:crypto';
import type { DataSource, EntityManager } from 'typeorm';
import { SESSION_DAYS } from '@shop/contracts/constants';
import { HAS_FACTOR } from '../second-factor/factors';
import { forgetOldEmailChanges } from '../email-changes/pending-change';
import { forgetLapsedNames } from '../store-names/store-names';
import type { Client } from './client';
import { forgetOldDevices } from './devices';

/** Design, Sessions: 256 random bits, kept hashed; 7 days by cookie, 12 hours by bearer. */
const BEARER_HOURS = 12;
const MOST_SESSIONS = 10;
/** How long a confirmed second factor opens what asks for one. */
const STEPPED_UP_MINUTES = 5;

const secret = () => randomBytes(32).toString('base64url');
const hashed = (value: string) => createHash('sha256').update(value).digest('hex');

export type NewSession = { cookie: string; bearer: string };

/** A new session of a user; the oldest beyond ten end. `steppedUp`: a second factor was part of the login. */
export async function startSession(db: EntityManager, userId: number, client: Client, steppedUp = false): Promise<NewSession> {
  const session = { cookie: secret(), bearer: secret() };
  await db.query(
    `INSERT INTO sessions (user_id, cookie_hash, bearer_hash, expires_at, bearer_expires_at, device, place, stepped_up_until)
     VALUES ($1, $2, $3, now() + make_interval(days => $4), now() + make_interval(hours => $5), $6, $7,
       CASE WHEN $8 THEN now() + make_interval(mins => $9) END)`,
    [
      userId,
      hashed(session.cookie),
      hashed(session.bearer),
      SESSION_DAYS,
      BEARER_HOURS,
      client.device,
      client.place,
      steppedUp,
      STEPPED_UP_MINUTES,
    ],
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

/** A second factor was confirmed in the session just now. */
export const stepSessionUp = (db: EntityManager, sessionId: string) =>
  db.query('UPDATE sessions SET stepped_up_until = now() + make_interval(mins => $2) WHERE id::text = $1', [
    sessionId,
    STEPPED_UP_MINUTES,
  ]);

export type SessionOwner = {
  userId: number;
  admin: boolean;
  role: string | null;
  sessionId: string;
  /** Whether a second factor was confirmed a short while ago, or the account has none that it could be asked for; */
  steppedUp: boolean;
  /** until when; null without an end. */
  steppedUpUntil: Date | null;
};

/** What administrators' sessions must keep to. */
export type AdminRules = { requiredOfAdmins: boolean; adminIdleMinutes: number };

/**
 * Whose a credential is, or null. Only the gateway asks, at least every ten seconds while it is used: that is what last use is told
 * by, to the minute. An administrator's session ends when it lies idle, and counts for nothing while a factor is missing that they must have.
 */
export async function ownerOf(
  source: DataSource,
  { requiredOfAdmins, adminIdleMinutes }: AdminRules,
  kind: 'cookie' | 'bearer',
  credential: string,
): Promise<SessionOwner | null> {
  const [hash, end] = kind === 'cookie' ? ['cookie_hash', 'expires_at'] : ['bearer_hash', 'bearer_expires_at'];
  const [found] = await source.query<(SessionOwner & { unnoted: boolean })[]>(
    `SELECT users.id AS "userId", users.is_admin AS admin, users.admin_role AS role, sessions.id AS "sessionId",
       NOT factor.has OR coalesce(stepped_up_until > now(), false) AS "steppedUp",
       CASE WHEN factor.has THEN stepped_up_until END AS "steppedUpUntil",
       last_used_at < now() - interval '1 minute' AS unnoted
     FROM sessions JOIN users ON users.id = sessions.user_id CROSS JOIN LATERAL (SELECT ${HAS_FACTOR} AS has) factor
     WHERE ${hash} = $1 AND ${end} > now() AND users.deleted_at IS NULL AND users.suspended_at IS NULL
       AND (NOT users.is_admin OR (last_used_at > now() - make_interval(mins => $2) AND (factor.has OR NOT $3)))`,
    [hashed(credential), adminIdleMinutes, requiredOfAdmins],
  );
  if (!found) return null;
  const { unnoted, ...owner } = found;
  if (unnoted) await source.query('UPDATE sessions SET last_used_at = now() WHERE id = $1', [owner.sessionId]);
  return owner;
}

/** Sessions, reset tokens and registrations that are over. */
export async function sweep(source: DataSource, { adminIdleMinutes }: Pick<AdminRules, 'adminIdleMinutes'>): Promise<void> {
  await source.query('DELETE FROM sessions WHERE expires_at < now()');
  await source.query(
    `DELETE FROM sessions USING users WHERE users.id = sessions.user_id AND users.is_admin
       AND last_used_at < now() - make_interval(mins => $1)`,
    [adminIdleMinutes],
  );
  await source.query('DELETE FROM login_challenges WHERE expires_at < now()');
  await source.query('DELETE FROM password_resets WHERE expires_at < now()');
  await source.query('DELETE FROM pending_registrations WHERE lapses_at < now()');
  await forgetLapsedNames(source.manager);
  await forgetOldDevices(source.manager);
  await forgetOldEmailChanges(source.manager);
  await source.query(`DELETE FROM login_failures WHERE last_at < now() - interval '1 day'`);
}
