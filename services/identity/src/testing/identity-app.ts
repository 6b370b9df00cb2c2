import { createHash } from 'node:crypto';
import { as, forEachTest, openTestDatabase, testApp, type TestDatabase } from '@shop/runtime/testing';
import type { Express } from 'express';
import request from 'supertest';
import { User } from '../accounts/user.entity';
import { schema } from '../database';
import type { ServiceContext } from '../context';
import { endpointsOf } from '../endpoints';
import { newPassword } from '../credentials/new-password';
import { factorKeys, relyingPartyOf } from '../second-factor/factor-keys';

export type IdentityApp = { app: Express; db: TestDatabase; close: () => Promise<void> };

/** Identity behind HTTP on a database of its own; `rateScale` multiplies the default limits. */
export async function openIdentity(rateScale = 1, over: Partial<ServiceContext> = {}): Promise<IdentityApp> {
  const db = await openTestDatabase(schema);
  const app = testApp(
    endpointsOf({
      source: db.source,
      siteName: 'Ghostline',
      botCheck: () => Promise.resolve(),
      secure: false,
      rateScale,
      factors: testFactors,
      adminIdleMinutes: 30,
      ...over,
    }),
  );
  return { app, db, close: db.drop };
}

/** Opens an identity for each test of a file. */
export const useIdentity = (...settings: Parameters<typeof openIdentity>) => forEachTest(() => openIdentity(...settings));

export const testFactors = {
  keys: factorKeys([Buffer.alloc(32, 7)]),
  party: relyingPartyOf('http://localhost:8080', 'Ghostline'),
  requiredOfAdmins: false,
};

export const aRegistration = (over: Record<string, unknown> = {}) => ({
  name: 'Mara',
  last_name: 'Lind',
  email: 'mara@example.com',
  password: 'Deep-House-1!',
  confirmPassword: 'Deep-House-1!',
  country: 'Sweden',
  is_seller: false,
  ...over,
});

/**
 * Registers and completes an account.
 * @returns its id, cookie credential and bearer token
 */
export async function anAccount({ app, db }: IdentityApp, over: Record<string, unknown> = {}) {
  const form = aRegistration(over);
  await request(app).post('/api/users/register').set(as()).send(form).expect(200);
  const answer = await request(app)
    .post('/api/users/complete-registration')
    .set(as())
    .send({ ...form, verificationCode: await lastCode(db, String(form.email)) })
    .expect(200);
  const { user, token } = answer.body as { user: { id: number }; token: string };
  return { id: user.id, token, cookie: cookieIn(answer.headers['set-cookie']) };
}

/**
 * Another admin beside the first, whom the configuration makes.
 * @returns their id
 */
export async function anAdmin({ db: { source } }: IdentityApp, email: string, password = 'Correct-Horse-1!'): Promise<number> {
  const person = { email, name: 'Shop', lastName: 'Administrator', country: 'Russia', adminRole: 'owner' } as const;
  const user = source.manager.create(User, { ...person, ...(await newPassword(password)) });
  return (await source.manager.save(user)).id;
}

export async function lastCode({ source }: TestDatabase, email: string): Promise<string> {
  const rows = await source.query<{ code: string }[]>(
    `SELECT data->>'code' AS code FROM outbox WHERE data->>'email' = $1 AND data ? 'code' ORDER BY seq DESC LIMIT 1`,
    [email],
  );
  return rows[0]!.code;
}

export const cookieIn = (header: unknown): string => /(?:^|,)\s*sid=([^;]+)/.exec(String(header))?.[1] ?? '';

/** The hash of the device cookie in an answer, as the gateway sends it; null when there is none. */
export function deviceIn(answer: { headers: Record<string, unknown> }): string | null {
  const cookie = /(?:^|,)\s*device=([\w-]{43});[^,]*Max-Age=(\d+)[^,]*,?[^,]*HttpOnly; SameSite=Lax/.exec(
    String(answer.headers['set-cookie']),
  );
  return cookie && createHash('sha256').update(cookie[1]!).digest('hex');
}

export const minutesUntil = (time: Date | string) => Math.round((new Date(time).getTime() - Date.now()) / 60_000);

/** Calls the users' routes from the n-th of many client addresses. */
export const postFrom = ({ app }: IdentityApp, n: number, path: string, body: object) =>
  request(app)
    .post(`/api/users/${path}`)
    .set(as({ address: `192.0.2.${n}` }))
    .send(body);

/** How often a call succeeds before the limit refuses it. `n` counts the tries. */
export async function timesAllowed(call: (n: number) => PromiseLike<{ status: number }>): Promise<number> {
  for (let n = 0; n < 100; n += 1) if ((await call(n)).status === 429) return n;
  return Infinity;
}
