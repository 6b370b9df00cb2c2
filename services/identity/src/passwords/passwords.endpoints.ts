import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { EmailForm, ResetPasswordForm } from '@shop/contracts/forms';
import { endpoint, inTx, rateLimiter, type Endpoint } from '@shop/kit';
import { rememberDevice, setDeviceCookie } from '../sessions/devices';
import { newPassword } from './new-password';
import { requestPasswordReset, resetPassword } from './reset-password';

const Token = z.strictObject({ token: z.string().max(200) });

export type PasswordParts = { source: DataSource; secure: boolean; scale: number };

export function passwordEndpoints({ source, secure, scale }: PasswordParts): Endpoint[] {
  const perEmail = rateLimiter(source, { name: 'forgot', points: 3, seconds: 3600 }, scale);
  const perAddress = rateLimiter(source, { name: 'forgot-address', points: 20, seconds: 3600 }, scale);
  const resets = rateLimiter(source, { name: 'reset', points: 20, seconds: 3600 }, scale);
  return [
    endpoint({
      method: 'post',
      path: '/api/users/forgot-password',
      who: 'anyone',
      summary: 'Has a reset link mailed; answers alike for every address',
      body: EmailForm,
      async handle({ body, caller }) {
        await perAddress.use(caller.address);
        await perEmail.use(body.email);
        await inTx(source, (tx) => requestPasswordReset(tx, body.email));
        return { message: 'If an account exists for this address, we have sent a link to reset the password.' };
      },
    }),
    endpoint({
      method: 'post',
      path: '/api/users/reset-password/:token',
      who: 'anyone',
      summary: 'Sets a new password with the token of a mail, once',
      params: Token,
      body: ResetPasswordForm,
      async handle({ params, body, caller, res }) {
        await resets.use(caller.address);
        const password = await newPassword(body.password);
        // who has the mailbox is let in from this device, whatever strangers did to the account's allowance
        const deviceCookie = await inTx(source, async (tx) =>
          rememberDevice(tx.db, await resetPassword(tx, params.token, password), caller.device),
        );
        setDeviceCookie(res, secure, deviceCookie);
        return { message: 'Your password has been changed. You can log in now.' };
      },
    }),
  ];
}
