import { RegistrationRepeated, UserRegistered, UserVerified, VerificationCodeRequested } from '@shop/contracts/events';
import { inTx } from '@shop/messaging';
import { as, emitted, untilBlocked } from '@shop/runtime/testing';
import request from 'supertest';
import {
  anAccount,
  aRegistration,
  lastCode,
  minutesUntil,
  openIdentity,
  postFrom,
  timesAllowed,
  type IdentityApp,
  useIdentity,
} from '../testing/identity-app';
import { completeRegistration, pickRegistration } from './complete-registration';

let identity: IdentityApp;
beforeAll(async () => {
  identity = await openIdentity(100);
});
afterAll(() => identity.close());

const post = (path: string, body: object) => request(identity.app).post(path).set(as()).send(body);
const register = (over: Record<string, unknown>) => post('/api/users/register', aRegistration(over));
const complete = (email: string, verificationCode: string, password = 'Deep-House-1!') =>
  post('/api/users/complete-registration', { email, verificationCode, password });
const resentTo = async (to: string) =>
  (await emitted(identity.db.source, VerificationCodeRequested)).filter(({ email }) => email === to);
const pendingTimesOf = async (email: string) => {
  type Times = Record<'code_expires_at' | 'lapses_at', Date>;
  const rows = await identity.db.source.query<Times[]>('SELECT * FROM pending_registrations WHERE email = $1', [email]);
  return rows[0]!;
};

test('registering keeps the account pending and has a code mailed', async () => {
  const answer = await register({ email: 'New@Example.com ' });
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ requiresVerification: true });
  expect(await emitted(identity.db.source, UserRegistered)).toContainEqual(
    expect.objectContaining({ email: 'new@example.com', code: expect.stringMatching(/^\d{6}$/) as string }),
  );
  expect(await emitted(identity.db.source, UserVerified)).toEqual([]);
});

test('the right code makes the account, logs in and announces it once', async () => {
  await register({ email: 'right@example.com' });
  const answer = await complete('right@example.com', await lastCode(identity.db, 'right@example.com'));
  expect(answer.body).toMatchObject({
    message: 'User registered successfully',
    user: { email: 'right@example.com', is_admin: 0 },
  });
  expect(String(answer.headers['set-cookie'])).toMatch(/sid=[\w-]{43};.*HttpOnly.*userId=\d+/s);
  const verified = (await emitted(identity.db.source, UserVerified)).filter((event) => event.email === 'right@example.com');
  expect(verified).toMatchObject([{ seller: null }]);
  expect(JSON.stringify(answer.body)).not.toContain('argon2');
});

test('the data of the first step win over what the second repeats', async () => {
  await register({ email: 'first@example.com', name: 'First' });
  const code = await lastCode(identity.db, 'first@example.com');
  const answer = await post('/api/users/complete-registration', {
    email: 'first@example.com',
    verificationCode: code,
    password: 'Deep-House-1!',
    name: 'Forged',
    is_seller: true,
  });
  expect(answer.body).toMatchObject({ user: { name: 'First', is_seller: false } });
});

test('after five wrong codes even the right one no longer works', async () => {
  await register({ email: 'five@example.com' });
  const code = await lastCode(identity.db, 'five@example.com');
  const wrong = code === '000000' ? '000001' : '000000';
  for (let i = 0; i < 5; i += 1)
    expect((await complete('five@example.com', wrong)).body).toMatchObject({ code: 'wrong-code', field: 'verificationCode' });
  expect((await complete('five@example.com', code)).status).toBe(400);
});

test('guesses at the same moment share the five tries', async () => {
  await register({ email: 'storm@example.com' });
  const code = await lastCode(identity.db, 'storm@example.com');
  const guesses = Array.from({ length: 12 }, (_, n) => String((Number(code) + 1 + n) % 1_000_000).padStart(6, '0'));
  const answers = await Promise.all(guesses.map((guess) => complete('storm@example.com', guess)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]));
  const [{ tries }] = await identity.db.source.query<[{ tries: number }]>(
    `SELECT tries FROM pending_registrations WHERE email = 'storm@example.com'`,
  );
  expect([tries, (await complete('storm@example.com', code)).status]).toEqual([5, 400]);
});

test('a try that ends in a failure of ours is not used up', async () => {
  await register({ email: 'broken@example.com' });
  const code = await lastCode(identity.db, 'broken@example.com');
  const hashIs = (to: string) =>
    identity.db.source.query(`UPDATE pending_registrations SET password_hash = ${to} WHERE email = 'broken@example.com'`);
  await hashIs(`'-' || password_hash`);
  const completion = { email: 'broken@example.com', code, password: 'Deep-House-1!' };
  for (let i = 0; i < 5; i += 1) await expect(pickRegistration(identity.db.source, completion)).rejects.toThrow();
  await hashIs('substr(password_hash, 2)');
  expect((await complete('broken@example.com', code)).status).toBe(200);
});

test('a code that is replaced while the password is checked makes no account', async () => {
  const email = 'turn@example.com';
  await register({ email });
  const { source } = identity.db;
  const code = await lastCode(identity.db, email);
  const picked = (await pickRegistration(source, { email, code, password: 'Deep-House-1!' }))!;
  await source.query(`UPDATE pending_registrations SET code_hash = 'another' WHERE email = $1`, [email]);
  expect(await inTx(source, (tx) => completeRegistration(tx, picked))).toBeNull();
  await source.query('UPDATE pending_registrations SET code_hash = $2 WHERE email = $1', [email, picked.codeHash]);
  expect(await inTx(source, (tx) => completeRegistration(tx, picked))).toMatchObject({ email });
  expect(await inTx(source, (tx) => completeRegistration(tx, picked))).toBeNull();
});

test('the password must be repeated with the code', async () => {
  const answer = await post('/api/users/complete-registration', { email: 'x@example.com', verificationCode: '000000' });
  expect([answer.status, (answer.body as { field: string }).field]).toEqual([400, 'password']);
});

test('a code works once, even when two browsers send it at the same moment', async () => {
  await register({ email: 'twice@example.com' });
  const code = await lastCode(identity.db, 'twice@example.com');
  const answers = await Promise.all(Array.from({ length: 8 }, () => complete('twice@example.com', code)));
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
});

test('a code for an address that another account is just given is a wrong one', async () => {
  const { id } = await anAccount(identity, { email: 'moving@example.com' });
  const email = 'moved@example.com';
  await register({ email });
  const code = await lastCode(identity.db, email);
  const moving = identity.db.source.createQueryRunner();
  await moving.startTransaction();
  await moving.query('UPDATE users SET email = $2 WHERE id = $1', [id, email]);
  const answer = complete(email, code).then((answered) => answered);
  await untilBlocked(identity.db.source);
  await moving.commitTransaction();
  await moving.release();
  expect((await answer).body).toMatchObject({ code: 'wrong-code', field: 'verificationCode' });
});

test('a code that is older than ten minutes is refused', async () => {
  await register({ email: 'late@example.com' });
  const registration = (await emitted(identity.db.source, UserRegistered)).find(({ email }) => email === 'late@example.com')!;
  const { code_expires_at } = await pendingTimesOf('late@example.com');
  expect([minutesUntil(code_expires_at), minutesUntil(registration.expiresAt)]).toEqual([10, 10]);
  const code = await lastCode(identity.db, 'late@example.com');
  await identity.db.source.query(
    `UPDATE pending_registrations SET code_expires_at = now() - interval '1 second' WHERE email = 'late@example.com'`,
  );
  expect((await complete('late@example.com', code)).status).toBe(400);
});

test('a known address gets the same answer, and its owner a mail', async () => {
  await anAccount(identity, { email: 'known@example.com' });
  const fresh = await register({ email: 'unknown@example.com' });
  const answer = await register({ email: 'KNOWN@example.com', name: 'Somebody else' });
  expect(answer.status).toBe(fresh.status);
  expect(answer.body).toEqual(fresh.body);
  expect(await emitted(identity.db.source, RegistrationRepeated)).toMatchObject([{ email: 'known@example.com' }]);
});

test('a taken store name is refused beside its field, whatever its case and whoever is still pending', async () => {
  await register({ email: 'store1@example.com', is_seller: true, shop_name: 'Night Cargo' });
  const refused = await register({ email: 'store2@example.com', is_seller: true, shop_name: ' night cargo' });
  expect(refused.status).toBe(409);
  expect(refused.body).toMatchObject({ success: false, field: 'shop_name' });
  const lookalike = await register({ email: 'store2@example.com', is_seller: true, shop_name: 'N\u0456ght C\u0430rg0' });
  expect(lookalike.body).toMatchObject({ code: 'store-name-taken', field: 'shop_name' });
  const again = await register({ email: 'store1@example.com', is_seller: true, shop_name: 'Night Cargo' });
  expect(again.status).toBe(200);
});

test("no store has the shop's own name, nor one that looks like it, and the refusal is that of a taken name", async () => {
  for (const shop_name of ['Ghostline', ' GHOSTLINE', 'Gh\u043est1ine']) {
    const refused = await register({ email: 'impostor@example.com', is_seller: true, shop_name });
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'store-name-taken', field: 'shop_name' }]);
  }
  expect((await register({ email: 'fan@example.com', is_seller: true, shop_name: 'Ghostline Fan' })).status).toBe(200);
});

test('a taken store name is refused alike for known and unknown addresses', async () => {
  await anAccount(identity, { email: 'known2@example.com' });
  await register({ email: 'holder@example.com', is_seller: true, shop_name: 'Held Name' });
  for (const email of ['known2@example.com', 'unknown2@example.com']) {
    expect((await register({ email, is_seller: true, shop_name: 'Held Name' })).body).toMatchObject({ field: 'shop_name' });
  }
});

test('whether a store name is kept does not tell whether the address has an account', async () => {
  await anAccount(identity, { email: 'known3@example.com' });
  const probe = async (email: string, shop_name: string) => {
    await register({ email, is_seller: true, shop_name });
    return (await register({ email: 'prober@example.com', is_seller: true, shop_name })).status;
  };
  expect([await probe('known3@example.com', 'Probe One'), await probe('nobody3@example.com', 'Probe Two')]).toEqual([409, 409]);

  await identity.db.source.query('DELETE FROM rate_limits');
  for (const email of ['known3@example.com', 'nobody3@example.com']) await post('/api/users/resend-code', { email }).expect(200);
  expect([await resentTo('known3@example.com'), await resentTo('nobody3@example.com')]).toMatchObject([[], [{ name: 'Mara' }]]);
});

test('the store name of a registration that lapsed is free again', async () => {
  await register({ email: 'lapsed@example.com', is_seller: true, shop_name: 'Lapsed Store' });
  expect(minutesUntil((await pendingTimesOf('lapsed@example.com')).lapses_at)).toBe(24 * 60);
  await identity.db.source.query(
    `UPDATE pending_registrations SET lapses_at = now() - interval '1 second' WHERE email = 'lapsed@example.com'`,
  );
  expect((await register({ email: 'heir@example.com', is_seller: true, shop_name: 'Lapsed Store' })).status).toBe(200);
});

test('a verified seller is announced with the store name and link', async () => {
  await anAccount(identity, {
    email: 'seller@example.com',
    is_seller: true,
    shop_name: 'Low Tide',
    social_link: 'soundcloud.com/lowtide',
  });
  const verified = await emitted(identity.db.source, UserVerified);
  expect(verified.find((event) => event.email === 'seller@example.com')?.seller).toEqual({
    storeName: 'Low Tide',
    socialLink: 'soundcloud.com/lowtide',
  });
});

test('a resent code replaces the first, and the next may be had after sixty seconds', async () => {
  await register({ email: 'resend@example.com' });
  const first = await lastCode(identity.db, 'resend@example.com');
  const early = await post('/api/users/resend-code', { email: 'resend@example.com' });
  expect(early.status).toBe(429);
  expect(Number(early.headers['retry-after'])).toBeGreaterThan(50);

  await identity.db.source.query('DELETE FROM rate_limits');
  const answer = await post('/api/users/resend-code', { email: 'resend@example.com' });
  expect(answer.body).toEqual({ message: 'Verification code resent' });
  expect(await resentTo('resend@example.com')).toHaveLength(1);
  const second = await lastCode(identity.db, 'resend@example.com');
  if (second !== first) expect((await complete('resend@example.com', first)).status).toBe(400);
  expect((await complete('resend@example.com', second)).status).toBe(200);
});

test('resending answers alike for an address nobody registered', async () => {
  const unknown = await post('/api/users/resend-code', { email: 'nobody@example.com' });
  expect([unknown.status, unknown.body]).toEqual([200, { message: 'Verification code resent' }]);
  expect((await post('/api/users/resend-code', { email: 'nobody@example.com' })).status).toBe(429);
});

test.each<[string, Record<string, unknown>, string]>([
  ['an address without a dot', { email: 'a@b' }, 'email'],
  ['a header in the name', { name: 'Eve\r\nBcc: x@example.com' }, 'name'],
  ['a weak password', { password: 'short', confirmPassword: 'short' }, 'password'],
  ['another confirmation', { confirmPassword: 'Deep-House-2!' }, 'confirmPassword'],
  ['no country', { country: '' }, 'country'],
  ['a seller without store', { is_seller: true }, 'shop_name'],
  [
    'a foreign social link',
    { is_seller: true, shop_name: 'Ok', social_link: 'https://evil.example/?soundcloud.com' },
    'social_link',
  ],
  ['an unknown field', { is_admin: 1 }, 'is_admin'],
  ['a list for a text', { name: ['a'] }, 'name'],
  ['a country that does not exist', { country: 'Atlantis' }, 'country'],
  ['half a surrogate pair', { name: 'a\ud800b' }, 'name'],
  ['NUL', { last_name: 'a\u0000b' }, 'last_name'],
])('registration refuses %s and names the field', async (_what, over, field) => {
  const answer = await register({ email: 'bad@example.com', ...over });
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ success: false, field });
});

describe('one client address', () => {
  const strict = useIdentity();
  test('registers five times an hour, and another may register then', async () => {
    const registerFrom = (n: number, email: string) => postFrom(strict, n, 'register', aRegistration({ email }));
    expect(await timesAllowed((n) => registerFrom(1, `person${n}@example.com`))).toBe(5);
    expect((await registerFrom(2, 'another@example.com')).status).toBe(200);
  });

  test('tries thirty codes an hour, and another may try one then', async () => {
    const guess = { verificationCode: '000000', password: 'Deep-House-1!' };
    const tryFrom = (n: number, email: string) => postFrom(strict, n, 'complete-registration', { ...guess, email });
    expect(await timesAllowed((n) => tryFrom(1, `person${n}@example.com`))).toBe(30);
    expect((await tryFrom(2, 'another@example.com')).status).toBe(400);
  });
});

describe('an address that somebody else registers too', () => {
  const MINE = 'Deep-House-1!';
  const THEIRS = 'Take-It-Over-9!';
  const stranger = { name: 'Stranger', password: THEIRS, confirmPassword: THEIRS };
  const login = (email: string, password: string) => post('/api/users/login', { email, password });

  test('is not theirs when its owner enters the newest code: the password is not the one of that registration', async () => {
    const email = 'owner1@example.com';
    await register({ email });
    const mine = await lastCode(identity.db, email);
    await register({ email, ...stranger });
    const theirs = await lastCode(identity.db, email);
    expect((await complete(email, theirs, MINE)).body).toMatchObject({ code: 'wrong-code', field: 'verificationCode' });
    expect((await complete(email, mine, THEIRS)).status).toBe(400);
    expect((await login(email, THEIRS)).status).toBe(401);

    expect((await complete(email, mine, MINE)).body).toMatchObject({ user: { name: 'Mara' } });
    expect((await login(email, MINE)).status).toBe(200);
    expect((await login(email, THEIRS)).status).toBe(401);
    expect((await complete(email, theirs, THEIRS)).status).toBe(400);
  });

  test('has one new code for all of its registrations, and the password picks one', async () => {
    const email = 'owner2@example.com';
    await register({ email });
    const older = await lastCode(identity.db, email);
    await register({ email, ...stranger });
    await identity.db.source.query('DELETE FROM rate_limits');
    await post('/api/users/resend-code', { email });
    const code = await lastCode(identity.db, email);
    if (code !== older) expect((await complete(email, older, MINE)).status).toBe(400);
    expect((await complete(email, code, 'Neither-Of-Both-1!')).status).toBe(400);
    expect((await complete(email, code, MINE)).body).toMatchObject({ user: { name: 'Mara' } });
    expect((await login(email, THEIRS)).status).toBe(401);
  });

  test('a wrong password counts as a try of every registration', async () => {
    const email = 'owner3@example.com';
    await register({ email });
    const mine = await lastCode(identity.db, email);
    await register({ email, ...stranger });
    for (let i = 0; i < 5; i += 1) expect((await complete(email, mine, 'Neither-Of-Both-1!')).status).toBe(400);
    expect((await complete(email, mine, MINE)).status).toBe(400);
    expect((await complete(email, await lastCode(identity.db, email), THEIRS)).status).toBe(400);
  });

  test('keeps every store name that one of them wants, until there is an account', async () => {
    const email = 'owner4@example.com';
    const free = async (shop_name: string) =>
      (await register({ email: 'passer-by@example.com', is_seller: true, shop_name })).status === 200;
    await register({ email, is_seller: true, shop_name: 'Mine Alone' });
    const mine = await lastCode(identity.db, email);
    await register({ email, ...stranger, is_seller: true, shop_name: 'Another One' });
    await register({ email, ...stranger, is_seller: true, shop_name: 'Mine Alone' });
    expect([await free('mine alone'), await free('another one')]).toEqual([false, false]);
    expect((await complete(email, mine, MINE)).status).toBe(200);
    expect([await free('mine alone'), await free('another one')]).toEqual([false, true]);
  });

  test.each([
    ['mails', 5, (email: string, n: number) => registerFrom(n, email)],
    ['guesses', 10, (email: string, n: number) => guessFrom(n, email)],
  ])('gets so many %s an hour, whatever addresses they come from', async (kind, allowed, ask) => {
    const strict = await openIdentity(1);
    const before = identity;
    identity = strict;
    const statuses: number[] = [];
    for (let n = 0; n < allowed + 3; n += 1) statuses.push((await ask(`${kind}@example.com`, n)).status);
    const mails = await emitted(strict.db.source, UserRegistered);
    const status = (await ask('somebody.else@example.com', 99)).status;
    identity = before;
    await strict.close();
    expect(statuses.slice(allowed)).toEqual([429, 429, 429]);
    expect(statuses.slice(0, allowed)).not.toContain(429);
    expect(mails.length).toBe(kind === 'mails' ? 5 : 0);
    expect(status).not.toBe(429);
  });

  const from = (n: number) => as({ address: `198.51.100.${n}` });
  const registerFrom = (n: number, email: string) =>
    request(identity.app).post('/api/users/register').set(from(n)).send(aRegistration({ email }));
  const guessFrom = (n: number, email: string) =>
    request(identity.app)
      .post('/api/users/complete-registration')
      .set(from(n))
      .send({ email, verificationCode: '000000', password: MINE });
});
