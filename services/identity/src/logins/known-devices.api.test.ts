import { PasswordResetRequested } from '@shop/contracts/events';
import { as, asAdmin, emitted } from '@shop/runtime/testing';
import request from 'supertest';
import { anAccount, anAdmin, deviceIn, useIdentity } from '../testing/identity-app';

const identity = useIdentity();

const EMAIL = 'mara@example.com';
const PASSWORD = 'Deep-House-1!';
const WRONG = 'Wrong-Word-1!';
const post = (path: string, body: object, address: string, device: string | null = null) =>
  request(identity.app).post(path).set(as({ address, device })).send(body);
const login = (password: string, address: string, device: string | null = null, email = EMAIL) =>
  post('/api/users/login', { email, password }, address, device);
const statuses = async (times: number, ask: (n: number) => Promise<{ status: number }>) => {
  const all: number[] = [];
  for (let n = 0; n < times; n += 1) all.push((await ask(n)).status);
  return all;
};
/** Sends so many guesses at once. Five are answered, and at most one more for each second that all take, because the first wait is a second. */
async function expectFiveAnswered(times: number, ask: (n: number) => Promise<{ status: number }>) {
  const since = performance.now();
  const guesses = await Promise.all(Array.from({ length: times }, (_, n) => ask(n)));
  const answered = guesses.filter(({ status }) => status === 401).length;
  expect(answered).toBeGreaterThanOrEqual(5);
  expect(answered).toBeLessThanOrEqual(5 + Math.floor((performance.now() - since) / 1000));
}
const fromEverywhere = (times: number) => statuses(times, (n) => login(WRONG, `198.51.100.${n}`));

test('a device gets a cookie of its own with its first login, and keeps it', async () => {
  await anAccount(identity);
  const first = deviceIn(await login(PASSWORD, '192.0.2.1'));
  expect(first).not.toBeNull();
  expect(deviceIn(await login(PASSWORD, '192.0.2.1', first))).toBeNull();
  const planted = 'f'.repeat(64);
  expect(deviceIn(await login(PASSWORD, '192.0.2.1', planted))).not.toBeNull();
  const rows = await identity.db.source.query<{ device_hash: string }[]>('SELECT device_hash FROM known_devices');
  expect(rows.map(({ device_hash }) => device_hash)).toEqual(expect.arrayContaining([first]));
  expect(JSON.stringify(rows)).not.toContain(planted);
});

test('wrong passwords of strangers, from one address or many, never lock out a device that has logged in before', async () => {
  await anAccount(identity);
  const mine = deviceIn(await login(PASSWORD, '192.0.2.1'));
  expect(await fromEverywhere(12)).toContain(429);
  expect(await statuses(25, () => login(WRONG, '192.0.2.1'))).toContain(429);
  expect((await login(PASSWORD, '192.0.2.1', mine)).status).toBe(200);
  expect((await login(PASSWORD, '203.0.113.5', mine)).status).toBe(200);
});

test('a stranger at one address does not lock the owner out of a new device elsewhere', async () => {
  await anAccount(identity);
  await expectFiveAnswered(20, () => login(WRONG, '198.51.100.1'));
  // The first wait is one second, and a busy machine takes longer for this many guesses.
  await identity.db.source.query('UPDATE login_failures SET last_at = now()');
  expect((await login(PASSWORD, '198.51.100.1')).status).toBe(429);
  expect((await login(PASSWORD, '203.0.113.5')).status).toBe(200);
});

test('a known device has five wrong passwords too, then it waits, and is known for its own account alone', async () => {
  await anAccount(identity);
  const ira = await anAccount(identity, { email: 'ira@example.com' });
  const mine = deviceIn(await login(PASSWORD, '192.0.2.1'));
  const guesses = await statuses(12, (n) => login(WRONG, `192.0.2.${n}`, mine));
  expect(guesses.slice(0, 5)).toEqual([401, 401, 401, 401, 401]);
  expect(guesses).toContain(429);
  expect(ira.id).toBeGreaterThan(0);
  await expectFiveAnswered(12, (n) => login(WRONG, `198.51.100.${n}`, mine, 'ira@example.com'));
});

test('a password reset lets its user in from a locked out device: the mailbox is theirs', async () => {
  await anAccount(identity);
  await fromEverywhere(12);
  expect((await login(PASSWORD, '203.0.113.5')).status).toBe(429);
  await post('/api/users/forgot-password', { email: EMAIL }, '203.0.113.5');
  const [link] = await emitted(identity.db.source, PasswordResetRequested);
  const reset = await post(`/api/users/reset-password/${link!.token}`, { password: 'Warm-Up-Set-2!' }, '203.0.113.5');
  expect((await login('Warm-Up-Set-2!', '203.0.113.5', deviceIn(reset))).status).toBe(200);
});

test('logins that succeed have a limit too', async () => {
  await anAccount(identity);
  expect((await login(PASSWORD, '192.0.2.1')).status).toBe(200);
  await identity.db.source.query(`UPDATE rate_limits SET points = 59 WHERE key LIKE 'logins:%'`);
  expect(await statuses(3, (n) => login(PASSWORD, `192.0.2.${n}`))).toEqual([200, 429, 429]);
});

test('a deleted account knows no device any more', async () => {
  await anAdmin(identity, 'chief@example.com');
  const { id } = await anAccount(identity);
  await login(PASSWORD, '192.0.2.1');
  expect((await request(identity.app).delete(`/api/users/${id}`).set(asAdmin(999))).status).toBe(200);
  expect(await identity.db.source.query('SELECT 1 FROM known_devices')).toEqual([]);
});
