import type { Response } from 'express';
import { SESSION_DAYS } from '@shop/contracts/constants';

const MAX_AGE_MS = SESSION_DAYS * 86_400_000;

/** Sets the session's cookie, and the readable cookie `userId`, which authorises nothing (docs/product/sessions.md#cookies). */
export function setSessionCookies(res: Response, secure: boolean, credential: string, userId: number) {
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
