import { AdminActed, PasswordResetRequested, UserReinstated, UserSuspended } from '@shop/contracts/events';
import { as, asAdmin, asGateway, asUser, emitted } from '@shop/runtime/testing';
import request from 'supertest';
import { anAccount, anAdmin, useIdentity } from '../testing/identity-app';

const identity = useIdentity(100);

type Caller = ReturnType<typeof as>;
const suspend = (id: number | string, caller: Caller, body: object = { reason: 'Holds the whole shop' }) =>
  request(identity.app).post(`/api/users/${id}/suspension`).set(caller).send(body);
const reinstate = (id: number, caller: Caller) => request(identity.app).delete(`/api/users/${id}/suspension`).set(caller);
const login = (password = 'Deep-House-1!') =>
  request(identity.app).post('/api/users/login').set(as()).send({ email: 'mara@example.com', password });
const ownerOf = async (kind: 'cookie' | 'bearer', credential: string) =>
  (
    (await request(identity.app).post('/internal/sessions').set(asGateway()).send({ kind, credential })).body as {
      owner: unknown;
    }
  ).owner;
const anOwner = (email: string) => anAdmin(identity, email);

test('a suspended account is out at once and cannot come back, until it is reinstated', async () => {
  await anOwner('chief@example.com');
  const { id, cookie, token } = await anAccount(identity);
  const answer = await suspend(id, asAdmin(999, 'support'));
  expect(answer.body).toMatchObject({
    success: true,
    data: { id, suspended: { reason: 'Holds the whole shop', since: expect.any(String) as string } },
  });
  expect([await ownerOf('cookie', cookie), await ownerOf('bearer', token)]).toEqual([null, null]);
  expect(await login()).toMatchObject({ status: 403, body: { code: 'suspended' } });
  expect((await login('wrong')).body).toMatchObject({ code: 'unauthenticated' });

  expect((await reinstate(id, asAdmin(999, 'support'))).body).toMatchObject({ data: { id, suspended: null } });
  expect((await login()).status).toBe(200);
  const { source } = identity.db;
  expect([await emitted(source, UserSuspended), await emitted(source, UserReinstated)]).toEqual([
    [{ userId: id, version: 2 }],
    [{ userId: id, version: 3 }],
  ]);
});

test('a reset link sets a password, and opens no suspended account', async () => {
  await anOwner('chief@example.com');
  const { id } = await anAccount(identity);
  await suspend(id, asAdmin(999));
  await request(identity.app).post('/api/users/forgot-password').set(as()).send({ email: 'mara@example.com' });
  const [reset] = await emitted(identity.db.source, PasswordResetRequested);
  const password = 'Warm-Up-Set-2!';
  await request(identity.app).post(`/api/users/reset-password/${reset!.token}`).set(as()).send({ password }).expect(200);
  expect(await login(password)).toMatchObject({ status: 403, body: { code: 'suspended' } });
});

test('twice is once, another reason is refused, and both are audited without the reason', async () => {
  const chief = await anOwner('chief@example.com');
  const { id } = await anAccount(identity);
  for (let i = 0; i < 2; i += 1) expect((await suspend(id, asAdmin(chief))).status).toBe(200);
  expect(await suspend(id, asAdmin(chief), { reason: 'Asked for it' })).toMatchObject({
    status: 409,
    body: { code: 'already-suspended', error: 'This account is suspended already: Holds the whole shop' },
  });
  for (let i = 0; i < 2; i += 1) expect((await reinstate(id, asAdmin(chief))).status).toBe(200);
  const acts = await emitted(identity.db.source, AdminActed);
  const subject = { type: 'user', id, name: `Account ${id}` };
  expect(acts).toMatchObject([
    { adminId: chief, action: 'user.suspended', subject, before: { suspended: false }, after: { suspended: true } },
    { adminId: chief, action: 'user.reinstated', subject, before: { suspended: true }, after: { suspended: false } },
  ]);
  expect(JSON.stringify(acts)).not.toMatch(/whole shop/);
});

test('is for owners and support, says why, and finds the account', async () => {
  await anOwner('chief@example.com');
  const { id } = await anAccount(identity);
  expect((await suspend(id, as())).status).toBe(401);
  for (const caller of [asUser(id), asUser(id + 1), ...['catalogue', 'finance', 'viewer'].map((role) => asAdmin(999, role))])
    for (const answer of [await suspend(id, caller), await reinstate(id, caller)]) expect(answer.status).toBe(403);
  for (const body of [{}, { reason: ' ' }, { reason: 'x'.repeat(301) }, { reason: 'a\nb' }])
    expect((await suspend(id, asAdmin(999), body)).body).toMatchObject({ code: 'invalid', field: 'reason' });
  expect((await suspend(424242, asAdmin(999))).status).toBe(404);
  expect((await suspend('x', asAdmin(999))).status).toBe(400);
});

test('nobody suspends themselves or the last owner, and admins are suspended by owners alone', async () => {
  const [chief, second] = [await anOwner('chief@example.com'), await anOwner('second@example.com')];
  expect((await suspend(chief, asAdmin(chief))).body).toMatchObject({ code: 'own-account' });
  expect((await suspend(second, asAdmin(999, 'support'))).status).toBe(403);
  expect((await suspend(second, asAdmin(chief))).status).toBe(200);
  expect((await reinstate(second, asAdmin(999, 'support'))).status).toBe(403);
  expect((await suspend(chief, asAdmin(999))).body).toMatchObject({ code: 'last-admin' });
  await reinstate(second, asAdmin(chief));
  const race = await Promise.all([suspend(chief, asAdmin(second)), suspend(second, asAdmin(chief))]);
  expect(race.map((answer) => answer.status).sort()).toEqual([200, 409]);
});
