import type { SecondProof } from '@shop/contracts/forms';
import { LIMITS } from '@shop/contracts/routes';
import { rateLimiter } from '@shop/http';
import type { DataSource } from 'typeorm';

/**
 * Limits guesses at the codes of each account, from all addresses together: 10 in 15 minutes and 50 a day
 * (docs/product/sessions.md#limits-on-guessing). A right code gives back the first allowance and its own use of the second. A new
 * password by a mailed link resets both; one that is changed in a session does not, because an intruder with the session and the
 * password could change it before every guess.
 */
export function guessLimit(source: DataSource, rateScale: number) {
  const soon = rateLimiter(source, LIMITS.factorGuesses, rateScale);
  const daily = rateLimiter(source, LIMITS.factorGuessesOfDay, rateScale);
  // Passkeys do not count: nobody can guess their signature.
  const isTyped = ({ passkey, newPasskey }: SecondProof) => !passkey && !newPasskey;
  return {
    async guess(userId: number, proof: SecondProof) {
      if (!isTyped(proof)) return;
      await soon.use(String(userId));
      await daily.use(String(userId));
    },
    async succeeded(userId: number, proof: SecondProof) {
      if (!isTyped(proof)) return;
      await soon.forgive(String(userId));
      await daily.giveBack(String(userId));
    },
    async beginAnew(userId: number) {
      await soon.forgive(String(userId));
      await daily.forgive(String(userId));
    },
  };
}
export type GuessLimit = ReturnType<typeof guessLimit>;
