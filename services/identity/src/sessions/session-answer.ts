import type { Response } from 'express';
import type { SessionView } from '@shop/contracts/views';
import { viewOf } from '../accounts/user.entity';
import type { LoggedIn } from './begin-session';
import { setSessionCookies } from './cookies';
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
