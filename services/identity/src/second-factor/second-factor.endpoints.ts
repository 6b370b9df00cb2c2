import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { AppCodeForm, NewPasskeyForm, OwnPasswordForm, StepUpForm } from '@shop/contracts/forms';
import { endpoint, inTx, type Caller, type Endpoint } from '@shop/kit';
import { registrationOptions } from '../passkeys/register-passkey';
import { beginApp } from './authenticator-app';
import { confirmApp, ownFactors, registerPasskey, renewRecoveryCodes, withdrawApp, withdrawPasskey } from './change-factors';
import { askOwnPassword, ownPasswordLimit } from './own-password';
import { guessLimit, type FactorSettings } from './prove';
import { stepUp, stepUpOptions } from './step-up';

export type FactorParts = { source: DataSource; scale: number; factors: FactorSettings };

const PasskeyId = z.strictObject({ id: z.uuid('Must be the id of a passkey') });

/** Whose session it is: these calls are for users, who have one. */
const ownOf = ({ userId, sessionId }: Caller) => ({ userId: userId!, sessionId: sessionId! });

/** What protects one's own account. Who has a factor confirms it for every change, and the password is asked for again. */
export function factorEndpoints({ source, scale, factors }: FactorParts): Endpoint[] {
  const guesses = guessLimit(source, scale);
  const passwords = ownPasswordLimit(source, scale);
  return [
    endpoint({
      method: 'get',
      path: '/api/users/second-factor',
      who: 'user',
      summary: 'What protects the own account: authenticator app, passkeys, how many recovery codes are left',
      handle: ({ caller }) => ownFactors(source.manager, factors, caller.userId!),
    }),
    endpoint({
      method: 'post',
      path: '/api/users/second-factor/app',
      who: 'user',
      stepUp: true,
      summary: 'Begins to set up an authenticator app: its secret and the address for the QR code',
      body: OwnPasswordForm,
      async handle({ body, caller }) {
        const { id: userId, email } = await askOwnPassword(source, passwords, caller.userId!, body.password);
        return beginApp(source.manager, factors.keys, { userId, email, issuer: factors.party.name });
      },
    }),
    endpoint({
      method: 'post',
      path: '/api/users/second-factor/app/confirm',
      who: 'user',
      stepUp: true,
      summary: 'The first code of the app: from now on logins ask for one; recovery codes with the first factor',
      body: AppCodeForm,
      async handle({ body, caller }) {
        const recoveryCodes = await confirmApp(source, factors, guesses, { ...ownOf(caller), code: body.code });
        return { success: true, recoveryCodes };
      },
    }),
    endpoint({
      method: 'post',
      path: '/api/users/second-factor/app/remove',
      who: 'user',
      stepUp: true,
      summary: 'Takes the authenticator app away',
      body: OwnPasswordForm,
      async handle({ body, caller }) {
        await askOwnPassword(source, passwords, caller.userId!, body.password);
        await withdrawApp(source, factors, caller.userId!);
        return { success: true };
      },
    }),
    endpoint({
      method: 'post',
      path: '/api/users/second-factor/recovery-codes',
      who: 'user',
      stepUp: true,
      summary: 'Ten new recovery codes in place of the older ones',
      body: OwnPasswordForm,
      async handle({ body, caller }) {
        await askOwnPassword(source, passwords, caller.userId!, body.password);
        return { success: true, recoveryCodes: await renewRecoveryCodes(source, factors, caller.userId!) };
      },
    }),
    endpoint({
      method: 'post',
      path: '/api/users/passkeys/options',
      who: 'user',
      stepUp: true,
      summary: 'What the browser needs to make a passkey',
      body: OwnPasswordForm,
      async handle({ body, caller }) {
        const user = await askOwnPassword(source, passwords, caller.userId!, body.password);
        return inTx(source, ({ db }) => registrationOptions(db, factors.party, { user, sessionId: caller.sessionId! }));
      },
    }),
    endpoint({
      method: 'post',
      path: '/api/users/passkeys',
      who: 'user',
      stepUp: true,
      summary: 'Keeps the passkey that the browser has made; recovery codes with the first factor',
      body: NewPasskeyForm,
      handle: async ({ body, caller }) => ({
        success: true,
        ...(await registerPasskey(source, factors, { ...ownOf(caller), form: body })),
      }),
    }),
    endpoint({
      method: 'post',
      path: '/api/users/passkeys/:id/remove',
      who: 'user',
      stepUp: true,
      summary: 'Takes a passkey away',
      params: PasskeyId,
      body: OwnPasswordForm,
      async handle({ params, body, caller }) {
        await askOwnPassword(source, passwords, caller.userId!, body.password);
        await withdrawPasskey(source, factors, caller.userId!, params.id);
        return { success: true };
      },
    }),
    endpoint({
      method: 'post',
      path: '/api/users/step-up/options',
      who: 'user',
      summary: 'How the account can be confirmed again',
      handle: ({ caller }) => stepUpOptions(source.manager, factors, ownOf(caller)),
    }),
    endpoint({
      method: 'post',
      path: '/api/users/step-up',
      who: 'user',
      summary: 'Confirms a second factor for what asks for one, for five minutes',
      body: StepUpForm,
      async handle({ body, caller }) {
        await stepUp(source, factors, guesses, { ...ownOf(caller), proof: body });
        return { success: true };
      },
    }),
  ];
}
