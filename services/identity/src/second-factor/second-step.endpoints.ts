import type { DataSource } from 'typeorm';
import { ChallengeForm, PasskeyLoginForm, SecondStepForm } from '@shop/contracts/forms';
import type { SessionView } from '@shop/contracts/views';
import { endpoint, inTx, rateLimiter, type Endpoint } from '@shop/kit';
import { fromOf } from '../sessions/begin-session';
import { answerSession } from '../sessions/session-answer';
import type { FactorParts } from './second-factor.endpoints';
import { guessLimit } from './prove';
import { beginEnrolment, beginPasskeyLogin, finishLogin, loginByPasskey, secondStepOptions } from './second-step';

const DONE = 'Login successful';

/** The second step of a login, and the login that is done with a passkey alone. */
export function secondStepEndpoints({ source, scale, factors, secure }: FactorParts & { secure: boolean }): Endpoint[] {
  const guesses = guessLimit(source, scale);
  const begun = perAddress(source, scale);
  return [
    endpoint({
      method: 'post',
      path: '/api/users/login/second-factor/options',
      who: 'anyone',
      summary: 'How the second step of a login can be taken',
      body: ChallengeForm,
      handle: ({ body }) => secondStepOptions(source.manager, factors, body.challenge),
    }),
    endpoint({
      method: 'post',
      path: '/api/users/login/second-factor/enrol',
      who: 'anyone',
      summary: 'Begins to set up the authenticator app that a login asks for; its first code is the second step',
      body: ChallengeForm,
      handle: ({ body }) => inTx(source, ({ db }) => beginEnrolment(db, factors, body.challenge)),
    }),
    endpoint({
      method: 'post',
      path: '/api/users/login/second-factor',
      who: 'anyone',
      summary: 'The second step of a login: a code, a recovery code or a passkey',
      body: SecondStepForm,
      async handle({ body, caller, req, res }): Promise<SessionView & { recoveryCodes?: string[] }> {
        const { challenge: token, ...proof } = body;
        const done = await finishLogin(source, factors, guesses, { token, proof, from: fromOf(req, caller) });
        return { ...answerSession(res, secure, DONE, done), ...(done.recoveryCodes && { recoveryCodes: done.recoveryCodes }) };
      },
    }),
    endpoint({
      method: 'post',
      path: '/api/users/login/passkey/options',
      who: 'anyone',
      summary: 'What the browser needs to log in with a passkey alone',
      async handle({ caller }) {
        await begun.use(caller.address);
        return beginPasskeyLogin(source.manager, factors);
      },
    }),
    endpoint({
      method: 'post',
      path: '/api/users/login/passkey',
      who: 'anyone',
      summary: 'Logs in with a passkey alone',
      body: PasskeyLoginForm,
      async handle({ body, caller, req, res }): Promise<SessionView> {
        const { challenge: token, passkey: assertion } = body;
        return answerSession(
          res,
          secure,
          DONE,
          await loginByPasskey(source, factors, { token, assertion, from: fromOf(req, caller) }),
        );
      },
    }),
  ];
}

/** Each beginning leaves a row for five minutes. */
const perAddress = (source: DataSource, scale: number) =>
  rateLimiter(source, { name: 'passkey-login', points: 60, seconds: 900 }, scale);
