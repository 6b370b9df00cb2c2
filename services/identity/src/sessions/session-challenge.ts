import type { EntityManager } from 'typeorm';

const MINUTES = 5;

/** A session gets an `add-passkey` challenge only for the account's password, so an answer to `step-up` must not add a passkey. */
type Purpose = 'add-passkey' | 'step-up';

/** Stores in a session the challenge that a passkey must sign for a purpose, for five minutes; a newer challenge replaces it. */
export const askSession = (db: EntityManager, sessionId: string, purpose: Purpose, challenge: string) =>
  db.query(
    `UPDATE sessions SET webauthn_challenge = $2, webauthn_expires_at = now() + make_interval(mins => $3) WHERE id::text = $1`,
    [sessionId, `${purpose} ${challenge}`, MINUTES],
  );

/** Takes the challenge of a session, so that it is answered once; null when there is none, it is too old or has another purpose. */
export async function takeSessionChallenge(db: EntityManager, sessionId: string, purpose: Purpose): Promise<string | null> {
  const [row] = await db.query<{ challenge: string }[]>(
    `WITH asked AS (SELECT id, split_part(webauthn_challenge, ' ', 2) AS challenge FROM sessions
       WHERE id::text = $1 AND split_part(webauthn_challenge, ' ', 1) = $2 AND webauthn_expires_at > now() FOR UPDATE),
     taken AS (UPDATE sessions SET webauthn_challenge = NULL FROM asked WHERE sessions.id = asked.id)
     SELECT challenge FROM asked`,
    [sessionId, purpose],
  );
  return row?.challenge ?? null;
}
