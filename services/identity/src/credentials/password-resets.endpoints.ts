import { LIMITS, type passwordResetRoutes } from '@shop/contracts/routes';
import { rateLimiter, unlessFull, type Handlers } from '@shop/http';
import { inTx } from '@shop/messaging';
import type { DataSource } from 'typeorm';
import { guessLimit } from './code-guesses';
import { newPassword } from './new-password';
import { requestPasswordReset } from './reset-links';
import { rememberDevice, setDeviceCookie } from '../sessions/devices';
import { resetPassword } from './reset-password';

type ResetParts = { source: DataSource; secure: boolean; rateScale: number };

export function passwordResetHandlers({ source, secure, rateScale }: ResetParts): Handlers<typeof passwordResetRoutes> {
  const perEmail = rateLimiter(source, LIMITS.resetMails, rateScale);
  const perAddress = rateLimiter(source, LIMITS.resetRequests, rateScale);
  const resets = rateLimiter(source, LIMITS.resets, rateScale);
  const codeGuesses = guessLimit(source, rateScale);
  return {
    async forgotPassword({ body, caller }) {
      await perAddress.use(caller.address);
      await perEmail.use(body.email);
      await inTx(source, (tx) => requestPasswordReset(tx, body.email));
      return { message: 'If an account exists for this address, we have sent a link to reset the password.' };
    },
    async resetPassword({ params, body, caller, res }) {
      await resets.use(caller.address);
      const password = await unlessFull(
        () => newPassword(body.password),
        () => resets.giveBack(caller.address),
      );
      // The user has the mailbox. A known device lets them in even when strangers have used up the account's allowance.
      const { userId, deviceCookie } = await inTx(source, async (tx) => {
        const userId = await resetPassword(tx, params.token, password);
        return { userId, deviceCookie: await rememberDevice(tx.db, userId, caller.device) };
      });
      await codeGuesses.beginAnew(userId);
      setDeviceCookie(res, secure, deviceCookie);
      return { message: 'Your password has been changed. You can log in now.' };
    },
  };
}
