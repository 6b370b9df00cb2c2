import { LIMITS, type emailChangeRoutes } from '@shop/contracts/routes';
import { rateLimiter, type Handlers, type RateLimiter } from '@shop/http';
import { inTx } from '@shop/messaging';
import type { DataSource } from 'typeorm';
import { refusingTakenEmail } from '../accounts/taken-email';
import { confirmEmail } from '../credentials/confirm-email';
import { cancelEmailChange, pendingEmailOf, sendConfirmationAgain } from '../credentials/pending-change';
import { undoEmailChange } from './undo-email-change';

/** Limits the mails that ask to confirm an address: 5 an hour to each address, from all callers together. */
export const confirmationMails = (source: DataSource, rateScale: number): RateLimiter =>
  rateLimiter(source, LIMITS.confirmationMails, rateScale);

export function emailChangeHandlers({
  source,
  rateScale,
}: {
  source: DataSource;
  rateScale: number;
}): Handlers<typeof emailChangeRoutes> {
  const links = rateLimiter(source, LIMITS.emailLinks, rateScale);
  const mailsTo = confirmationMails(source, rateScale);
  return {
    async confirmEmail({ params, caller }) {
      await links.use(caller.address);
      await refusingTakenEmail(inTx(source, (tx) => confirmEmail(tx, caller, params.token)));
      return { message: 'Your new e-mail address is confirmed. You log in with it from now on.' };
    },
    async undoEmailChange({ params, caller }) {
      await links.use(caller.address);
      await refusingTakenEmail(undoEmailChange(source, params.token));
      return { message: 'Your old e-mail address holds again. We have sent a link to it to choose a new password.' };
    },
    async sendConfirmationAgain({ params }) {
      const email = await pendingEmailOf(source.manager, params.id);
      if (email) await mailsTo.use(email);
      await inTx(source, (tx) => sendConfirmationAgain(tx, params.id));
      return { message: 'We have sent the link again.' };
    },
    async cancelEmailChange({ params }) {
      await inTx(source, (tx) => cancelEmailChange(tx, params.id));
      return { success: true, message: 'Your e-mail address stays as it is.' };
    },
  };
}
