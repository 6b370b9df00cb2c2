import {
  AccountDeletionWithdrawn,
  AdminActed,
  EmailChanged,
  EmailChangeRequested,
  NewDeviceLoggedIn,
  PasswordResetRequested,
  SecondFactorChanged,
  UserChanged,
  UserDeleted,
} from '@shop/contracts/events';
import { as, asAdmin, asGateway, asUser, emitted, untilBlocked } from '@shop/runtime/testing';
import request from 'supertest';
import { anApp } from '../testing/a-factor';
import {
  anAccount,
  anAdmin,
  cookieIn,
  deviceIn,
  minutesUntil,
  openIdentity,
  timesAllowed,
  type IdentityApp,
} from '../testing/identity-app';
import { aVirtualPasskey } from '../testing/virtual-passkey';

let identity: IdentityApp;
beforeEach(async () => {
  identity = await openIdentity(100);
});
afterEach(() => identity.close());

const OLD = 'mara@example.com';
const NEW = 'mara.new@example.com';
const PASSWORD = 'Deep-House-1!';
type Caller = ReturnType<typeof as>;
const post = (path: string, body: object = {}, caller: Caller = as()) =>
  request(identity.app).post(`/api/users${path}`).set(caller).send(body);
const put = (id: number, body: object, caller: Caller = asUser(id)) =>
  request(identity.app).put(`/api/users/${id}`).set(caller).send(body);
const ask = (id: number, email = NEW, caller = asUser(id)) => put(id, { email, current_password: PASSWORD }, caller);
const login = async (email: string, password = PASSWORD) => (await post('/login', { email, password })).status;
const pending = async (id: number) =>
  ((await request(identity.app).get(`/api/users/${id}/details`).set(asUser(id))).body as { pending_email: string | null })
    .pending_email;
const confirmToken = async () => (await emitted(identity.db.source, EmailChangeRequested)).at(-1)!.token;
const undoToken = async () => (await emitted(identity.db.source, EmailChanged)).at(-1)!.undo!.token;
const sessionOf = async (credential: string) =>
  (
    (await request(identity.app).post('/internal/sessions').set(asGateway()).send({ kind: 'cookie', credential })).body as {
      owner: { sessionId: string } | null;
    }
  ).owner?.sessionId ?? null;

const addressOf = async (id: number) =>
  (await identity.db.source.query<[{ email: string }]>('SELECT email FROM users WHERE id = $1', [id]))[0].email;

/**
 * An account that has changed its address.
 * @returns its id
 */
async function moved(): Promise<number> {
  const { id } = await anAccount(identity);
  await ask(id);
  expect((await post(`/confirm-email/${await confirmToken()}`)).status).toBe(200);
  return id;
}

/**
 * Sends a call that waits for the account's lock, while the holder of the lock changes something.
 * @returns the call's answer
 */
async function whileChanging(id: number, call: request.Test, change: string): Promise<request.Response> {
  const { source } = identity.db;
  const holder = source.createQueryRunner();
  await holder.startTransaction();
  await holder.query('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [id]);
  const answer = call.then((answered) => answered);
  await untilBlocked(source);
  await holder.query(change);
  await holder.commitTransaction();
  await holder.release();
  return answer;
}

describe('a new address', () => {
  test('waits until the link in the mail to it is opened', async () => {
    const { id } = await anAccount(identity);
    const answer = await put(id, { email: 'Mara.New@example.com', name: 'Maja', current_password: PASSWORD });
    expect(answer.body).toMatchObject({ data: { email: OLD, name: 'Maja' }, pending_email: NEW });
    expect(await pending(id)).toBe(NEW);
    expect([await login(OLD), await login(NEW)]).toEqual([200, 401]);
    expect(await emitted(identity.db.source, EmailChangeRequested)).toMatchObject([{ userId: id, email: NEW }]);
    expect(JSON.stringify(answer.body)).not.toContain(await confirmToken());
    const rows = JSON.stringify(await identity.db.source.query('SELECT * FROM email_changes'));
    expect(rows).not.toContain(await confirmToken());
  });

  test('holds then, ends other sessions and reset links, and the old one is told with a link to undo it', async () => {
    const { id, cookie } = await anAccount(identity);
    const secondCookie = cookieIn((await post('/login', { email: OLD, password: PASSWORD })).headers['set-cookie']);
    await ask(id);
    await post('/forgot-password', { email: OLD });
    const sessionId = await sessionOf(cookie);
    const token = await confirmToken();
    expect((await post(`/confirm-email/${token}`, {}, as({ userId: id, sessionId }))).status).toBe(200);

    expect([await login(OLD), await login(NEW), await pending(id)]).toEqual([401, 200, null]);
    expect([await sessionOf(cookie), await sessionOf(secondCookie)]).toEqual([sessionId, null]);
    expect(await identity.db.source.query('SELECT 1 FROM password_resets')).toEqual([]);
    expect(await emitted(identity.db.source, UserChanged)).toMatchObject([{ email: NEW, previousEmail: OLD }]);
    expect(await emitted(identity.db.source, EmailChanged)).toMatchObject([{ email: NEW, previousEmail: OLD, undo: {} }]);
    expect((await post(`/confirm-email/${token}`)).body).toMatchObject({ code: 'confirm-link-used' });
  });

  test('is not confirmed by a link that is unknown, too old, cancelled, replaced or of before a new password', async () => {
    const { id } = await anAccount(identity);
    await ask(id);
    const [{ expires_at }] = await identity.db.source.query<[{ expires_at: Date }]>('SELECT expires_at FROM email_changes');
    const [mailed] = await emitted(identity.db.source, EmailChangeRequested);
    expect([minutesUntil(expires_at), minutesUntil(mailed!.expiresAt)]).toEqual([24 * 60, 24 * 60]);
    const replaced = await confirmToken();
    expect((await post(`/${id}/email-change/resend`, {}, asUser(id))).status).toBe(200);
    const cancelled = await confirmToken();
    await request(identity.app).delete(`/api/users/${id}/email-change`).set(asUser(id)).expect(200);
    expect(await pending(id)).toBeNull();
    await ask(id);
    const old = await confirmToken();
    await identity.db.source.query('UPDATE email_changes SET expires_at = now()');
    for (const token of [replaced, cancelled, old, 'x'.repeat(43)])
      expect((await post(`/confirm-email/${token}`)).body).toMatchObject({ code: 'confirm-link-used' });

    await ask(id);
    const ofThief = await confirmToken();
    await post('/forgot-password', { email: OLD });
    const [reset] = await emitted(identity.db.source, PasswordResetRequested);
    await post(`/reset-password/${reset!.token}`, { password: 'Warm-Up-Set-2!' });
    expect((await post(`/confirm-email/${ofThief}`)).status).toBe(400);
    expect(await login(OLD, 'Warm-Up-Set-2!')).toBe(200);
  });

  test('is one person’s, however many confirm it at the same moment', async () => {
    const people = [];
    for (const email of [OLD, 'ira@example.com', 'ole@example.com']) people.push(await anAccount(identity, { email }));
    for (const { id } of people) expect((await ask(id, 'one@example.com')).status).toBe(200);
    const tokens = (await emitted(identity.db.source, EmailChangeRequested)).map(({ token }) => token);
    const race = await Promise.all(tokens.map((token) => post(`/confirm-email/${token}`)));
    expect(race.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  test('is not cancelled while it is being confirmed', async () => {
    const { id } = await anAccount(identity);
    await ask(id);
    const cancelling = request(identity.app).delete(`/api/users/${id}/email-change`).set(asUser(id));
    const cancelled = await whileChanging(id, cancelling, 'UPDATE email_changes SET confirmed_at = now()');
    expect([cancelled.status, cancelled.body]).toEqual([409, expect.objectContaining({ code: 'no-email-change' })]);
    expect(await identity.db.source.query('SELECT 1 FROM email_changes')).toHaveLength(1);
    expect((await emitted(identity.db.source, AdminActed)).map(({ action }) => action)).not.toContain(
      'account.email-change-cancelled',
    );
  });

  test('that an admin has just replaced with another is not cancelled either', async () => {
    const chief = await anAdmin(identity, 'chief@example.com');
    const { id } = await anAccount(identity);
    await ask(id);
    await put(id, { email: 'third@example.com' }, asAdmin(chief)).expect(200);
    const cancelled = await request(identity.app).delete(`/api/users/${id}/email-change`).set(asUser(id));
    expect([cancelled.status, cancelled.body]).toEqual([409, expect.objectContaining({ code: 'no-email-change' })]);
  });

  test('is cancelled once, and again without harm', async () => {
    const { id } = await anAccount(identity);
    await ask(id);
    for (let i = 0; i < 2; i += 1)
      await request(identity.app).delete(`/api/users/${id}/email-change`).set(asUser(id)).expect(200);
    expect((await emitted(identity.db.source, AdminActed)).map(({ action }) => action)).toEqual([
      'account.email-change-requested',
      'account.email-change-cancelled',
    ]);
  });

  test('is not asked for without the password, nor without a step-up, as the one that another has just replaced', async () => {
    const { id } = await anAccount(identity);
    const unsure = as({ userId: 999, admin: true, role: 'owner', steppedUp: false });
    const replaced = `UPDATE users SET email = 'mara.' || email`;
    const ofOwner = await whileChanging(id, put(id, { email: OLD, current_password: 'Wrong-Word-1!' }), replaced);
    expect([ofOwner.status, ofOwner.body]).toEqual([400, expect.objectContaining({ field: 'current_password' })]);
    const ofAdmin = await whileChanging(id, put(id, { email: `mara.${OLD}` }, unsure), replaced);
    expect([ofAdmin.status, ofAdmin.body]).toEqual([403, expect.objectContaining({ code: 'step-up-required' })]);
    expect([await pending(id), await emitted(identity.db.source, UserChanged)]).toEqual([null, []]);
  });

  test('of an account with a second factor asks for it in this session, whatever the gateway knew of it', async () => {
    const { id, cookie } = await anAccount(identity);
    const sessionId = (await sessionOf(cookie))!;
    const owner = as({ userId: id, sessionId });
    await anApp(identity, id, sessionId);
    expect((await ask(id)).body).toMatchObject({ code: 'step-up-required' });
    expect((await ask(id, NEW, owner)).body).toMatchObject({ pending_email: NEW });
    await identity.db.source.query('UPDATE sessions SET stepped_up_until = now()');
    expect((await ask(id, 'third@example.com', owner)).body).toMatchObject({ code: 'step-up-required' });
    expect((await put(id, { email: OLD, name: 'Maja' }, owner)).body).toMatchObject({
      data: { name: 'Maja' },
      pending_email: NEW,
    });
  });

  test('asks no more than a new password does', async () => {
    const { id, cookie } = await anAccount(identity);
    const sessionId = (await sessionOf(cookie))!;
    const owner = as({ userId: id, sessionId });
    await anApp(identity, id, sessionId);
    await identity.db.source.query('UPDATE sessions SET stepped_up_until = now()');
    const change = { password: 'Another-House-2!', current_password: PASSWORD };
    expect((await put(id, change, owner)).body).toMatchObject({ code: 'step-up-required' });
    await identity.db.source.query(`UPDATE sessions SET stepped_up_until = now() + interval '1 minute'`);
    expect((await put(id, change, owner)).status).toBe(200);
  });

  test('is sent again and cancelled by its owner alone, and mailed five times an hour', async () => {
    await identity.close();
    identity = await openIdentity();
    const chief = await anAdmin(identity, 'chief@example.com');
    const { id } = await anAccount(identity);
    const resend = (caller: Caller) => post(`/${id}/email-change/resend`, {}, caller);
    expect((await resend(asUser(id))).status).toBe(409);
    await ask(id);
    expect([(await resend(as())).status, (await resend(asUser(id + 1))).status, (await resend(asAdmin(chief))).status]).toEqual([
      401, 403, 403,
    ]);
    const statuses = [];
    for (let i = 0; i < 5; i += 1) statuses.push((await resend(asUser(id))).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
    expect((await request(identity.app).delete(`/api/users/${id}/email-change`).set(asAdmin(chief))).status).toBe(403);
  });
});

describe('the link in the notice to the old address', () => {
  test('brings it back: nobody is logged in, the password is void, and a link for a new one goes there', async () => {
    const id = await moved();
    const thief = cookieIn((await post('/login', { email: NEW, password: PASSWORD })).headers['set-cookie']);
    await ask(id, 'third@example.com');
    const token = await undoToken();
    expect((await post(`/undo-email-change/${token}`)).status).toBe(200);
    expect([await login(OLD), await login(NEW), await sessionOf(thief), await pending(id)]).toEqual([401, 401, null, null]);
    const reset = (await emitted(identity.db.source, PasswordResetRequested)).at(-1)!;
    expect(reset).toMatchObject({ email: OLD, reason: 'email-change-undone' });
    expect((await post(`/reset-password/${reset.token}`, { password: 'Warm-Up-Set-2!' })).status).toBe(200);
    expect(await login(OLD, 'Warm-Up-Set-2!')).toBe(200);
    expect((await post(`/undo-email-change/${token}`)).body).toMatchObject({ code: 'undo-link-used' });
  });

  describe('takes away what else the thief logs in with', () => {
    /**
     * Adds a passkey to the account.
     * @returns a function that logs in by it alone
     */
    async function aPasskey(caller: Caller, name: string) {
      const key = aVirtualPasskey();
      const answer = await post('/passkeys/options', { password: PASSWORD }, caller);
      const passkey = key.register(answer.body as { challenge: string });
      await post('/passkeys', { name, passkey }, caller).expect(200);
      return async () => {
        const begun = (await post('/login/passkey/options')).body as { challenge: string; passkey: { challenge: string } };
        return (await post('/login/passkey', { challenge: begun.challenge, passkey: key.use(begun.passkey) })).status;
      };
    }
    const keptOf = async (table: string) =>
      (await identity.db.source.query<{ count: number }[]>(`SELECT count(*)::int AS count FROM ${table}`))[0]!.count;
    const eightDaysPass = async () => {
      await identity.db.source.query(`UPDATE passkeys SET created_at = created_at - interval '8 days'`);
      await identity.db.source.query(`UPDATE recovery_codes SET made_at = made_at - interval '8 days'`);
    };
    const undo = async () => post(`/undo-email-change/${await undoToken()}`).expect(200);

    test('an app and a passkey of before and after the change, with the recovery codes', async () => {
      const { id, cookie } = await anAccount(identity);
      const caller = as({ userId: id, sessionId: await sessionOf(cookie) });
      const loginByPasskey = await aPasskey(caller, 'Thief');
      await ask(id, NEW, caller);
      await post(`/confirm-email/${await confirmToken()}`, {}, caller).expect(200);
      await anApp(identity, id);
      expect(await loginByPasskey()).toBe(200);
      const count = (await emitted(identity.db.source, SecondFactorChanged)).length;

      await undo();
      expect(await loginByPasskey()).toBe(401);
      expect([await keptOf('passkeys'), await keptOf('authenticator_apps'), await keptOf('recovery_codes')]).toEqual([0, 0, 0]);
      const changes = (await emitted(identity.db.source, SecondFactorChanged)).slice(count);
      expect(changes.map(({ email, change }) => [email, change])).toEqual([
        [OLD, 'app-removed'],
        [OLD, 'passkey-removed'],
      ]);
    });

    test('and nothing that the owner had a week before', async () => {
      const { id, cookie } = await anAccount(identity);
      const caller = as({ userId: id, sessionId: await sessionOf(cookie) });
      const loginOfOwner = await aPasskey(caller, 'Owner');
      await eightDaysPass();
      const loginOfThief = await aPasskey(caller, 'Thief');
      await ask(id, NEW, caller);
      await post(`/confirm-email/${await confirmToken()}`, {}, caller).expect(200);

      await undo();
      expect([await loginOfThief(), await loginOfOwner(), await keptOf('recovery_codes')]).toEqual([401, 200, 10]);
    });

    test('recovery codes that were made in place of the owner’s', async () => {
      const { id, cookie } = await anAccount(identity);
      const caller = as({ userId: id, sessionId: await sessionOf(cookie) });
      const loginOfOwner = await aPasskey(caller, 'Owner');
      await eightDaysPass();
      await post('/second-factor/recovery-codes', { password: PASSWORD }, caller).expect(200);
      await ask(id, NEW, caller);
      await post(`/confirm-email/${await confirmToken()}`, {}, caller).expect(200);

      await undo();
      expect([await loginOfOwner(), await keptOf('recovery_codes')]).toEqual([200, 0]);
    });
  });

  test('calls off a deletion that was scheduled meanwhile', async () => {
    const id = await moved();
    await request(identity.app).post('/api/users/own-data/deletion').set(asUser(id)).send({ password: PASSWORD }).expect(200);
    await post(`/undo-email-change/${await undoToken()}`).expect(200);
    expect(await identity.db.source.query('SELECT 1 FROM account_deletions')).toEqual([]);
    expect(await emitted(identity.db.source, AccountDeletionWithdrawn)).toMatchObject([{ userId: id, email: OLD }]);
  });

  test('leaves the address that it took back known to the account, so that an erasure finds what is kept by it', async () => {
    await anAdmin(identity, 'chief@example.com');
    const id = await moved();
    const token = await undoToken();
    await ask(id, 'third@example.com');
    await post(`/confirm-email/${await confirmToken()}`).expect(200);
    await post(`/undo-email-change/${token}`).expect(200);
    await request(identity.app).delete(`/api/users/${id}`).set(asAdmin(999)).expect(200);
    expect(await emitted(identity.db.source, UserDeleted)).toMatchObject([
      { email: OLD, formerEmails: [{ email: NEW }, { email: 'third@example.com' }] },
    ]);
  });

  test('works after further changes too, whose own links are then worth nothing', async () => {
    const id = await moved();
    const first = await undoToken();
    await ask(id, 'third@example.com');
    await post(`/confirm-email/${await confirmToken()}`);
    const second = await undoToken();
    expect((await post(`/undo-email-change/${first}`)).status).toBe(200);
    expect((await post(`/undo-email-change/${second}`)).status).toBe(400);
    expect(await addressOf(id)).toBe(OLD);
  });

  test('works after a later change was undone too: who undoes their own second change does not keep the owner out', async () => {
    const id = await moved();
    const ofOwner = await undoToken();
    await ask(id, 'third@example.com');
    await post(`/confirm-email/${await confirmToken()}`).expect(200);
    await post(`/undo-email-change/${await undoToken()}`).expect(200);
    expect(await addressOf(id)).toBe(NEW);
    await post(`/undo-email-change/${ofOwner}`).expect(200);
    expect(await addressOf(id)).toBe(OLD);
  });

  test('is worth nothing once an admin has replaced the address: a thief does not undo the repair', async () => {
    const chief = await anAdmin(identity, 'chief@example.com');
    const id = await moved();
    const first = await undoToken();
    await ask(id, 'third@example.com');
    await post(`/confirm-email/${await confirmToken()}`).expect(200);
    const ofThief = await undoToken();
    const password = 'Warm-Up-Set-2!';
    await put(id, { email: OLD, password }, asAdmin(chief)).expect(200);
    const outboxRows = () => identity.db.source.query<object[]>('SELECT id FROM outbox ORDER BY id');
    const before = await outboxRows();

    for (const token of [ofThief, first]) {
      const refused = await post(`/undo-email-change/${token}`);
      expect([refused.status, refused.body]).toEqual([400, expect.objectContaining({ code: 'undo-link-used' })]);
    }
    expect(await outboxRows()).toEqual(before);
    expect([await addressOf(id), await login(OLD, password)]).toEqual([OLD, 200]);
  });

  test('forgets every device, so that the owner is told when the thief’s logs in again', async () => {
    await moved();
    const ofThief = deviceIn(await post('/login', { email: NEW, password: PASSWORD }));
    await post(`/undo-email-change/${await undoToken()}`).expect(200);
    expect(await identity.db.source.query('SELECT 1 FROM known_devices')).toEqual([]);

    const password = 'Warm-Up-Set-2!';
    const reset = (await emitted(identity.db.source, PasswordResetRequested)).at(-1)!;
    await post(`/reset-password/${reset.token}`, { password }).expect(200);
    const count = (await emitted(identity.db.source, NewDeviceLoggedIn)).length;
    await post('/login', { email: OLD, password }, as({ device: ofThief })).expect(200);
    expect((await emitted(identity.db.source, NewDeviceLoggedIn)).slice(count)).toMatchObject([{ email: OLD }]);
  });

  test('is good for seven days, while nobody else has the address and the account is there', async () => {
    await anAdmin(identity, 'chief@example.com');
    const id = await moved();
    const token = await undoToken();
    const [{ undo_until }] = await identity.db.source.query<[{ undo_until: Date }]>('SELECT undo_until FROM email_changes');
    const { until } = (await emitted(identity.db.source, EmailChanged)).at(-1)!.undo!;
    expect([minutesUntil(undo_until), minutesUntil(until)]).toEqual([7 * 24 * 60, 7 * 24 * 60]);
    const heir = await anAccount(identity, { email: OLD });
    expect((await post(`/undo-email-change/${token}`)).status).toBe(409);
    await identity.db.source.query(`UPDATE users SET email = 'gone@example.com' WHERE id = $1`, [heir.id]);
    await identity.db.source.query('UPDATE email_changes SET undo_until = now()');
    expect((await post(`/undo-email-change/${token}`)).status).toBe(400);
    await identity.db.source.query(`UPDATE email_changes SET undo_until = now() + interval '1 day'`);
    expect((await request(identity.app).delete(`/api/users/${id}`).set(asAdmin(999))).status).toBe(200);
    expect((await post(`/undo-email-change/${token}`)).status).toBe(400);
    expect(await identity.db.source.query('SELECT 1 FROM email_changes')).toEqual([]);
  });
});

test.each(['confirm-email', 'undo-email-change'])(
  'links of %s are tried twenty times an hour by one client address',
  async (link) => {
    await identity.close();
    identity = await openIdentity();
    const open = (address: string) => post(`/${link}/${'x'.repeat(43)}`, {}, as({ address }));
    expect(await timesAllowed(() => open('192.0.2.1'))).toBe(20);
    expect((await open('192.0.2.2')).status).toBe(400);
  },
);
