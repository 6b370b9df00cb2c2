import { hash } from '@node-rs/argon2';
import { PasswordResetRequested, UserChanged } from '@shop/contracts/events';
import { Refusal } from '@shop/http';
import { as, asGateway, emitted, untilBlocked } from '@shop/runtime/testing';
import request from 'supertest';
import { anAccount, cookieIn, minutesUntil, useIdentity } from '../testing/identity-app';

const identity = useIdentity();

const PASSWORD = 'Deep-House-1!';
const post = (path: string, body: object, caller = as()) => request(identity.app).post(path).set(caller).send(body);
const login = (email: string, password: string, address = '192.0.2.1') =>
  post('/api/users/login', { email, password }, as({ address }));
const ownerOf = async (kind: string, credential: string) =>
  ((await post('/internal/sessions', { kind, credential }, asGateway())).body as { owner: { userId: number } | null }).owner;

test('the right password answers user and token and sets both cookies', async () => {
  const { id } = await anAccount(identity);
  const answer = await login('MARA@example.com', PASSWORD);
  expect(answer.body).toEqual({
    message: 'Login successful',
    user: { id, name: 'Mara', last_name: 'Lind', email: 'mara@example.com', is_admin: 0, admin_role: null, is_seller: false },
    token: expect.stringMatching(new RegExp(`^${id}-[\\w-]{43}$`)) as string,
  });
  const { token } = answer.body as { token: string };
  const cookie = cookieIn(answer.headers['set-cookie']);
  expect(await ownerOf('cookie', cookie)).toMatchObject({ userId: id, admin: false });
  expect(await ownerOf('bearer', token)).toMatchObject({ userId: id });
  expect(await ownerOf('bearer', cookie)).toBeNull();
});

test('a password with accents logs in however a keyboard types them, also one that an earlier release has hashed as typed', async () => {
  const { id } = await anAccount(identity);
  const [one, two] = ['D\u00e9\u1ebfp-House-1!', 'D\u00e9\u1ebfp-House-1!'.normalize('NFD')];
  const stored = async () =>
    (await identity.db.source.query<[{ hash: string }]>('SELECT password_hash AS hash FROM users WHERE id = $1', [id]))[0].hash;
  const old = await hash(two);
  await identity.db.source.query('UPDATE users SET password_hash = $2 WHERE id = $1', [id, old]);
  expect((await login('mara@example.com', one)).status).toBe(200);
  const renewed = await stored();
  expect(renewed).not.toBe(old);
  for (const typed of [one, two]) expect((await login('mara@example.com', typed)).status).toBe(200);
  expect(await stored()).toBe(renewed);
  expect((await login('mara@example.com', 'Deep-House-1!')).status).toBe(401);
});

test('nothing in the database lets its reader take over a session', async () => {
  const { cookie, token } = await anAccount(identity);
  const dump = JSON.stringify(await identity.db.source.query('SELECT * FROM sessions'));
  expect(dump).not.toContain(cookie);
  expect(dump).not.toContain(token);
});

test('a wrong password and an unknown address answer alike', async () => {
  await anAccount(identity);
  const wrong = await login('mara@example.com', 'Wrong-Word-1!');
  const unknown = await login('nobody@example.com', 'Wrong-Word-1!');
  expect(wrong.status).toBe(401);
  expect({ ...wrong.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
  expect(wrong.body).toMatchObject({ error: 'Invalid email or password.' });
});

test('a login with a password that is being replaced is refused: all its sessions are to end', async () => {
  const { id } = await anAccount(identity);
  const { source } = identity.db;
  const replacing = source.createQueryRunner();
  await replacing.startTransaction();
  await replacing.query(`UPDATE users SET password_hash = 'another' WHERE id = $1`, [id]);
  const answer = login('mara@example.com', PASSWORD).then(({ status }) => status);
  await untilBlocked(source);
  await replacing.commitTransaction();
  await replacing.release();
  expect(await answer).toBe(401);
});

test('after five failures even parallel guesses wait, and the delay grows', async () => {
  await anAccount(identity);
  const began = Date.now();
  const guesses = await Promise.all(
    Array.from({ length: 12 }, (_, i) => login('mara@example.com', `Guess-${i}-Aa!`, `192.0.2.${i}`)),
  );
  // Five guesses pass at once, then the wait doubles from one second on. A busy machine may need seconds for twelve guesses.
  const checked = guesses.filter((answer) => answer.status === 401).length;
  expect(checked).toBeGreaterThanOrEqual(5);
  expect(checked).toBeLessThanOrEqual(5 + Math.floor(Math.log2((Date.now() - began) / 1000 + 1)));
  const waiting = guesses.find((answer) => answer.status === 429)!;
  expect(Number(waiting.headers['retry-after'])).toBeGreaterThanOrEqual(1);
  await identity.db.source.query(`UPDATE login_failures SET last_at = now() + interval '1 minute'`);
  expect((await login('mara@example.com', PASSWORD, '198.51.100.9')).status).toBe(429);

  await identity.db.source.query(`UPDATE login_failures SET last_at = now() - interval '10 minutes'`);
  expect((await login('mara@example.com', PASSWORD, '198.51.100.9')).status).toBe(200);
  expect((await login('mara@example.com', 'Wrong-Word-1!', '198.51.100.9')).status).toBe(401);
});

test('one address may fail twenty times over all accounts', async () => {
  const answers = [];
  for (let i = 0; i < 20; i += 1) answers.push((await login(`someone${i}@example.com`, 'Wrong-Word-1!')).status);
  expect(new Set(answers)).toEqual(new Set([401]));
  await identity.db.source.query(`UPDATE login_failures SET last_at = now() + interval '1 minute'`);
  expect((await login('someone20@example.com', 'Wrong-Word-1!')).status).toBe(429);
});

describe('the bot check', () => {
  let checked: number;
  let passes: boolean;
  let userId: number;
  const guarded = useIdentity(1, {
    botCheck: (_token, action) => {
      if (action === 'login') checked += 1;
      return passes ? Promise.resolve() : Promise.reject(new Refusal('invalid', 'bot-check', 'Are you a person?'));
    },
  });
  const logIn = (address: string, device?: string, recaptchaToken: string | undefined = 'token') =>
    request(guarded.app)
      .post('/api/users/login')
      .set(as({ address, device }))
      .send({ email: 'mara@example.com', password: PASSWORD, recaptchaToken });
  beforeEach(async () => {
    checked = 0;
    passes = true;
    ({ id: userId } = await anAccount(guarded));
  });

  test('is made for at most twenty invented tokens of one address, also for those that come at once', async () => {
    passes = false;
    const answers = await Promise.all(Array.from({ length: 30 }, () => logIn('192.0.2.1')));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(20).fill(400), ...Array<number>(10).fill(429)]);
    expect(checked).toBe(20);
    passes = true;
    expect((await logIn('192.0.2.1')).status).toBe(429);
    expect((await logIn('192.0.2.2')).status).toBe(200);
  });

  test('is counted for a known device by itself, so that nobody else at its address can lock it out', async () => {
    const device = 'a-known-device';
    await guarded.db.source.query('INSERT INTO known_devices (user_id, device_hash) VALUES ($1, $2)', [userId, device]);
    passes = false;
    for (let i = 0; i < 20; i += 1) expect((await logIn('192.0.2.1')).status).toBe(400);
    passes = true;
    expect((await logIn('192.0.2.1', 'another-device')).status).toBe(429);
    expect((await logIn('192.0.2.1', device)).status).toBe(200);
    passes = false;
    for (let i = 0; i < 20; i += 1) expect((await logIn('192.0.2.3', device)).status).toBe(400);
    expect((await logIn('192.0.2.3', device)).status).toBe(429);
  });

  test('is not counted of a browser that sent no token, which it refuses by itself', async () => {
    passes = false;
    for (let i = 0; i < 25; i += 1) expect((await logIn('192.0.2.1', undefined, '')).status).toBe(400);
    passes = true;
    expect((await logIn('192.0.2.1')).status).toBe(200);
  });

  test('is counted no more often than it is made', async () => {
    passes = false;
    for (let i = 0; i < 19; i += 1) await logIn('192.0.2.1');
    passes = true;
    const atOnce = await Promise.all(Array.from({ length: 5 }, () => logIn('192.0.2.1')));
    expect(atOnce.map(({ status }) => status)).toContain(200);
    expect((await logIn('192.0.2.1')).status).toBe(200);
  });

  test('costs nothing of that allowance when it is passed', async () => {
    for (let i = 0; i < 25; i += 1) expect((await logIn('192.0.2.1')).status).toBe(200);
  });
});

test('logging in again ends the earlier session, logging out ends the last', async () => {
  const { cookie } = await anAccount(identity);
  const { sessionId } = (await ownerOf('cookie', cookie)) as unknown as { sessionId: string };
  const again = await post('/api/users/login', { email: 'mara@example.com', password: PASSWORD }, as({ sessionId }));
  expect(await ownerOf('cookie', cookie)).toBeNull();
  const second = cookieIn(again.headers['set-cookie']);
  const owner = (await ownerOf('cookie', second)) as unknown as { sessionId: string };
  const out = await post('/api/users/logout', {}, as({ sessionId: owner.sessionId }));
  expect(String(out.headers['set-cookie'])).toMatch(/sid=;.*userId=;/s);
  expect(await ownerOf('cookie', second)).toBeNull();
  expect((await post('/api/users/logout', {})).status).toBe(200);
});

test('logging out while nobody knows whose the session is keeps the cookies for another try', async () => {
  const out = await post('/api/users/logout', {}, as({ unsure: true }));
  expect([out.status, out.headers['set-cookie']]).toEqual([503, undefined]);
});

test('a session ends by time: the cookie after seven days, the token after twelve hours', async () => {
  const { cookie, token } = await anAccount(identity);
  const [ends] = await identity.db.source.query<[Record<'expires_at' | 'bearer_expires_at', Date>]>('SELECT * FROM sessions');
  expect([minutesUntil(ends.expires_at), minutesUntil(ends.bearer_expires_at)]).toEqual([7 * 24 * 60, 12 * 60]);
  await identity.db.source.query(`UPDATE sessions SET bearer_expires_at = now()`);
  expect([await ownerOf('bearer', token), (await ownerOf('cookie', cookie)) !== null]).toEqual([null, true]);
  await identity.db.source.query(`UPDATE sessions SET expires_at = now()`);
  expect(await ownerOf('cookie', cookie)).toBeNull();
});

test('an account has ten sessions: another ends the oldest one, and none of another account', async () => {
  const first = await anAccount(identity);
  const noa = await anAccount(identity, { email: 'noa@example.com' });
  const cookies = [];
  for (let n = 0; n < 10; n += 1) cookies.push(cookieIn((await login('mara@example.com', PASSWORD)).headers['set-cookie']));
  cookies.push(noa.cookie, cookieIn((await login('noa@example.com', PASSWORD)).headers['set-cookie']));
  expect(await ownerOf('cookie', first.cookie)).toBeNull();
  for (const cookie of cookies) expect(await ownerOf('cookie', cookie)).not.toBeNull();
});

test('only the gateway may ask whose a session is', async () => {
  expect((await post('/internal/sessions', { kind: 'cookie', credential: 'x' })).status).toBe(404);
});

test('details are for the owner and admins; everybody else learns nothing', async () => {
  const { id } = await anAccount(identity);
  const details = (caller: ReturnType<typeof as>, user: number | string = id) =>
    request(identity.app).get(`/api/users/${user}/details`).set(caller);
  const own = await details(as({ userId: id }));
  expect(own.body).toEqual({
    user: expect.objectContaining({ id, email: 'mara@example.com', is_admin: 0 }) as object,
    cart: [],
    wishlist: [],
    listVersions: { cart: 0, wishlist: 0 },
    pending_email: null,
    erase_at: null,
  });
  expect(Object.keys((own.body as { user: object }).user).sort()).toEqual([
    'admin_role',
    'country',
    'created_at',
    'email',
    'id',
    'is_admin',
    'is_seller',
    'last_name',
    'name',
    'suspended',
  ]);
  expect((await details(as({ userId: 999, admin: true }))).status).toBe(200);
  for (const caller of [as(), as({ userId: id + 1 })]) expect((await details(caller)).status).toBe(404);
  expect((await details(as({ userId: 999, admin: true }), 424242)).status).toBe(404);
  expect((await details(as({ userId: 999, admin: true }), 'abc')).status).toBe(400);
});

test('a reset link works once and ends every session', async () => {
  const { cookie } = await anAccount(identity);
  const reply = await post('/api/users/forgot-password', { email: 'mara@example.com' });
  const unknown = await post('/api/users/forgot-password', { email: 'nobody@example.com' });
  expect(reply.body).toEqual(unknown.body);
  const [event] = await emitted(identity.db.source, PasswordResetRequested);
  expect(JSON.stringify(reply.body)).not.toContain(event!.token);

  const results = await Promise.all(
    Array.from({ length: 6 }, () => post(`/api/users/reset-password/${event!.token}`, { password: 'simpel' })),
  );
  expect(results.filter((answer) => answer.status === 200)).toHaveLength(1);
  expect(await ownerOf('cookie', cookie)).toBeNull();
  expect((await login('mara@example.com', 'simpel')).status).toBe(200);
  expect(await emitted(identity.db.source, UserChanged)).toMatchObject([{ passwordChanged: true, version: 2 }]);
});

test('a reset link works for 30 minutes; one that is too old, unknown or meant for a short password is refused', async () => {
  await anAccount(identity);
  await post('/api/users/forgot-password', { email: 'mara@example.com' });
  const [event] = await emitted(identity.db.source, PasswordResetRequested);
  const [{ expires_at }] = await identity.db.source.query<[{ expires_at: Date }]>('SELECT expires_at FROM password_resets');
  expect([minutesUntil(expires_at), minutesUntil(event!.expiresAt)]).toEqual([30, 30]);
  expect((await post(`/api/users/reset-password/${event!.token}`, { password: 'short' })).body).toMatchObject({
    field: 'password',
  });
  await identity.db.source.query(`UPDATE password_resets SET expires_at = now()`);
  for (const token of [event!.token, 'x'.repeat(43), '..%2f..'])
    expect((await post(`/api/users/reset-password/${token}`, { password: 'simple1' })).status).toBe(400);
});

test('three reset mails an hour for one address', async () => {
  const answers = [];
  for (let i = 0; i < 4; i += 1) answers.push((await post('/api/users/forgot-password', { email: 'mara@example.com' })).status);
  expect(answers).toEqual([200, 200, 200, 429]);
});
