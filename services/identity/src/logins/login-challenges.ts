import { unauthenticated } from '@shop/http';
import { hashToken, newToken } from '@shop/shared';
import type { DataSource, EntityManager } from 'typeorm';
import type { User } from '../accounts/user.entity';

const MINUTES = 5;
const MOST_TRIES = 5;

/** Shows later whether the account still has the same password, and reveals nothing else about it. */
const proofOf = (user: User) => hashToken(user.passwordHash);

type Challenge = { userId: number | null; passwordProof: string | null; webauthn: string | null };

const loginTimedOut = () => unauthenticated('This login took too long. Please log in again.');

/**
 * Opens a challenge: a random token for the finished half of a login, which the second step sends back. It is good for five
 * minutes and five tries. `user` had the right password; null when a passkey will tell the account. `webauthn` is the text that
 * the passkey must sign.
 * @returns the token
 */
export async function openChallenge(db: EntityManager, user: User | null, webauthn: string | null = null): Promise<string> {
  const token = newToken();
  await db.query(
    `INSERT INTO login_challenges (token_hash, user_id, password_proof, webauthn_challenge, expires_at)
     VALUES ($1, $2, $3, $4, now() + make_interval(mins => $5))`,
    [hashToken(token), user?.id ?? null, user && proofOf(user), webauthn, MINUTES],
  );
  return token;
}

/**
 * Reads a challenge and counts a try before anything is checked, so that parallel guesses share the five tries.
 * @throws Refusal 401 when the challenge is too old, used or out of tries
 */
export async function tryChallenge(source: DataSource, token: string): Promise<Challenge> {
  const [challenge] = await source.query<Challenge[]>(
    `WITH tried AS (
       UPDATE login_challenges SET tries = tries + 1 WHERE token_hash = $1 AND expires_at > now() AND tries < $2
       RETURNING user_id, password_proof, webauthn_challenge)
     SELECT user_id AS "userId", password_proof AS "passwordProof", webauthn_challenge AS webauthn FROM tried`,
    [hashToken(token), MOST_TRIES],
  );
  if (!challenge) throw loginTimedOut();
  return challenge;
}

/** Reads the challenge of an account without counting a try. @throws Refusal 401 when it is too old, used or out of tries */
export async function readChallenge(db: EntityManager, token: string): Promise<Challenge & { userId: number }> {
  const [challenge] = await db.query<(Challenge & { userId: number })[]>(
    `SELECT user_id AS "userId", password_proof AS "passwordProof", webauthn_challenge AS webauthn FROM login_challenges
     WHERE token_hash = $1 AND expires_at > now() AND tries < $2 AND user_id IS NOT NULL`,
    [hashToken(token), MOST_TRIES],
  );
  if (!challenge) throw loginTimedOut();
  return challenge;
}

/** Stores the text that a passkey must sign to answer this challenge. */
export const askPasskey = (db: EntityManager, token: string, webauthn: string) =>
  db.query('UPDATE login_challenges SET webauthn_challenge = $2 WHERE token_hash = $1', [hashToken(token), webauthn]);

/** Whether the account still has the password that began the login. */
export const isOfPassword = ({ passwordProof }: Challenge, user: User) => passwordProof === proofOf(user);

/**
 * Uses up a challenge in the transaction of its login.
 * @throws Refusal 401 when another request has used it, or when the password was replaced since: a new password ends all older
 * sessions, and a login that began before it must not outlast them
 */
export async function spendChallenge(db: EntityManager, token: string, challenge: Challenge, user: User): Promise<void> {
  const rows = await db.query<unknown[]>(
    'WITH spent AS (DELETE FROM login_challenges WHERE token_hash = $1 RETURNING 1) SELECT 1 FROM spent',
    [hashToken(token)],
  );
  if (rows.length === 0) throw loginTimedOut();
  if (challenge.userId !== null && !isOfPassword(challenge, user)) throw loginTimedOut();
}
