import { AdminActed } from '@shop/contracts/events';
import { as, asAdmin, emitted } from '@shop/runtime/testing';
import request from 'supertest';
import { FirstAdmin1796400002000 } from '../migrations/1796400002000-first-admin';
import { anAccount, anAdmin, useIdentity } from '../testing/identity-app';
import { ensureAdmin } from './ensure-admin';

const identity = useIdentity(100);

const EMAIL = 'admin@example.com';
const PASSWORD = 'Correct-Horse-1!';
const start = () => ensureAdmin(identity.db.source, EMAIL, PASSWORD);
const login = (email = EMAIL) => request(identity.app).post('/api/users/login').set(as()).send({ email, password: PASSWORD });
const rows = () => identity.db.source.query<{ id: number; email: string }[]>('SELECT id, email FROM users ORDER BY id');
const put = (id: number, body: object) => request(identity.app).put(`/api/users/${id}`).set(asAdmin(999)).send(body);

test('the first admin comes from configuration, once, however many replicas start, and the log says so', async () => {
  await Promise.all([start(), start(), start()]);
  expect((await login()).body).toMatchObject({ user: { is_admin: 1 } });
  const [admin, ...others] = await rows();
  expect(others).toEqual([]);
  const appointments = (await emitted(identity.db.source, AdminActed)).filter(({ action }) => action === 'admin.made');
  expect(appointments).toMatchObject([
    { adminId: admin!.id, subject: { type: 'user', id: admin!.id }, before: { is_admin: false }, after: { is_admin: true } },
  ]);
});

test.each([
  ['renamed', (id: number) => put(id, { email: 'renamed@example.com' })],
  ['demoted and renamed', (id: number) => put(id, { email: 'renamed@example.com', is_admin: 0 })],
  ['deleted', (id: number) => request(identity.app).delete(`/api/users/${id}`).set(asAdmin(999))],
])('who was %s does not come back with the next start', async (_what, change) => {
  await start();
  const [admin] = await rows();
  await anAdmin(identity, 'second@example.com');
  expect((await change(admin!.id)).status).toBe(200);
  const before = await rows();
  await start();
  expect(await rows()).toEqual(before);
  expect((await login()).status).toBe(401);
});

test('an account that has the address is left as it is', async () => {
  const { id } = await anAccount(identity, { email: EMAIL });
  await start();
  expect(await identity.db.source.query('SELECT id, is_admin FROM users')).toEqual([{ id, is_admin: false }]);
});

describe('a shop that is older than the memory', () => {
  const upgrade = () => identity.db.migrateAgain(new FirstAdmin1796400002000());

  test('counts its admin as the first, whatever their address is by now', async () => {
    await anAdmin(identity, 'renamed@example.com');
    await upgrade();
    await start();
    expect(await rows()).toHaveLength(1);
  });

  test('without any gets one', async () => {
    await anAccount(identity);
    await upgrade();
    await start();
    expect(await rows()).toHaveLength(2);
  });
});
