export type Session = { id: number; email: string; cookie: string; token: string };

/**
 * Logs in.
 * @returns the session, with its cookie and its bearer token
 */
export async function logIn(url: string, email: string, password: string): Promise<Session> {
  const response = await fetch(`${url}/api/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  return sessionIn(response, email);
}

/** The session in the answer of a login or a registration. @throws Error with the answer when there is none */
export async function sessionIn(response: Response, email: string): Promise<Session> {
  const body = (await response.json()) as { user?: { id: number }; token?: string };
  const cookie = /(?:^|, )sid=([^;]+)/.exec(response.headers.getSetCookie().join(', '))?.[1];
  if (!body.user || !body.token || !cookie)
    throw new Error(`${email} could not log in: ${response.status} ${JSON.stringify(body)}`);
  return { id: body.user.id, email, cookie, token: body.token };
}
