import { LIMITS, type loginRoutes } from '@shop/contracts/routes';
import { rateLimiter, unavailable, type Handlers } from '@shop/http';
import type { BotCheck } from '@shop/shared';
import type { DataSource } from 'typeorm';
import type { FactorSettings } from '../second-factor/prove';
import { fromOf } from '../sessions/begin-session';
import { isKnownDevice } from '../sessions/devices';
import { answerSession, clearSessionCookies } from '../sessions/session-answer';
import { endSession } from '../sessions/sessions';
import { login } from './login';
import { createLoginGuard } from './login-guard';
import { isSecondStep } from './second-step';
import { ownerOf } from './session-owner';

type LoginParts = {
  source: DataSource;
  botCheck: BotCheck;
  secure: boolean;
  rateScale: number;
  factors: FactorSettings;
  adminIdleMinutes: number;
};

export function loginHandlers(parts: LoginParts): Handlers<typeof loginRoutes> {
  const { source, botCheck, secure, rateScale, factors, adminIdleMinutes } = parts;
  const guard = createLoginGuard(source, rateScale);
  const checksFailed = rateLimiter(source, LIMITS.botChecksFailed, rateScale);
  const { requiredOfAdmins } = factors;

  /** Counts a check with a token before it asks the checking service, and takes the count back when the client passes. */
  async function passBotCheck(token: string | undefined, key: string, address: string) {
    if (token) await checksFailed.use(key);
    await botCheck(token, 'login', address);
    if (token) await checksFailed.giveBack(key);
  }

  return {
    async login({ body, caller, req, res }) {
      const from = fromOf(req, caller);
      const isKnown = await isKnownDevice(source.manager, body.email, from.device);
      await passBotCheck(body.recaptchaToken, isKnown && from.device ? from.device : caller.address, caller.address);
      const outcome = await login(source, guard, requiredOfAdmins, {
        ...from,
        email: body.email,
        password: body.password,
        address: caller.address,
      });
      if (isSecondStep(outcome)) return outcome;
      return answerSession(res, secure, 'Login successful', outcome);
    },
    async logout({ caller, res }) {
      // The session was not found, so it would go on after its cookie is cleared.
      if (caller.unsure) throw unavailable('We could not log you out right now. Please try again in a moment.');
      if (caller.sessionId) await endSession(source.manager, caller.sessionId);
      clearSessionCookies(res, secure);
      return { message: 'Logged out' };
    },
    sessionOwner: async ({ body }) => ({
      owner: await ownerOf(source, { requiredOfAdmins, adminIdleMinutes }, body.kind, body.credential),
    }),
  };
}
