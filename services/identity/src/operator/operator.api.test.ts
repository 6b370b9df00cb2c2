import {
  AdminActed,
  PasswordResetRequested,
  SecondFactorChanged,
  UserChanged,
  UserReinstated,
  UserSuspended,
  UserVerified,
} from '@shop/contracts/events';
import type { AuditLogView } from '@shop/contracts/views';
import { as, asAdmin, asGateway, deliver, emitted } from '@shop/runtime/testing';
import request from 'supertest';
import { operator } from '..';
import { subscriptions } from '../subscriptions';
import { anApp, PASSWORD as OWN_PASSWORD } from '../testing/a-factor';
import { anAccount, anAdmin, useIdentity } from '../testing/identity-app';
import { aVirtualPasskey } from '../testing/virtual-passkey';
import { emitAgain } from './say-again';

const identity = useIdentity(100);

const EMAIL = 'second@example.com';
const PASSWORD = 'Made-Up-For-You-1!';
const make = (over: Partial<Parameters<typeof operator.createAdmin>[1]> = {}) =>
  operator.createAdmin(identity.db.source, { email: EMAIL, role: 'support', password: PASSWORD, ...over });
const login = (email = EMAIL, password = PASSWORD) =>
  request(identity.app).post('/api/users/login').set(as()).send({ email, password });
const acts = () => emitted(identity.db.source, AdminActed);
const ownerOf = async (credential: string) => {
  const answer = await request(identity.app).post('/internal/sessions').set(asGateway()).send({ kind: 'cookie', credential });
  return (answer.body as { owner: unknown }).owner;
};

describe('create-admin', () => {
  test('makes an account that logs in with the password, and the audit log names the operator', async () => {
    const { user, made } = await make();
    expect(made).toBe(true);
    expect((await login()).body).toMatchObject({ user: { id: user.id, is_admin: 1, admin_role: 'support' } });
    expect(await emitted(identity.db.source, UserVerified)).toMatchObject([{ userId: user.id, email: EMAIL, seller: null }]);
    expect((await acts())[0]).toMatchObject({
      adminId: 0,
      action: 'admin.made',
      subject: { type: 'user', id: user.id },
      after: { is_admin: true, admin_role: 'support' },
    });
  });

  test('gives an account that is there the role, and leaves its password', async () => {
    const { id, version } = await longAccount();
    expect(await make({ email: 'mara@example.com', role: 'owner' })).toMatchObject({ made: false, user: { id } });
    expect((await login('mara@example.com')).status).toBe(401);
    expect((await login('mara@example.com', OWN_PASSWORD)).body).toMatchObject({ user: { id, admin_role: 'owner' } });
    expect(await emitted(identity.db.source, UserChanged)).toMatchObject([
      { userId: id, version: version + 1, isAdmin: true, adminRole: 'owner', passwordChanged: false },
    ]);
    expect((await acts())[0]).toMatchObject({ adminId: 0, action: 'admin.made', subject: { id } });
  });

  test('leaves admins, suspended accounts and those with a short password as they are', async () => {
    const chief = await anAdmin(identity, 'chief@example.com');
    await anAccount(identity, { email: 'short@example.com', password: 'Short-1!aa', confirmPassword: 'Short-1!aa' });
    await longAccount();
    await operator.suspend(identity.db.source, 'mara@example.com', 'Asked for it');
    const before = await acts();
    await expect(make({ email: 'chief@example.com' })).rejects.toMatchObject({ code: 'administrator' });
    await expect(make({ email: 'short@example.com' })).rejects.toMatchObject({ code: 'short-password' });
    await expect(make({ email: 'mara@example.com' })).rejects.toMatchObject({ code: 'suspended' });
    await expect(make({ password: 'Short-1!' })).rejects.toMatchObject({ code: 'short-password' });
    const roles = await identity.db.source.query('SELECT id, admin_role FROM users WHERE admin_role IS NOT NULL');
    expect([roles, await acts()]).toEqual([[{ id: chief, admin_role: 'owner' }], before]);
  });

  test('twice at once makes one', async () => {
    const results = await Promise.allSettled([make(), make()]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

test('suspend and reinstate go by the address, spare the last owner, and are told as the operator’s', async () => {
  const { source } = identity.db;
  await anAdmin(identity, 'chief@example.com');
  const { id, cookie } = await anAccount(identity);
  await operator.suspend(source, 'mara@example.com', 'Asked for it');
  expect([await ownerOf(cookie), (await login('mara@example.com', OWN_PASSWORD)).body]).toMatchObject([
    null,
    { code: 'suspended' },
  ]);
  await operator.reinstate(source, 'mara@example.com');
  expect((await login('mara@example.com', OWN_PASSWORD)).status).toBe(200);
  expect([await emitted(source, UserSuspended), await emitted(source, UserReinstated)]).toMatchObject([
    [{ userId: id }],
    [{ userId: id }],
  ]);
  expect((await acts()).map(({ adminId, action }) => [adminId, action])).toEqual([
    [0, 'user.suspended'],
    [0, 'user.reinstated'],
  ]);
  await expect(operator.suspend(source, 'chief@example.com', 'Asked for it')).rejects.toMatchObject({ code: 'last-admin' });
  await expect(operator.suspend(source, 'nobody@example.com', 'Asked for it')).rejects.toMatchObject({ code: 'not-found' });
  await expect(operator.reinstate(source, 'nobody@example.com')).rejects.toMatchObject({ code: 'not-found' });
});

test('say-again says whether it is suspended of every account that ever was, so that a lost word of either is made up for', async () => {
  const { source } = identity.db;
  await anAdmin(identity, 'chief@example.com');
  const [reinstated, suspended] = [await anAccount(identity), await anAccount(identity, { email: 'noa@example.com' })];
  for (const email of ['mara@example.com', 'noa@example.com']) await operator.suspend(source, email, 'Asked for it');
  await operator.reinstate(source, 'mara@example.com');
  for (const act of await acts()) await deliver(source, subscriptions, AdminActed(act));
  await emitAgain(source);
  const versions = await source.query<{ id: number; version: number }[]>('SELECT id, version FROM users');
  const now = ({ id: userId }: { id: number }) => ({ userId, version: versions.find(({ id }) => id === userId)!.version });
  // Leaves out the commands' own events. None is about the administrator, who was never suspended.
  expect((await emitted(source, UserReinstated)).slice(1)).toEqual([now(reinstated)]);
  expect((await emitted(source, UserSuspended)).slice(2)).toEqual([now(suspended)]);
});

test('reset-factor takes everything away that a login asks for, ends sessions and tells the owner', async () => {
  const { source } = identity.db;
  const { id, cookie } = await anAccount(identity);
  await expect(operator.resetFactor(source, 'mara@example.com')).rejects.toMatchObject({ code: 'no-factor' });
  await expect(operator.resetFactor(source, 'nobody@example.com')).rejects.toMatchObject({ code: 'not-found' });
  await anApp(identity, id);
  expect((await login('mara@example.com', OWN_PASSWORD)).body).toMatchObject({ requiresSecondFactor: true });
  await operator.resetFactor(source, 'mara@example.com');
  expect(await ownerOf(cookie)).toBeNull();
  for (const table of ['authenticator_apps', 'passkeys', 'recovery_codes', 'login_challenges', 'sessions'])
    expect([table, await source.query(`SELECT 1 FROM ${table}`)]).toEqual([table, []]);
  expect((await login('mara@example.com', OWN_PASSWORD)).body).toMatchObject({ user: { id } });
  expect((await emitted(source, SecondFactorChanged)).at(-1)).toMatchObject({ userId: id, change: 'all-removed' });
  expect((await acts()).at(-1)).toMatchObject({ adminId: 0, action: 'user.second-factor-changed', subject: { id } });
});

test("a stranger's passkey outlasts the owner's new password, and goes with reset-factor", async () => {
  const { source } = identity.db;
  const { id, cookie } = await anAccount(identity);
  const post = (path: string, body: object = {}, caller = as()) =>
    request(identity.app).post(`/api/users/${path}`).set(caller).send(body);
  const { sessionId } = (await ownerOf(cookie)) as { sessionId: string };
  const stranger = as({ userId: id, sessionId });
  const key = aVirtualPasskey();
  const options = (await post('passkeys/options', { password: OWN_PASSWORD }, stranger)).body as { challenge: string };
  await post('passkeys', { name: 'Phone', passkey: key.register(options) }, stranger).expect(200);
  const loginByPasskey = async () => {
    const begun = (await post('login/passkey/options')).body as { challenge: string; passkey: { challenge: string } };
    return (await post('login/passkey', { challenge: begun.challenge, passkey: key.use(begun.passkey) })).status;
  };

  await post('forgot-password', { email: 'mara@example.com' });
  const { token } = (await emitted(source, PasswordResetRequested)).at(-1)!;
  await post(`reset-password/${token}`, { password: PASSWORD }).expect(200);
  expect((await login('mara@example.com')).body).toMatchObject({ requiresSecondFactor: true });
  expect(await loginByPasskey()).toBe(200);

  await operator.resetFactor(source, 'mara@example.com');
  expect(await source.query('SELECT 1 FROM sessions')).toEqual([]);
  expect([await loginByPasskey(), (await login('mara@example.com')).status]).toEqual([401, 200]);
});

test('a password that everybody knows is taken from whoever still has it, with the sessions that it opened', async () => {
  const { source } = identity.db;
  const { id, cookie } = await anAccount(identity);
  const take = (currentPassword: string, email = 'mara@example.com') =>
    operator.takeKnownPassword(source, { email, known: currentPassword, password: PASSWORD });
  expect([await take('Another-One-2!'), await take(OWN_PASSWORD, 'nobody@example.com')]).toEqual([false, false]);
  expect([await ownerOf(cookie), await emitted(source, UserChanged)]).toEqual([expect.anything(), []]);

  expect([await take(OWN_PASSWORD), await take(OWN_PASSWORD)]).toEqual([true, false]);
  expect([await ownerOf(cookie), (await login('mara@example.com', OWN_PASSWORD)).status]).toEqual([null, 401]);
  expect((await login('mara@example.com')).body).toMatchObject({ user: { id } });
  expect(await emitted(source, UserChanged)).toMatchObject([{ userId: id, passwordChanged: true }]);
  expect(await acts()).toMatchObject([
    { adminId: 0, action: 'user.changed', subject: { id }, before: null, after: { passwordReplaced: true } },
  ]);
});

test('the audit log calls them Operator, and can be narrowed to them', async () => {
  await make();
  for (const act of await acts()) await deliver(identity.db.source, subscriptions, AdminActed(act));
  for (const query of ['', '?admin=0', '?q=operator']) {
    const answer = await request(identity.app).get(`/api/audit-log${query}`).set(asAdmin());
    const { data, choices } = answer.body as AuditLogView;
    expect([query, data.map(({ admin }) => admin)]).toEqual([query, [{ id: 0, name: 'Operator', email: null }]]);
    expect(choices.admins).toEqual([{ id: 0, name: 'Operator' }]);
  }
  expect((await request(identity.app).get('/api/audit-log?admin=-1').set(asAdmin())).status).toBe(400);
});

test('the account that credentials open is told without a login', async () => {
  const { source } = identity.db;
  const id = await anAdmin(identity, EMAIL, PASSWORD);
  const opens = (over: object = {}, required = false) =>
    operator.tryOwnerLogin(source, required, { email: EMAIL, password: PASSWORD, ...over });
  expect([await opens(), await opens({ email: 'Second@Example.com' }), await opens({}, true)]).toEqual([
    'open',
    'open',
    'needs-factor',
  ]);
  expect([await opens({ password: 'Another-One-2!' }), await opens({ email: 'moved@example.com' })]).toEqual([
    'changed',
    'changed',
  ]);
  expect(await source.query('SELECT 1 FROM sessions UNION ALL SELECT 1 FROM login_failures')).toEqual([]);

  await source.query(`INSERT INTO authenticator_apps (user_id, secret_sealed, confirmed_at) VALUES ($1, 'x', now())`, [id]);
  expect(await opens()).toBe('needs-factor');
  await source.query(`UPDATE users SET admin_role = 'viewer' WHERE id = $1`, [id]);
  expect(await opens()).toBe('changed');
});

/** An account whose password is known to be long enough for an admin. */
async function longAccount() {
  const { id } = await anAccount(identity);
  await login('mara@example.com', OWN_PASSWORD);
  const [user] = await identity.db.source.query<{ version: number }[]>('SELECT version FROM users WHERE id = $1', [id]);
  return { id, version: user!.version };
}
