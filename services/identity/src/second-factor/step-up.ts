import type { Proof } from '@shop/contracts/forms';
import type { FactorOptionsView } from '@shop/contracts/views';
import { inTx } from '@shop/messaging';
import type { DataSource, EntityManager } from 'typeorm';
import { lockedCaller } from '../accounts/find-user';
import { assertionOptions } from './verify-passkey';
import { askSession, takeSessionChallenge } from '../sessions/session-challenge';
import { stepSessionUp } from '../sessions/sessions';
import { factorsOf } from './factors';
import type { GuessLimit } from '../credentials/code-guesses';
import { proveFactor, type FactorSettings } from './prove';

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
