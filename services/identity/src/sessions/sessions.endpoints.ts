import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { LoginForm } from '@shop/contracts/forms';
import { endpoint, type BotCheck, type Endpoint } from '@shop/kit';
import type { FactorSettings } from '../second-factor/prove';
import { isSecondStep } from '../second-factor/second-step';
import { fromOf } from './begin-session';
import { clearSessionCookies } from './cookies';
import { login } from './login';
import { createLoginGuard } from './login-guard';
import { answerSession } from './session-answer';
import { endSession, ownerOf } from './sessions';

export type SessionParts = {
  source: DataSource;
  botCheck: BotCheck;
  secure: boolean;
  scale: number;
  factors: FactorSettings;
  adminIdleMinutes: number;
};

const Credential = z.strictObject({ kind: z.enum(['cookie', 'bearer']), credential: z.string().min(1).max(200) });

export function sessionEndpoints({ source, botCheck, secure, scale, factors, adminIdleMinutes }: SessionParts): Endpoint[] {
  const guard = createLoginGuard(source, scale);
  const { requiredOfAdmins } = factors;
  return [
    endpoint({
      method: 'post',
      path: '/api/users/login',
      who: 'anyone',
      summary: 'Logs in by e-mail and password; an account with a second factor is asked for it first',
      body: LoginForm,
      async handle({ body, caller, req, res }) {
        await botCheck(body.recaptchaToken, 'login', caller.address);
        const done = await login(source, guard, requiredOfAdmins, {
          ...fromOf(req, caller),
          email: body.email,
          password: body.password,
          address: caller.address,
        });
        if (isSecondStep(done)) return done;
        return answerSession(res, secure, 'Login successful', done);
      },
    }),
    endpoint({
      method: 'post',
      path: '/api/users/logout',
      who: 'anyone',
      summary: 'Ends the session of the caller, if there is one',
      async handle({ caller, res }) {
        if (caller.sessionId) await endSession(source.manager, caller.sessionId);
        clearSessionCookies(res, secure);
        return { message: 'Logged out' };
      },
    }),
    endpoint({
      method: 'post',
      path: '/internal/sessions',
      who: 'gateway',
      summary: 'Whose session a credential is',
      body: Credential,
      handle: async ({ body }) => ({
        owner: await ownerOf(source, { requiredOfAdmins, adminIdleMinutes }, body.kind, body.credential),
      }),
    }),
  ];
}
