import { AdminActed, PasswordResetRequested, SecondFactorChanged } from '@shop/contracts/events';
import { as, asGateway, emitted, untilBlocked } from '@shop/runtime/testing';
import request from 'supertest';
import { anApp, codeOf, PASSWORD } from '../testing/a-factor';
import { anAccount, cookieIn, minutesUntil, openIdentity, testFactors, type IdentityApp } from '../testing/identity-app';

let identity: IdentityApp;
beforeEach(async () => {
  identity = await openIdentity();
});
afterEach(() => identity.close());

const post = (path: string, body: object, caller = as()) => request(identity.app).post(path).set(caller).send(body);
const login = (app = identity.app) =>
  request(app).post('/api/users/login').set(as()).send({ email: 'mara@example.com', password: PASSWORD });
const challengeOf = async () => ((await login()).body as { challenge: string }).challenge;
const second = (body: object) => post('/api/users/login/second-factor', body);

type Owner = {
  userId: number;
  sessionId: string;
  steppedUp: boolean;
  steppedUpUntil: string | null;
  reauthenticatedUntil: string | null;
};
const ownerOf = async (credential: string) =>
  ((await post('/internal/sessions', { kind: 'cookie', credential }, asGateway())).body as { owner: Owner | null }).owner;
const sql = <Row = unknown>(text: string, values: unknown[] = []) => identity.db.source.query<Row[]>(text, values);

/** An account with an app, and the session that it was set up in. */
async function guarded() {
  const { id, cookie } = await anAccount(identity);
  const { sessionId } = (await ownerOf(cookie))!;
  return { id, cookie, sessionId, caller: as({ userId: id, sessionId }), ...(await anApp(identity, id, sessionId)) };
}

test('an account without a second factor logs in with the password alone and is never asked to confirm', async () => {
  const { cookie } = await anAccount(identity);
  expect((await login()).body).toMatchObject({ message: 'Login successful' });
  expect(await ownerOf(cookie)).toMatchObject({ steppedUp: true, steppedUpUntil: null });
});

test('with an app the right password answers a challenge, without cookie or token; its code logs in', async () => {
  const { id, secret } = await guarded();
  const first = await login();
  expect(first.body).toEqual({
    message: 'Second factor required',
    requiresSecondFactor: true,
    challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
  });
  expect(first.headers['set-cookie']).toBeUndefined();
  const { challenge } = first.body as { challenge: string };
  expect((await post('/api/users/login/second-factor/options', { challenge })).body).toEqual({ app: true, passkey: null });

  const code = codeOf(secret);
  const secondStep = await second({ challenge, code: ` ${code.slice(0, 3)} ${code.slice(3)} ` });
  expect(secondStep.body).toEqual({
    message: 'Login successful',
    user: expect.objectContaining({ id, email: 'mara@example.com' }) as object,
    token: expect.stringMatching(new RegExp(`^${id}-[\\w-]{43}$`)) as string,
  });
  expect(await ownerOf(cookieIn(secondStep.headers['set-cookie']))).toMatchObject({ userId: id, steppedUp: true });
});

test('nothing in the database lets its reader make a code, use a recovery code or go on with a login', async () => {
  const { secret, recoveryCodes } = await guarded();
  const challenge = await challengeOf();
  const dump = JSON.stringify([
    await sql('SELECT * FROM authenticator_apps'),
    await sql(`SELECT encode(secret_sealed, 'escape') FROM authenticator_apps`),
    await sql('SELECT * FROM recovery_codes'),
    await sql('SELECT * FROM login_challenges'),
    await sql('SELECT data FROM outbox'),
  ]);
  for (const word of [secret, challenge, recoveryCodes[0]!, recoveryCodes[0]!.replace('-', '')]) expect(dump).not.toContain(word);
});

test('a code works once, and so does an older one than the last', async () => {
  const { secret } = await guarded();
  const code = codeOf(secret, 1);
  expect((await second({ challenge: await challengeOf(), code })).status).toBe(200);
  for (const again of [code, codeOf(secret)])
    expect((await second({ challenge: await challengeOf(), code: again })).body).toMatchObject({
      code: 'wrong-code',
      field: 'code',
    });
});

test('one of parallel logins with the same code succeeds', async () => {
  const { secret } = await guarded();
  const challenges = [await challengeOf(), await challengeOf(), await challengeOf()];
  const answers = await Promise.all(challenges.map((challenge) => second({ challenge, code: codeOf(secret) })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
});

test('a challenge works once, for five minutes and five tries', async () => {
  const { secret, recoveryCodes } = await guarded();
  const used = await challengeOf();
  expect((await second({ challenge: used, code: codeOf(secret) })).status).toBe(200);
  expect((await second({ challenge: used, recoveryCode: recoveryCodes[0] })).status).toBe(401);

  const tried = await challengeOf();
  for (let i = 0; i < 5; i += 1) expect((await second({ challenge: tried, code: '000000' })).status).toBe(400);
  expect((await second({ challenge: tried, recoveryCode: recoveryCodes[0] })).status).toBe(401);

  await sql('DELETE FROM login_challenges');
  const old = await challengeOf();
  const [opened] = await sql<{ expires_at: Date }>('SELECT expires_at FROM login_challenges');
  expect(minutesUntil(opened!.expires_at)).toBe(5);
  await sql('UPDATE login_challenges SET expires_at = now()');
  expect((await second({ challenge: old, recoveryCode: recoveryCodes[0] })).status).toBe(401);
  expect((await second({ challenge: 'x'.repeat(43), code: '000000' })).status).toBe(401);
  expect((await second({ challenge: '../x', code: '000000' })).status).toBe(400);
  expect((await second({ challenge: await challengeOf() })).status).toBe(400);
});

test('guesses are limited for the account, whatever address and challenge they come with', async () => {
  const { secret } = await guarded();
  const statuses: number[] = [];
  for (let i = 0; i < 12; i += 1) {
    const challenge = await challengeOf();
    const answer = await post('/api/users/login/second-factor', { challenge, code: '000000' }, as({ address: `192.0.2.${i}` }));
    statuses.push(answer.status);
  }
  expect(statuses).toEqual([...Array<number>(10).fill(400), 429, 429]);
  expect((await second({ challenge: await challengeOf(), code: codeOf(secret) })).status).toBe(429);
});

/**
 * Sets another password by a reset link and logs in with it.
 * @returns the challenge of the second step
 */
async function challengeAfterReset(): Promise<string> {
  await post('/api/users/forgot-password', { email: 'mara@example.com' });
  const [reset] = await emitted(identity.db.source, PasswordResetRequested);
  const password = 'Warm-Up-Set-2!';
  await post(`/api/users/reset-password/${reset!.token}`, { password }).expect(200);
  return ((await post('/api/users/login', { email: 'mara@example.com', password })).body as { challenge: string }).challenge;
}

test('an account has fifty wrong codes a day, until a reset link sets a password', async () => {
  const { caller, secret } = await guarded();
  const guess = () => post('/api/users/step-up', { recoveryCode: 'aaaaa-aaaaa' }, caller);
  for (let round = 0; round < 5; round += 1) {
    for (let i = 0; i < 10; i += 1) await guess().expect(400);
    await sql(`UPDATE rate_limits SET expire = 0 WHERE key LIKE 'second-factor:%'`);
  }
  const refused = await guess().expect(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(23 * 3600);
  await second({ challenge: await challengeOf(), code: codeOf(secret) }).expect(429);

  const challenge = await challengeAfterReset();
  await second({ challenge, code: codeOf(secret) }).expect(200);
});

test('a reset password begins a new count, so that who guesses with the old one locks nobody out', async () => {
  const { secret } = await guarded();
  const older = [await challengeOf(), await challengeOf()];
  for (let i = 0; i < 10; i += 1) await second({ challenge: await challengeOf(), code: '000000' }).expect(400);
  await second({ challenge: await challengeOf(), code: codeOf(secret) }).expect(429);
  const challenge = await challengeAfterReset();
  for (const ofThief of [...older, ...older, ...older, ...older, ...older])
    await second({ challenge: ofThief, code: '000000' }).expect(401);
  await second({ challenge, code: codeOf(secret) }).expect(200);
});

test('a password that is changed in a session begins no new count, at the login or in the session', async () => {
  const { id, caller, secret } = await guarded();
  for (let i = 0; i < 10; i += 1) await post('/api/users/step-up', { code: '000000' }, caller).expect(400);
  const password = 'Warm-Up-Set-2!';
  const change = { password, current_password: PASSWORD };
  await request(identity.app).put(`/api/users/${id}`).set(caller).send(change).expect(200);
  await post('/api/users/step-up', { code: '000000' }, caller).expect(429);
  const { challenge } = (await post('/api/users/login', { email: 'mara@example.com', password })).body as { challenge: string };
  await second({ challenge, code: codeOf(secret) }).expect(429);
});

test('right codes use up no allowance', async () => {
  await identity.close();
  // The scale leaves two codes a day.
  identity = await openIdentity(0.04);
  const { caller, recoveryCodes } = await guarded();
  for (const recoveryCode of recoveryCodes.slice(0, 4)) await post('/api/users/step-up', { recoveryCode }, caller).expect(200);
  await post('/api/users/step-up', { code: '000000' }, caller).expect(400);
});

test('a password that is replaced between the two steps ends the login', async () => {
  const { id, secret } = await guarded();
  const challenge = await challengeOf();
  const replacing = identity.db.source.createQueryRunner();
  await replacing.startTransaction();
  await replacing.query(`UPDATE users SET password_hash = 'another' WHERE id = $1`, [id]);
  const answer = second({ challenge, code: codeOf(secret) }).then(({ status }) => status);
  await untilBlocked(identity.db.source);
  await replacing.commitTransaction();
  await replacing.release();
  expect(await answer).toBe(401);
});

test('an account that is suspended between the two steps stays outside', async () => {
  const { secret } = await guarded();
  const challenge = await challengeOf();
  await sql("UPDATE users SET suspended_at = now(), suspended_because = 'x'");
  expect((await second({ challenge, code: codeOf(secret) })).body).toMatchObject({ code: 'suspended' });
  expect((await login()).body).toMatchObject({ code: 'suspended' });
});

test('ten recovery codes each work once, and new ones take their place', async () => {
  const { recoveryCodes, caller, id } = await guarded();
  expect(new Set(recoveryCodes).size).toBe(10);
  const countLeft = async () =>
    ((await request(identity.app).get('/api/users/second-factor').set(caller)).body as { recoveryCodesLeft: number })
      .recoveryCodesLeft;
  const [first, other] = recoveryCodes as [string, string];
  const challenge = await challengeOf();
  expect((await second({ challenge, recoveryCode: first.toUpperCase().replace('-', ' ') })).status).toBe(200);
  expect((await second({ challenge: await challengeOf(), recoveryCode: first })).status).toBe(400);
  expect(await countLeft()).toBe(9);

  const answer = await post('/api/users/second-factor/recovery-codes', { password: PASSWORD }, caller);
  expect(await countLeft()).toBe(10);
  expect((await second({ challenge: await challengeOf(), recoveryCode: other })).status).toBe(400);
  const [fresh] = (answer.body as { recoveryCodes: string[] }).recoveryCodes;
  expect((await second({ challenge: await challengeOf(), recoveryCode: fresh })).status).toBe(200);
  expect((await emitted(identity.db.source, SecondFactorChanged)).map(({ userId, change }) => [userId, change])).toEqual([
    [id, 'app-added'],
    [id, 'recovery-code-used'],
    [id, 'recovery-codes-made'],
    [id, 'recovery-code-used'],
  ]);
});

test('setting up, removing and new codes ask for the password, and guesses at it are limited', async () => {
  const { id, cookie } = await anAccount(identity);
  const { sessionId } = (await ownerOf(cookie))!;
  const caller = as({ userId: id, sessionId });
  for (const path of ['second-factor/app', 'second-factor/app/remove', 'second-factor/recovery-codes', 'passkeys/options'])
    expect((await post(`/api/users/${path}`, { password: 'Wrong-Word-1!' }, caller)).body).toMatchObject({
      code: 'wrong-password',
      field: 'password',
    });
  for (let i = 0; i < 6; i += 1) await post('/api/users/second-factor/app', { password: 'Wrong-Word-1!' }, caller);
  expect((await post('/api/users/second-factor/app', { password: PASSWORD }, caller)).status).toBe(429);
});

test('an app counts from its first code on, and cannot be replaced without being removed', async () => {
  const { id, cookie } = await anAccount(identity);
  const caller = as({ userId: id, sessionId: (await ownerOf(cookie))!.sessionId });
  const begun = await post('/api/users/second-factor/app', { password: PASSWORD }, caller);
  const { secret, uri } = begun.body as { secret: string; uri: string };
  expect(uri).toBe(`otpauth://totp/Ghostline:mara%40example.com?secret=${secret}&issuer=Ghostline`);
  expect((await login()).body).toMatchObject({ message: 'Login successful' });
  expect((await post('/api/users/second-factor/app/confirm', { code: '000000' }, caller)).body).toMatchObject({
    code: 'wrong-code',
  });
  expect((await post('/api/users/second-factor/app/confirm', { code: codeOf(secret) }, caller)).status).toBe(200);
  expect((await post('/api/users/second-factor/app', { password: PASSWORD }, caller)).status).toBe(409);
  expect((await post('/api/users/second-factor/app/confirm', { code: codeOf(secret, 1) }, caller)).status).toBe(400);
  expect((await login()).body).toMatchObject({ requiresSecondFactor: true });

  expect((await post('/api/users/second-factor/app/remove', { password: PASSWORD }, caller)).status).toBe(200);
  expect((await login()).body).toMatchObject({ message: 'Login successful' });
  expect(await sql('SELECT 1 FROM recovery_codes')).toEqual([]);
});

test('the first factor ends the other sessions: they were begun with the password alone', async () => {
  const { id, cookie } = await anAccount(identity);
  const secondCookie = cookieIn((await login()).headers['set-cookie']);
  const { sessionId } = (await ownerOf(cookie))!;
  await anApp(identity, id, sessionId);
  expect([await ownerOf(secondCookie), (await ownerOf(cookie))?.sessionId]).toEqual([null, sessionId]);
});

describe('step-up', () => {
  test('of an account without a factor is its password; what asks for it is then open for five minutes', async () => {
    const { id, cookie } = await anAccount(identity);
    const { sessionId } = (await ownerOf(cookie))!;
    const caller = as({ userId: id, sessionId });
    expect((await ownerOf(cookie))!.reauthenticatedUntil).toBeNull();
    expect((await post('/api/users/step-up/options', {}, caller)).body).toEqual({ app: false, passkey: null });
    const wrong = await post('/api/users/step-up', { password: 'Wrong-Word-1!' }, caller);
    expect([wrong.status, wrong.body]).toEqual([400, expect.objectContaining({ code: 'wrong-password', field: 'password' })]);
    expect((await ownerOf(cookie))!.reauthenticatedUntil).toBeNull();
    expect((await post('/api/users/step-up', { password: PASSWORD }, caller)).status).toBe(200);
    const ms = Date.parse((await ownerOf(cookie))!.reauthenticatedUntil!) - Date.now();
    expect([ms > 290_000, ms <= 300_000]).toEqual([true, true]);
    expect((await ownerOf(cookie))!.steppedUpUntil).toBeNull();
  });

  test('of an account with a factor is never its password', async () => {
    const { caller, cookie } = await guarded();
    await sql('UPDATE sessions SET stepped_up_until = NULL');
    const answer = await post('/api/users/step-up', { password: PASSWORD }, caller);
    expect([answer.status, (answer.body as { code: string }).code]).toEqual([400, 'wrong-code']);
    expect(await ownerOf(cookie)).toMatchObject({ steppedUp: false, reauthenticatedUntil: null });
  });

  test('a code opens the session for five minutes', async () => {
    const { cookie, caller, secret } = await guarded();
    await sql('UPDATE sessions SET stepped_up_until = NULL');
    expect(await ownerOf(cookie)).toMatchObject({ steppedUp: false });
    expect((await post('/api/users/step-up', { code: '000000' }, caller)).body).toMatchObject({ code: 'wrong-code' });
    expect((await post('/api/users/step-up', { code: codeOf(secret) }, caller)).status).toBe(200);
    const owner = (await ownerOf(cookie))!;
    expect(owner.steppedUp).toBe(true);
    expect(Date.parse(owner.steppedUpUntil!) - Date.now()).toBeGreaterThan(290_000);
    expect(Date.parse(owner.steppedUpUntil!) - Date.now()).toBeLessThanOrEqual(300_000);
    await sql('UPDATE sessions SET stepped_up_until = now()');
    expect(await ownerOf(cookie)).toMatchObject({ steppedUp: false });
  });

  test('the password is no second factor, and neither is nothing', async () => {
    const { caller } = await guarded();
    for (const body of [{}, { password: PASSWORD }, { code: '000000', recoveryCode: 'aaaaa-aaaaa' }])
      expect((await post('/api/users/step-up', body, caller)).status).toBe(400);
  });

  test.each(['second-factor/app', 'second-factor/app/remove', 'second-factor/recovery-codes', 'passkeys/options'])(
    'who has a factor confirms it for %s',
    async (path) => {
      const { id, sessionId } = await guarded();
      const answer = await post(`/api/users/${path}`, { password: PASSWORD }, as({ userId: id, sessionId, steppedUp: false }));
      expect([answer.status, (answer.body as { code: string }).code]).toEqual([403, 'step-up-required']);
    },
  );
});

describe('admins who must have a factor', () => {
  beforeEach(async () => {
    await identity.close();
    identity = await openIdentity(1, { factors: { ...testFactors, requiredOfAdmins: true } });
  });
  const anAdmin = async () => {
    const account = await anAccount(identity);
    await sql(`UPDATE users SET admin_role = 'owner' WHERE id = $1`, [account.id]);
    return account;
  };

  test('enrol at the first login, and are in with the first code', async () => {
    const { id } = await anAdmin();
    const first = await login();
    expect(first.body).toMatchObject({ requiresSecondFactor: true, enrol: true });
    expect(first.headers['set-cookie']).toBeUndefined();
    const { challenge } = first.body as { challenge: string };
    const begun = await post('/api/users/login/second-factor/enrol', { challenge });
    const { secret } = begun.body as { secret: string };
    expect((await second({ challenge, code: '000000' })).body).toMatchObject({ code: 'wrong-code' });
    const secondStep = await second({ challenge, code: codeOf(secret) });
    expect(secondStep.body).toMatchObject({ message: 'Login successful', recoveryCodes: expect.any(Array) as string[] });
    expect(await ownerOf(cookieIn(secondStep.headers['set-cookie']))).toMatchObject({ userId: id, admin: true, steppedUp: true });

    const next = (await login()).body as { challenge: string; enrol?: true };
    expect(next.enrol).toBeUndefined();
    expect((await post('/api/users/login/second-factor/enrol', { challenge: next.challenge })).status).toBe(401);
    expect((await emitted(identity.db.source, AdminActed)).map(({ action }) => action)).toContain('user.second-factor-changed');
  });

  test('have no session that counts while they lack one, and cannot take the last one away', async () => {
    const { cookie } = await anAdmin();
    expect(await ownerOf(cookie)).toBeNull();
    await sql('UPDATE users SET admin_role = NULL');
    const { userId, sessionId } = (await ownerOf(cookie))!;
    await anApp(identity, userId, sessionId);
    await sql(`UPDATE users SET admin_role = 'owner'`);
    const removal = await post('/api/users/second-factor/app/remove', { password: PASSWORD }, as({ userId, sessionId }));
    expect([removal.status, (removal.body as { code: string }).code]).toEqual([409, 'factor-required']);
    expect(await sql('SELECT 1 FROM authenticator_apps')).toHaveLength(1);
    expect(await sql('SELECT 1 FROM recovery_codes')).toHaveLength(10);
  });

  test('others are not asked', async () => {
    await anAccount(identity);
    expect((await login()).body).toMatchObject({ message: 'Login successful' });
  });
});

test('a deleted account leaves nothing that somebody was known by', async () => {
  const { id } = await guarded();
  await challengeOf();
  await request(identity.app)
    .delete(`/api/users/${id}`)
    .set(as({ userId: 999, admin: true }))
    .expect(409);
  await sql(
    `INSERT INTO users (email, name, last_name, country, password_hash, admin_role) VALUES ('o@example.com', 'O', 'O', 'Norway', 'x', 'owner')`,
  );
  await request(identity.app)
    .delete(`/api/users/${id}`)
    .set(as({ userId: 999, admin: true }))
    .expect(200);
  for (const table of ['authenticator_apps', 'recovery_codes', 'passkeys', 'login_challenges'])
    expect(await sql(`SELECT 1 FROM ${table}`)).toEqual([]);
});
