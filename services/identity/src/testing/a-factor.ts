import { as } from '@shop/runtime/testing';
import { generateSync } from 'otplib';
import request from 'supertest';
import type { IdentityApp } from './identity-app';

export const PASSWORD = 'Deep-House-1!';

/** The code that an app shows `steps` half minutes from now. */
export const codeOf = (secret: string, steps = 0) => generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + steps * 30 });

/** Sets up an authenticator app with the code of the step before, so that the present and the next code are unused. */
export async function anApp({ app }: IdentityApp, userId: number, sessionId?: string) {
  const caller = as({ userId, ...(sessionId && { sessionId }) });
  const begun = await request(app).post('/api/users/second-factor/app').set(caller).send({ password: PASSWORD }).expect(200);
  const { secret } = begun.body as { secret: string };
  // The clock stands still, so that the half minute does not end before the code of the step before arrives.
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now());
  const confirmed = await request(app)
    .post('/api/users/second-factor/app/confirm')
    .set(caller)
    .send({ code: codeOf(secret, -1) })
    .expect(200);
  clock.mockRestore();
  const { recoveryCodes } = confirmed.body as { recoveryCodes: string[] };
  return { secret, recoveryCodes };
}
