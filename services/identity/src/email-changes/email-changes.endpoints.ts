import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { id } from '@shop/contracts/forms';
import { endpoint, inTx, rateLimiter, type Endpoint, type RateLimiter } from '@shop/kit';
import { refusingTakenEmail } from '../accounts/taken-email';
import { confirmEmail } from './confirm-email';
import { cancelEmailChange, pendingEmailOf, sendConfirmationAgain } from './pending-change';
import { undoEmailChange } from './undo-email-change';

const Token = z.strictObject({ token: z.string().max(200) });
const UserId = z.strictObject({ id });

/** How many links to confirm an address are mailed to it, whoever asks. */
export const confirmationMails = (source: DataSource, scale: number): RateLimiter =>
  rateLimiter(source, { name: 'confirm-mails', points: 5, seconds: 3600 }, scale);

export function emailChangeEndpoints(source: DataSource, scale: number): Endpoint[] {
  const links = rateLimiter(source, { name: 'email-links', points: 20, seconds: 3600 }, scale);
  const mailsTo = confirmationMails(source, scale);
  return [
    endpoint({
      method: 'post',
      path: '/api/users/confirm-email/:token',
      who: 'anyone',
      summary: 'A new address holds, with the token of the mail to it, once',
      params: Token,
      async handle({ params, caller }) {
        await links.use(caller.address);
        await refusingTakenEmail(inTx(source, (tx) => confirmEmail(tx, caller, params.token)));
        return { message: 'Your new e-mail address is confirmed. You log in with it from now on.' };
      },
    }),
    endpoint({
      method: 'post',
      path: '/api/users/undo-email-change/:token',
      who: 'anyone',
      summary: 'The old address holds again, with the token of the notice to it, for 7 days; a new password must be chosen',
      params: Token,
      async handle({ params, caller }) {
        await links.use(caller.address);
        await refusingTakenEmail(inTx(source, (tx) => undoEmailChange(tx, params.token)));
        return { message: 'Your old e-mail address holds again. We have sent a link to it to choose a new password.' };
      },
    }),
    endpoint({
      method: 'post',
      path: '/api/users/:id/email-change/resend',
      who: { owner: 'id', admin: false },
      summary: 'A new link to the address that waits to be confirmed',
      params: UserId,
      async handle({ params }) {
        const email = await pendingEmailOf(source.manager, params.id);
        if (email) await mailsTo.use(email);
        await inTx(source, (tx) => sendConfirmationAgain(tx, params.id));
        return { message: 'We have sent the link again.' };
      },
    }),
    endpoint({
      method: 'delete',
      path: '/api/users/:id/email-change',
      who: { owner: 'id', admin: false },
      summary: 'Forgets the address that waits to be confirmed',
      params: UserId,
      async handle({ params }) {
        await cancelEmailChange(source.manager, params.id);
        return { success: true, message: 'Your e-mail address stays as it is.' };
      },
    }),
  ];
}
