import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { LoginForm } from '@shop/contracts/forms';
import { endpoint, type BotCheck, type Endpoint } from '@shop/kit';
import { clearSessionCookies, setSessionCookies } from './cookies';
import { setDeviceCookie } from './devices';
import { login } from './login';
import { createLoginGuard } from './login-guard';
import { sessionAnswer } from './session-answer';
import { endSession, ownerOf } from './sessions';

export type SessionParts = { source: DataSource; botCheck: BotCheck; secure: boolean; scale: number };

const Credential = z.strictObject({ kind: z.enum(['cookie', 'bearer']), credential: z.string().min(1).max(200) });

export function sessionEndpoints({ source, botCheck, secure, scale }: SessionParts): Endpoint[] {
  const guard = createLoginGuard(source, scale);
  return [
    endpoint({
      method: 'post',
      path: '/api/users/login',
      who: 'anyone',
      summary: 'Logs in by e-mail and password',
      body: LoginForm,
      async handle({ body, caller, res }) {
        await botCheck(body.recaptchaToken, 'login', caller.address);
        const { user, session, deviceCookie } = await login(source, guard, {
          ...body,
          address: caller.address,
          device: caller.device,
          previousSessionId: caller.sessionId,
        });
        setSessionCookies(res, secure, session.cookie, user.id);
        setDeviceCookie(res, secure, deviceCookie);
        return sessionAnswer('Login successful', user, session);
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
      handle: async ({ body }) => ({ owner: await ownerOf(source, body.kind, body.credential) }),
    }),
  ];
}
