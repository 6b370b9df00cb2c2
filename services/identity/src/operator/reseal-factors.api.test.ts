import { createHmac, randomBytes } from 'node:crypto';
import { as, asGateway, testApp } from '@shop/runtime/testing';
import { derivedRing, keyId, open, type KeyRing } from '@shop/shared';
import request from 'supertest';
import { factorKeys } from '../second-factor/factor-keys';
import { endpointsOf } from '../endpoints';
import { boundTo } from '../second-factor/recovery-codes';
import { anApp, codeOf, PASSWORD } from '../testing/a-factor';
import { anAccount, testFactors, useIdentity } from '../testing/identity-app';
import { resealFactors } from './reseal-factors';

const identity = useIdentity();
const [older, newer] = [Buffer.alloc(32, 7), randomBytes(32)];

const replica = (ring: KeyRing) =>
  testApp(
    endpointsOf({
      source: identity.db.source,
      siteName: 'Ghostline',
      botCheck: () => Promise.resolve(),
      secure: false,
      rateScale: 100,
      factors: { ...testFactors, keys: factorKeys(ring) },
      adminIdleMinutes: 30,
    }),
  );

/**
 * Logs in with a second step at a replica that has this ring.
 * @returns the status of the second step
 */
async function loginAt(ring: KeyRing, proof: object): Promise<number> {
  const app = replica(ring);
  const first = await request(app).post('/api/users/login').set(as()).send({ email: 'mara@example.com', password: PASSWORD });
  const { challenge } = first.body as { challenge: string };
  return (
    await request(app)
      .post('/api/users/login/second-factor')
      .set(as())
      .send({ challenge, ...proof })
  ).status;
}

async function guarded() {
  const { id, cookie } = await anAccount(identity);
  const answer = await request(identity.app)
    .post('/internal/sessions')
    .set(asGateway())
    .send({ kind: 'cookie', credential: cookie });
  const { sessionId } = (answer.body as { owner: { sessionId: string } }).owner;
  return { id, ...(await anApp(identity, id, sessionId)) };
}
/** How many of the stored secrets a ring opens. */
async function opened(ring: KeyRing): Promise<number> {
  const { sealing } = factorKeys(ring);
  const { source } = identity.db;
  const apps = await source.query<Row[]>('SELECT user_id, secret_sealed AS sealed FROM authenticator_apps');
  const codes = await source.query<Row[]>('SELECT DISTINCT user_id, hash_key_sealed AS sealed FROM recovery_codes');
  const opens = (bound: string, { sealed }: Row) => {
    try {
      return open(sealing, bound, sealed).length > 0;
    } catch {
      return false;
    }
  };
  return (
    apps.filter((row) => opens(String(row.user_id), row)).length + codes.filter((row) => opens(boundTo(row.user_id), row)).length
  );
}
type Row = { user_id: number; sealed: Buffer };
const reseal = (ring: KeyRing) => resealFactors(identity.db.source, ring);

test('a second factor made with the old key works on every replica while keys are changed, and afterwards under the new key alone', async () => {
  const { secret, recoveryCodes } = await guarded();
  const codes = recoveryCodes.values();
  const recoveryCode = () => codes.next().value!;
  for (const ring of [[older], [older, newer], [newer, older]] as KeyRing[])
    expect(await loginAt(ring, { recoveryCode: recoveryCode() })).toBe(200);
  expect(await loginAt([newer, older], { code: codeOf(secret) })).toBe(200);

  expect(await reseal([newer, older])).toEqual({ resealed: 2, key: keyId(newer) });
  expect(await reseal([newer, older])).toEqual({ resealed: 0, key: keyId(newer) });
  expect(await loginAt([newer], { recoveryCode: recoveryCode() })).toBe(200);
  expect(await loginAt([newer], { code: codeOf(secret, 1) })).toBe(200);
  expect(await opened([newer])).toBe(2);
  expect(await opened([older])).toBe(0);
});

test('a used recovery code stays used when its account gets the new key', async () => {
  const { recoveryCodes } = await guarded();
  const [first, second] = recoveryCodes as [string, string];
  expect(await loginAt([older], { recoveryCode: first })).toBe(200);
  await reseal([newer, older]);
  expect(await loginAt([newer], { recoveryCode: first })).toBe(400);
  expect(await loginAt([newer], { recoveryCode: second })).toBe(200);
});

test('recovery codes of a release whose hashes had no key of their own are carried over too', async () => {
  const { id } = await guarded();
  const { source } = identity.db;
  const [hashing] = derivedRing([older], 'recovery-code');
  const hashed = ['aaaaabbbbb', 'cccccddddd', 'eeeeefffff'].map((code) =>
    createHmac('sha256', hashing).update(`${id} ${code}`).digest('hex'),
  );
  await source.query('DELETE FROM recovery_codes');
  await source.query('INSERT INTO recovery_codes (user_id, code_hash) SELECT $1, unnest($2::text[])', [id, hashed]);
  expect(await loginAt([newer, older], { recoveryCode: 'aaaaa-bbbbb' })).toBe(200);
  await reseal([newer, older]);
  expect(await loginAt([newer], { recoveryCode: 'ccccc-ddddd' })).toBe(200);
  expect(await loginAt([newer], { recoveryCode: 'aaaaa-bbbbb' })).toBe(400);
});
