import type { SessionView } from '@shop/contracts/views';
import { SESSION_DAYS } from '@shop/contracts/constants';
import type { Response } from 'express';
import { viewOf } from '../accounts/user.entity';
import type { LoggedIn } from './begin-session';
import { setDeviceCookie } from './devices';

/** Sets the cookies of a new session, and makes the answer of every way of logging in; `token` is the session's bearer credential. */
export function answerSession(
  res: Response,
  secure: boolean,
  message: string,
  { user, session, deviceCookie }: LoggedIn,
): SessionView {
  setSessionCookies(res, secure, session.cookie, user.id);
  setDeviceCookie(res, secure, deviceCookie);
  const { id, name, last_name, email, is_admin, admin_role, is_seller } = viewOf(user);
  return { message, user: { id, name, last_name, email, is_admin, admin_role, is_seller }, token: session.bearer };
}

const MAX_AGE_MS = SESSION_DAYS * 86_400_000;

/** Sets the session's cookie, and the readable cookie `userId`, which authorises nothing (docs/product/sessions.md#cookies). */
function setSessionCookies(res: Response, secure: boolean, credential: string, userId: number) {
  const options = { path: '/', sameSite: 'lax', secure, maxAge: MAX_AGE_MS } as const;
  res.cookie(sessionCookie(secure), credential, { ...options, httpOnly: true });
  res.cookie('userId', String(userId), options);
}

export function clearSessionCookies(res: Response, secure: boolean) {
  const options = { path: '/', sameSite: 'lax', secure } as const;
  res.clearCookie(sessionCookie(secure), { ...options, httpOnly: true });
  res.clearCookie('userId', options);
}

const sessionCookie = (secure: boolean) => (secure ? '__Host-sid' : 'sid');
