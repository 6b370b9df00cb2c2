import { SecondFactorChanged } from '@shop/contracts/events';
import { as, asGateway, emitted, untilBlocked } from '@shop/runtime/testing';
import request from 'supertest';
import { anApp, PASSWORD } from '../testing/a-factor';
import {
  anAccount,
  cookieIn,
  minutesUntil,
  openIdentity,
  testFactors,
  timesAllowed,
  type IdentityApp,
} from '../testing/identity-app';
import { aVirtualPasskey } from '../testing/virtual-passkey';

let identity: IdentityApp;
beforeEach(async () => {
  identity = await openIdentity();
});
afterEach(() => identity.close());

type Options = {
  challenge: string;
  allowCredentials?: { id: string }[];
  excludeCredentials?: { id: string }[];
  userVerification: string;
};
type Caller = ReturnType<typeof as>;

const post = (path: string, body: object, caller: Caller = as()) => request(identity.app).post(path).set(caller).send(body);
const ownerOf = async (credential: string) =>
  (
    (await post('/internal/sessions', { kind: 'cookie', credential }, asGateway())).body as {
      owner: { userId: number; sessionId: string; steppedUp: boolean } | null;
    }
  ).owner;
const sql = <Row = unknown>(text: string) => identity.db.source.query<Row[]>(text);

async function anOwner(over: Record<string, unknown> = {}) {
  const { id, cookie } = await anAccount(identity, over);
  const { sessionId } = (await ownerOf(cookie))!;
  return { id, cookie, sessionId, caller: as({ userId: id, sessionId }) };
}

const optionsFor = async (caller: Caller) =>
  (await post('/api/users/passkeys/options', { password: PASSWORD }, caller)).body as Options;

async function aKeyOf(caller: Caller, name = 'Laptop') {
  const key = aVirtualPasskey();
  const answer = await post('/api/users/passkeys', { name, passkey: key.register(await optionsFor(caller)) }, caller);
  return { key, answer, ...(answer.body as { passkey: { id: string }; recoveryCodes: string[] | null }) };
}

const login = async () =>
  (await post('/api/users/login', { email: 'mara@example.com', password: PASSWORD })).body as { challenge: string };
async function secondStep() {
  const { challenge } = await login();
  const { passkey } = (await post('/api/users/login/second-factor/options', { challenge })).body as { passkey: Options };
  return { challenge, passkey };
}
const second = (challenge: string, passkey: object) => post('/api/users/login/second-factor', { challenge, passkey });

test('a passkey is registered by name, listed, and is the second step of the next login', async () => {
  const { id, caller } = await anOwner();
  const { key, answer, recoveryCodes } = await aKeyOf(caller);
  expect(answer.status).toBe(200);
  expect(recoveryCodes).toHaveLength(10);
  expect((await request(identity.app).get('/api/users/second-factor').set(caller)).body).toMatchObject({
    app: false,
    passkeys: [{ name: 'Laptop', last_used_at: null }],
    recoveryCodesLeft: 10,
    required: false,
  });

  const { challenge, passkey } = await secondStep();
  expect(passkey.allowCredentials).toHaveLength(1);
  // After the password, the passkey need not check its owner.
  const login = await second(challenge, key.use(passkey, { verified: false }));
  expect(login.body).toMatchObject({ message: 'Login successful', user: { id } });
  expect(await ownerOf(cookieIn(login.headers['set-cookie']))).toMatchObject({ userId: id, steppedUp: true });
});

test('several passkeys have names of their own; the next brings no new recovery codes and one cannot be registered twice', async () => {
  const { caller } = await anOwner();
  const first = await aKeyOf(caller);
  const options = await optionsFor(caller);
  expect(options.excludeCredentials).toHaveLength(1);
  const again = await post('/api/users/passkeys', { name: 'Again', passkey: first.key.register(options) }, caller);
  expect([again.status, (again.body as { code: string }).code]).toEqual([409, 'passkey-exists']);
  expect((await aKeyOf(caller, 'Phone')).recoveryCodes).toBeNull();
  expect(await sql('SELECT name FROM passkeys ORDER BY created_at')).toEqual([{ name: 'Laptop' }, { name: 'Phone' }]);
});

test('an assertion is refused for another challenge, another page, a copied key and another account', async () => {
  const { caller } = await anOwner();
  const { key } = await aKeyOf(caller);
  const { challenge, passkey } = await secondStep();
  const used = key.use(passkey);
  expect((await second(challenge, used)).status).toBe(200);

  const next = await secondStep();
  const refused = [
    used,
    key.use({ challenge: 'another' }),
    key.use(next.passkey, { origin: 'https://phishing.example' }),
    key.use(next.passkey, { counter: 1 }),
  ];
  for (const proof of refused)
    expect((await second(next.challenge, proof)).body).toMatchObject({ code: 'wrong-passkey', field: 'passkey' });

  const noa = await anOwner({ email: 'noa@example.com' });
  const { key: foreign } = await aKeyOf(noa.caller);
  const third = await secondStep();
  expect((await second(third.challenge, foreign.use(third.passkey))).status).toBe(400);
});

test('a passkey that was asked for nothing, or is malformed, is refused', async () => {
  const { caller } = await anOwner();
  const { key } = await aKeyOf(caller);
  const { challenge } = await login();
  expect((await second(challenge, key.use({ challenge }))).status).toBe(400);
  const assertion = key.use({ challenge });
  for (const bad of [
    {},
    { ...assertion, id: 'no base64 !' },
    { ...assertion, response: { ...assertion.response, signature: 'AA' } },
  ])
    expect((await second(challenge, bad)).status).toBe(400);
  const junk = {
    ...aVirtualPasskey().register(await optionsFor(caller)),
    response: { clientDataJSON: 'e30', attestationObject: 'AAAA' },
  };
  expect((await post('/api/users/passkeys', { name: 'Junk', passkey: junk }, caller)).body).toMatchObject({
    code: 'wrong-passkey',
  });
});

test('a registration answers what its own session was asked, once', async () => {
  const { caller } = await anOwner();
  const passkey = aVirtualPasskey();
  const options = await optionsFor(caller);
  const noa = await anOwner({ email: 'noa@example.com' });
  const add = (form: object, by = caller) => post('/api/users/passkeys', { name: 'X', passkey: form }, by);
  expect((await add(passkey.register(options), noa.caller)).status).toBe(400);
  expect((await add(passkey.register(options, { origin: 'https://phishing.example' }))).status).toBe(400);
  expect((await add(passkey.register(options))).status).toBe(200);
  expect((await add(aVirtualPasskey().register(options))).status).toBe(400);
});

test('the challenge of a step-up registers no passkey, because nobody entered the password', async () => {
  const { caller } = await anOwner();
  await aKeyOf(caller);
  const { passkey } = (await post('/api/users/step-up/options', {}, caller)).body as { passkey: Options };
  const added = await post('/api/users/passkeys', { name: 'Thief', passkey: aVirtualPasskey().register(passkey) }, caller);
  expect([added.status, added.body]).toEqual([400, expect.objectContaining({ code: 'wrong-passkey', field: 'passkey' })]);
  expect(await sql('SELECT name FROM passkeys')).toEqual([{ name: 'Laptop' }]);
});

test('a passkey confirms a step-up', async () => {
  const { cookie, caller } = await anOwner();
  const { key } = await aKeyOf(caller);
  await sql('UPDATE sessions SET stepped_up_until = NULL');
  const { app, passkey } = (await post('/api/users/step-up/options', {}, caller)).body as { app: boolean; passkey: Options };
  expect(app).toBe(false);
  const assertion = key.use(passkey);
  expect((await post('/api/users/step-up', { passkey: assertion }, caller)).status).toBe(200);
  expect(await ownerOf(cookie)).toMatchObject({ steppedUp: true });
  expect((await post('/api/users/step-up', { passkey: assertion }, caller)).status).toBe(400);
});

describe('the challenge of a session lasts five minutes', () => {
  const fiveMinutesPass = async () => {
    const challenges = await sql<{ ends: Date }>(
      'SELECT webauthn_expires_at AS ends FROM sessions WHERE webauthn_challenge IS NOT NULL',
    );
    expect(challenges.map(({ ends }) => minutesUntil(ends))).toEqual([5]);
    await sql('UPDATE sessions SET webauthn_expires_at = now()');
  };

  test('at a step-up', async () => {
    const { cookie, caller } = await anOwner();
    const { key } = await aKeyOf(caller);
    await sql('UPDATE sessions SET stepped_up_until = NULL');
    const { passkey } = (await post('/api/users/step-up/options', {}, caller)).body as { passkey: Options };
    await fiveMinutesPass();
    const late = await post('/api/users/step-up', { passkey: key.use(passkey) }, caller);
    expect([late.status, late.body]).toEqual([400, expect.objectContaining({ code: 'wrong-passkey' })]);
    expect(await ownerOf(cookie)).toMatchObject({ steppedUp: false });
  });

  test('with a new passkey', async () => {
    const { caller } = await anOwner();
    const passkey = aVirtualPasskey().register(await optionsFor(caller));
    await fiveMinutesPass();
    const late = await post('/api/users/passkeys', { name: 'Late', passkey }, caller);
    expect([late.status, late.body]).toEqual([400, expect.objectContaining({ code: 'wrong-passkey' })]);
    expect(await sql('SELECT 1 FROM passkeys')).toEqual([]);
  });
});

test('an account has ten passkeys at most', async () => {
  const { caller } = await anOwner();
  for (let n = 1; n <= 10; n += 1) expect((await aKeyOf(caller, `Key ${n}`)).answer.status).toBe(200);
  const more = await post('/api/users/passkeys/options', { password: PASSWORD }, caller);
  expect([more.status, more.body]).toEqual([409, expect.objectContaining({ code: 'too-many-passkeys' })]);
  const noa = await anOwner({ email: 'noa@example.com' });
  expect((await aKeyOf(noa.caller)).answer.status).toBe(200);
});

test('a passkey that was asked for as the tenth is refused once another session has added the tenth', async () => {
  const { caller } = await anOwner();
  for (let n = 1; n <= 9; n += 1) await aKeyOf(caller, `Key ${n}`);
  const passkey = aVirtualPasskey().register(await optionsFor(caller));
  await sql(
    `INSERT INTO passkeys (credential_id, user_id, name, public_key, counter, transports)
     SELECT 'another', user_id, 'Another', public_key, 0, transports FROM passkeys LIMIT 1`,
  );
  const late = await post('/api/users/passkeys', { name: 'Key 11', passkey }, caller);
  expect([late.status, late.body]).toEqual([409, expect.objectContaining({ code: 'too-many-passkeys' })]);
  expect(await sql('SELECT 1 FROM passkeys')).toHaveLength(10);
});

describe('a login with the passkey alone', () => {
  const begin = async () => (await post('/api/users/login/passkey/options', {})).body as { challenge: string; passkey: Options };
  const finish = (challenge: string, passkey: object) => post('/api/users/login/passkey', { challenge, passkey });

  test('knows whose it is and asks that the owner is verified', async () => {
    const { id, caller } = await anOwner();
    const { key } = await aKeyOf(caller);
    const { challenge, passkey } = await begin();
    expect(passkey).toMatchObject({ userVerification: 'required', allowCredentials: [] });
    expect((await finish(challenge, key.use(passkey, { verified: false }))).status).toBe(401);
    const login = await finish(challenge, key.use(passkey));
    expect(login.body).toMatchObject({ message: 'Login successful', user: { id } });
    expect(await ownerOf(cookieIn(login.headers['set-cookie']))).toMatchObject({ userId: id, steppedUp: true });
    expect((await finish(challenge, key.use(passkey))).status).toBe(401);
  });

  test('waits for who changes the account, and is refused when they have removed the passkey', async () => {
    const { id, caller } = await anOwner();
    const { key } = await aKeyOf(caller);
    const { challenge, passkey } = await begin();
    const removing = identity.db.source.createQueryRunner();
    await removing.startTransaction();
    await removing.query('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [id]);
    const answer = finish(challenge, key.use(passkey)).then(({ status }) => status);
    await untilBlocked(identity.db.source);
    await removing.query('DELETE FROM passkeys');
    await removing.commitTransaction();
    await removing.release();
    expect(await answer).toBe(401);
  });

  test('is begun sixty times in 15 minutes by one client address, and another may begin one then', async () => {
    const beginFrom = (address: string) => post('/api/users/login/passkey/options', {}, as({ address }));
    expect(await timesAllowed(() => beginFrom('192.0.2.1'))).toBe(60);
    expect((await beginFrom('192.0.2.2')).status).toBe(200);
  });

  test('neither an unknown passkey nor the challenge of a password opens it', async () => {
    const { caller } = await anOwner();
    const { key } = await aKeyOf(caller);
    const { challenge, passkey } = await begin();
    expect((await finish(challenge, aVirtualPasskey().use(passkey))).status).toBe(401);
    expect((await second(challenge, key.use(passkey))).status).toBe(401);
    const step = await secondStep();
    expect((await finish(step.challenge, key.use(step.passkey))).status).toBe(401);
  });
});

test('removing a passkey ends its use; the last one of who must have a factor stays', async () => {
  const { id, caller } = await anOwner();
  const { key, passkey } = await aKeyOf(caller);
  const noa = await anOwner({ email: 'noa@example.com' });
  const remove = (by: Caller) => post(`/api/users/passkeys/${passkey.id}/remove`, { password: PASSWORD }, by);
  expect((await remove(noa.caller)).status).toBe(404);
  await anApp(identity, id);
  const step = await secondStep();
  expect((await remove(caller)).status).toBe(200);
  expect((await second(step.challenge, key.use(step.passkey))).status).toBe(400);
  expect((await post('/api/users/passkeys/nonsense/remove', { password: PASSWORD }, caller)).status).toBe(400);
});

test('the last passkey of an admin who must have a factor cannot be taken away', async () => {
  await identity.close();
  identity = await openIdentity(1, { factors: { ...testFactors, requiredOfAdmins: true } });
  const { caller } = await anOwner();
  const { passkey } = await aKeyOf(caller);
  await sql(`UPDATE users SET admin_role = 'owner'`);
  const removal = await post(`/api/users/passkeys/${passkey.id}/remove`, { password: PASSWORD }, caller);
  expect([removal.status, (removal.body as { code: string }).code]).toEqual([409, 'factor-required']);
});

describe('an admin who must have a factor and has none', () => {
  const beginEnrolment = async () => {
    const { challenge } = await login();
    const { body } = await post('/api/users/login/second-factor/enrol/passkey', { challenge });
    return { challenge, options: body as Options };
  };
  const enrol = (challenge: string, passkey: object, name = 'Laptop') =>
    post('/api/users/login/second-factor', { challenge, newPasskey: { name, passkey } });

  beforeEach(async () => {
    await identity.close();
    identity = await openIdentity(1, { factors: { ...testFactors, requiredOfAdmins: true } });
    await anAccount(identity);
    await sql(`UPDATE users SET admin_role = 'owner'`);
  });

  test('makes a passkey at the login, and is in with it', async () => {
    const { challenge, options } = await beginEnrolment();
    const key = aVirtualPasskey();
    const enrolment = await enrol(challenge, key.register(options));
    expect(enrolment.body).toMatchObject({ message: 'Login successful', recoveryCodes: expect.any(Array) as string[] });
    expect(await ownerOf(cookieIn(enrolment.headers['set-cookie']))).toMatchObject({ admin: true, steppedUp: true });
    expect(await emitted(identity.db.source, SecondFactorChanged)).toMatchObject([{ change: 'passkey-added' }]);

    const next = await secondStep();
    expect((await second(next.challenge, key.use(next.passkey, { verified: false }))).body).toMatchObject({
      message: 'Login successful',
    });
  });

  test('is not let in by a passkey that answers another challenge, nor by one that nobody asked for', async () => {
    const enrolment = await beginEnrolment();
    const { challenge } = await beginEnrolment();
    expect((await enrol(challenge, aVirtualPasskey().register(enrolment.options))).body).toMatchObject({ code: 'wrong-passkey' });
    const unasked = await login();
    expect((await enrol(unasked.challenge, aVirtualPasskey().register(enrolment.options))).body).toMatchObject({
      code: 'wrong-passkey',
    });
    expect(await sql('SELECT 1 FROM passkeys')).toEqual([]);
  });

  test('adds none at the login once there is a factor', async () => {
    const { challenge, options } = await beginEnrolment();
    await enrol(challenge, aVirtualPasskey().register(options));
    const next = await login();
    expect((await post('/api/users/login/second-factor/enrol/passkey', { challenge: next.challenge })).status).toBe(401);
    expect((await enrol(next.challenge, aVirtualPasskey().register(options))).status).toBe(400);
    expect(await sql('SELECT 1 FROM passkeys')).toHaveLength(1);
  });
});
