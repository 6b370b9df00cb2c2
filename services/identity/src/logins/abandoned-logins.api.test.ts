import { request as send } from 'node:http';
import * as argon2 from '@node-rs/argon2';
import { listen, type Listening } from '@shop/http';
import { as, eventually } from '@shop/runtime/testing';
import { aRegistration, anAccount, deviceIn, useIdentity } from '../testing/identity-app';

jest.mock('@node-rs/argon2', () => {
  const real = jest.requireActual<typeof argon2>('@node-rs/argon2');
  return { ...real, verify: jest.fn(real.verify) };
});
const verify = jest.mocked(argon2.verify);
const { verify: reallyVerify } = jest.requireActual<typeof argon2>('@node-rs/argon2');

const identity = useIdentity();
const honest = aRegistration();
let server: Listening;
let device: string;
let release: () => void;
beforeEach(async () => {
  await anAccount(identity);
  server = await listen(identity.app, '127.0.0.1', 0);
  const { headers } = await login('192.0.2.1', honest.email, honest.password).answered;
  device = deviceIn({ headers })!;
  // From here on no password is checked until the test releases the checks.
  const gate = new Promise<void>((resolve) => (release = resolve));
  verify.mockClear();
  verify.mockImplementation(async (...args) => {
    await gate;
    return reallyVerify(...args);
  });
});
afterEach(async () => {
  release();
  verify.mockImplementation(reallyVerify);
  await server.close();
});

type Answer = { status: number; headers: Record<string, unknown>; body: { message?: string } };
function post(path: string, address: string, body: object, device: string | null = null) {
  const headers = { ...as({ address, device: device }), 'content-type': 'application/json' };
  const asking = send(`${server.url}/api/users/${path}`, { method: 'POST', agent: false, headers });
  const answered = new Promise<Answer>((resolve, reject) => {
    asking.once('error', reject);
    asking.once('response', (res) => {
      let text = '';
      res.on('data', (part: Buffer) => (text += part.toString()));
      res.once('end', () => resolve({ status: res.statusCode!, headers: res.headers, body: JSON.parse(text) as Answer['body'] }));
    });
  });
  asking.end(JSON.stringify(body));
  return { asking, answered };
}
const login = (address: string, email: unknown, password: unknown = 'Wrong-House-1!', device: string | null = null) =>
  post('login', address, { email, password }, device);

/** Ten wrong logins of each of thirty addresses, each for an account of its own. */
const crowd = () => Array.from({ length: 300 }, (_, nth) => login(`198.51.100.${nth % 30}`, `stranger-${nth}@example.com`));
const counted = async () => {
  const [{ sum }] = await identity.db.source.query<[{ sum: string | null }]>(
    `SELECT sum(failures) FROM login_failures WHERE key LIKE 'address:198.51.100.%'`,
  );
  return Number(sum);
};

test('three hundred logins that were given up make an honest one wait for none of their checks', async () => {
  const abandoned = crowd();
  let refused = 0;
  for (const { answered } of abandoned)
    answered.then(
      () => (refused += 1),
      () => undefined,
    );
  await eventually(async () => expect((await counted()) + refused).toBe(300));
  for (const { asking } of abandoned) asking.destroy();
  await eventually(async () => {
    const open = await new Promise<number>((resolve) => server.server.getConnections((_, count) => resolve(count)));
    expect(open).toBe(0);
  });
  const attempt = login('192.0.2.1', honest.email, honest.password);
  release();
  expect((await attempt.answered).status).toBe(200);
  expect(verify.mock.calls.length).toBeLessThan(6);
});

test('three hundred logins that wait are refused beyond the bound, and neither a known device nor another address waits for all', async () => {
  const waiting = crowd().map(({ answered }) => answered);
  const refused: Answer[] = [];
  for (const answer of waiting) void answer.then((response) => response.status === 503 && refused.push(response));
  await eventually(() => expect(refused.length).toBeGreaterThan(190));
  expect(refused[0]).toMatchObject({
    headers: { 'retry-after': '5' },
    body: { code: 'unavailable', message: expect.stringContaining('Too many people are waiting') as string },
  });
  await eventually(async () => expect((await counted()) + refused.length).toBe(300));

  const checked: Record<string, number> = {};
  const honestLogin = async (name: string, address: string, device: string | null) => {
    expect((await login(address, honest.email, honest.password, device).answered).status).toBe(200);
    checked[name] = verify.mock.calls.length;
  };
  const logins = [honestLogin('stranger', '192.0.2.2', null), honestLogin('known device', '198.51.100.1', device)];
  await eventually(async () => {
    const rows = await identity.db.source.query<unknown[]>(
      `SELECT 1 FROM login_failures WHERE key = 'address:192.0.2.2' OR key LIKE 'device:%'`,
    );
    expect(rows).toHaveLength(2);
  });
  release();
  await Promise.all(logins);
  expect(checked['known device']).toBeLessThan(50);
  expect(checked.stranger).toBeLessThan(50);
  const statuses = (await Promise.all(waiting)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 401).length + refused.length).toBe(300);
});

test('a queue that is full refuses registrations, completions and resets too, and counts none of them', async () => {
  const logins = Array.from({ length: 100 }, (_, nth) => login(`203.0.113.${nth}`, `other-${nth}@example.com`).answered);
  await eventually(async () => {
    const [counts] = await identity.db.source.query<[{ asked: number; waiting: number }]>(
      `SELECT count(*)::int AS asked, sum(failures)::int AS waiting FROM login_failures WHERE key LIKE 'address:203.0.113.%'`,
    );
    expect(counts.asked).toBe(100);
    expect(counts.waiting).toBeLessThan(100);
  });
  const register = () => post('register', '192.0.2.9', aRegistration({ email: 'new@example.com' })).answered;
  const complete = () =>
    post('complete-registration', '192.0.2.9', { ...aRegistration({ email: 'new@example.com' }), verificationCode: '123456' })
      .answered;
  const reset = () => post('reset-password/t0ken', '192.0.2.9', { password: 'Deep-House-2!' }).answered;
  for (const call of [register, complete, reset]) expect((await call()).status).toBe(503);
  release();
  await Promise.all(logins);
  const statuses: number[] = [];
  for (let nth = 0; nth < 5; nth += 1) statuses.push((await register()).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200]);
});
