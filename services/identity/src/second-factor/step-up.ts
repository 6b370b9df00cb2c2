import type { Proof } from '@shop/contracts/forms';
import type { FactorOptionsView } from '@shop/contracts/views';
import type { RateLimiter } from '@shop/http';
import { inTx } from '@shop/messaging';
import type { DataSource, EntityManager } from 'typeorm';
import { lockedCaller } from '../accounts/find-user';
import { assertionOptions } from './verify-passkey';
import { askSession, takeSessionChallenge } from '../sessions/session-challenge';
import { stepSessionUp } from '../sessions/sessions';
import { askOwnPassword } from '../credentials/own-password';
import { factorsOf, hasFactor } from './factors';
import type { GuessLimit } from '../credentials/code-guesses';
import { proveFactor, wrongCode, type FactorSettings } from './prove';

type Stepping = { userId: number; sessionId: string };

/** How the user of a session can confirm a second factor again. A passkey can answer this call once. */
export async function stepUpOptions(
  db: EntityManager,
  { party }: FactorSettings,
  { userId, sessionId }: Stepping,
): Promise<FactorOptionsView> {
  const { app, passkeys } = await factorsOf(db, userId);
  if (passkeys === 0) return { app, passkey: null };
  const passkey = await assertionOptions(db, party, userId);
  await askSession(db, sessionId, 'step-up', passkey.challenge);
  return { app, passkey };
}

/**
 * Confirms the password of an account without a second factor in a session, like `stepUp`.
 * @throws Refusal 400 `wrong-code` for an account with a factor, 400 `wrong-password` with field `password`, 401, 429
 */
export async function stepUpByPassword(
  source: DataSource,
  limit: RateLimiter,
  { userId, sessionId, password }: Stepping & { password: string },
): Promise<void> {
  if (hasFactor(await factorsOf(source.manager, userId))) throw wrongCode();
  await askOwnPassword(source, limit, userId, password);
  await inTx(source, async (tx) => {
    // A factor that was added meanwhile is asked for instead.
    const { id } = await lockedCaller(tx, userId);
    if (hasFactor(await factorsOf(tx.db, id))) throw wrongCode();
    await stepSessionUp(tx.db, sessionId);
  });
}

/**
 * Confirms a second factor in a session, which may then make calls that need a step-up for five minutes
 * (docs/product/sessions.md#step-up).
 * @throws Refusal 400 `wrong-code`, `wrong-passkey`, 401, 429 after too many guesses
 */
export async function stepUp(
  source: DataSource,
  settings: FactorSettings,
  limit: GuessLimit,
  { userId, sessionId, proof }: Stepping & { proof: Proof },
): Promise<void> {
  await limit.guess(userId, proof);
  await inTx(source, async (tx) => {
    const user = await lockedCaller(tx, userId);
    const webauthn = proof.passkey ? await takeSessionChallenge(tx.db, sessionId, 'step-up') : null;
    await proveFactor(tx, settings, { user, proof, webauthn });
    await stepSessionUp(tx.db, sessionId);
  });
  await limit.succeeded(userId, proof);
}
