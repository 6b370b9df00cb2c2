import type { EnrolmentView } from '@shop/contracts/views';
import { conflict } from '@shop/http';
import { open, seal } from '@shop/shared';
import { generateSecret, generateURI, verifySync } from 'otplib';
import type { EntityManager } from 'typeorm';
import type { FactorKeys } from './factor-keys';

/** Clocks differ, so the codes of the 30 seconds before and after are right too. */
const TOLERANCE_SECONDS = 30;

/**
 * Makes a secret for an authenticator app (docs/product/sessions.md#authenticator-app). The app becomes a factor with its first
 * code; an older unconfirmed secret is replaced.
 * @returns the secret, which is shown this once
 * @throws Refusal 409 `app-exists`
 */
export async function beginApp(
  db: EntityManager,
  keys: FactorKeys,
  { userId, email, issuer }: { userId: number; email: string; issuer: string },
): Promise<EnrolmentView> {
  const secret = generateSecret();
  const rows = await db.query<unknown[]>(
    `INSERT INTO authenticator_apps AS app (user_id, secret_sealed) VALUES ($1, $2)
     ON CONFLICT (user_id) DO UPDATE SET secret_sealed = excluded.secret_sealed, last_step = 0, created_at = now()
     WHERE app.confirmed_at IS NULL RETURNING 1`,
    [userId, seal(keys.sealing, String(userId), Buffer.from(secret, 'ascii'))],
  );
  if (rows.length === 0) throw conflict('app-exists', 'There is an authenticator app already. Remove it first.');
  return { secret, uri: generateURI({ issuer, label: email, secret }) };
}

/** Whether the code is right and unused; it then counts as used. `confirmed` is false for an app that is being set up. */
export async function takeCode(
  db: EntityManager,
  keys: FactorKeys,
  { userId, code, confirmed }: { userId: number; code: string; confirmed: boolean },
): Promise<boolean> {
  const [app] = await db.query<{ secret_sealed: Buffer; last_step: string }[]>(
    `SELECT secret_sealed, last_step FROM authenticator_apps WHERE user_id = $1 AND (confirmed_at IS NOT NULL) = $2 FOR UPDATE`,
    [userId, confirmed],
  );
  if (!app) return false;
  const afterTimeStep = Number(app.last_step);
  const result = verifySync({
    secret: open(keys.sealing, String(userId), app.secret_sealed).toString('ascii'),
    token: code,
    epochTolerance: TOLERANCE_SECONDS,
    ...(afterTimeStep > 0 && { afterTimeStep }),
  });
  if (!result.valid || !('timeStep' in result)) return false;
  await db.query(
    'UPDATE authenticator_apps SET last_step = $2, confirmed_at = coalesce(confirmed_at, now()) WHERE user_id = $1',
    [userId, result.timeStep],
  );
  return true;
}

export const removeApp = (db: EntityManager, userId: number) =>
  db.query('DELETE FROM authenticator_apps WHERE user_id = $1', [userId]);
