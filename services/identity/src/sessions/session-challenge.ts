import type { EntityManager } from 'typeorm';

const MINUTES = 5;

/** Keeps in a session the challenge that a passkey must sign, for five minutes; a newer challenge replaces it. */
export const askSession = (db: EntityManager, sessionId: string, challenge: string) =>
  db.query(
    `UPDATE sessions SET webauthn_challenge = $2, webauthn_expires_at = now() + make_interval(mins => $3) WHERE id::text = $1`,
    [sessionId, challenge, MINUTES],
  );

/** Takes the challenge of a session, so that it is answered once; null when there is none or it is too old. */
export async function takeSessionChallenge(db: EntityManager, sessionId: string): Promise<string | null> {
  const [asked] = await db.query<{ challenge: string }[]>(
    `WITH asked AS (SELECT id, webauthn_challenge AS challenge FROM sessions
       WHERE id::text = $1 AND webauthn_challenge IS NOT NULL AND webauthn_expires_at > now() FOR UPDATE),
     taken AS (UPDATE sessions SET webauthn_challenge = NULL FROM asked WHERE sessions.id = asked.id)
     SELECT challenge FROM asked`,
    [sessionId],
  );
  return asked?.challenge ?? null;
}
