import { hashToken, newToken } from '@shop/shared';
import type { EntityManager } from 'typeorm';
import { SESSION_DAYS } from '@shop/contracts/constants';
import type { Client } from './client';

/** A session lasts `SESSION_DAYS` by its cookie, and this many hours by its bearer token (docs/product/sessions.md#sessions). */
const BEARER_HOURS = 12;
const MOST_SESSIONS = 10;
/** A confirmed second factor opens the calls that need a step-up for this long. */
const STEPPED_UP_MINUTES = 5;

/** `bearer` begins with the account's id, which the administration reads from it (docs/product/sessions.md#bearer-tokens). */
export type NewSession = { cookie: string; bearer: string };

/** Starts a session of a user; the oldest sessions beyond ten end. `steppedUp`: a second factor was part of the login. */
export async function insertSession(db: EntityManager, userId: number, client: Client, steppedUp = false): Promise<NewSession> {
  const session = { cookie: newToken(), bearer: `${userId}-${newToken()}` };
  await db.query(
    `INSERT INTO sessions (user_id, cookie_hash, bearer_hash, expires_at, bearer_expires_at, device, place, stepped_up_until)
     VALUES ($1, $2, $3, now() + make_interval(days => $4), now() + make_interval(hours => $5), $6, $7,
       CASE WHEN $8 THEN now() + make_interval(mins => $9) END)`,
    [
      userId,
      hashToken(session.cookie),
      hashToken(session.bearer),
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

export const endSessionsOf = (db: EntityManager, userId: number, exceptSessionId: string | null = null) =>
  db.query('DELETE FROM sessions WHERE user_id = $1 AND id::text IS DISTINCT FROM $2', [userId, exceptSessionId]);

export async function isSessionSteppedUp(db: EntityManager, sessionId: string | null): Promise<boolean> {
  const rows = await db.query<unknown[]>('SELECT 1 FROM sessions WHERE id::text = $1 AND stepped_up_until > now()', [sessionId]);
  return rows.length > 0;
}

export const stepSessionUp = (db: EntityManager, sessionId: string) =>
  db.query('UPDATE sessions SET stepped_up_until = now() + make_interval(mins => $2) WHERE id::text = $1', [
    sessionId,
    STEPPED_UP_MINUTES,
  ]);
