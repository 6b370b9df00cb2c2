import { LIMITS, type secondStepRoutes } from '@shop/contracts/routes';
import { rateLimiter, type Handlers } from '@shop/http';
import { inTx } from '@shop/messaging';
import type { DataSource } from 'typeorm';
import { guessLimit } from '../credentials/code-guesses';
import type { FactorSettings } from '../second-factor/prove';
import { fromOf } from '../sessions/begin-session';
import { answerSession } from '../sessions/session-answer';
import {
  beginEnrolment,
  beginPasskeyEnrolment,
  beginPasskeyLogin,
  finishLogin,
  loginByPasskey,
  secondStepOptions,
} from './second-step';

const DONE = 'Login successful';

type SecondStepParts = { source: DataSource; rateScale: number; factors: FactorSettings; secure: boolean };

export function secondStepHandlers({ source, rateScale, factors, secure }: SecondStepParts): Handlers<typeof secondStepRoutes> {
  const guesses = guessLimit(source, rateScale);
  // Each call leaves a challenge in the database for five minutes.
  const passkeyLogins = rateLimiter(source, LIMITS.passkeyLogins, rateScale);
  return {
    secondStepOptions: ({ body }) => secondStepOptions(source.manager, factors, body.challenge),
    enrolApp: ({ body }) => inTx(source, ({ db }) => beginEnrolment(db, factors, body.challenge)),
    enrolPasskey: ({ body }) => inTx(source, ({ db }) => beginPasskeyEnrolment(db, factors, body.challenge)),
    async takeSecondStep({ body, caller, req, res }) {
      const { challenge: token, ...proof } = body;
      const newLogin = await finishLogin(source, factors, guesses, { token, proof, from: fromOf(req, caller) });
      return {
        ...answerSession(res, secure, DONE, newLogin),
        ...(newLogin.recoveryCodes && { recoveryCodes: newLogin.recoveryCodes }),
      };
    },
    async passkeyLoginOptions({ caller }) {
      await passkeyLogins.use(caller.address);
      return beginPasskeyLogin(source.manager, factors);
    },
    async loginByPasskey({ body, caller, req, res }) {
      const { challenge: token, passkey: assertion } = body;
      const newLogin = await loginByPasskey(source, factors, { token, assertion, from: fromOf(req, caller) });
      return answerSession(res, secure, DONE, newLogin);
    },
  };
}
