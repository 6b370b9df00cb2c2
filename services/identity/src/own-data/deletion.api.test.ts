import {
  AccountDeletionPostponed,
  AccountDeletionScheduled,
  AccountDeletionWithdrawn,
  EmailChangeRequested,
  OpenEarningsChanged,
  OpenPurchasesChanged,
  PasswordResetRequested,
  UserDeleted,
} from '@shop/contracts/events';
import type { AccountDeletionView, OwnDataView } from '@shop/contracts/views';
import { inOpenTx, locked } from '@shop/messaging';
import { as, asAdmin, asUser, deliver, emitted, untilBlocked } from '@shop/runtime/testing';
import request from 'supertest';
import { User } from '../accounts/user.entity';
import { OpenMattersOfErased1797730002000 } from '../migrations/1797730002000-open-matters-of-erased';
import { subscriptions } from '../subscriptions';
import { sweep } from '../sweep/sweep';
import { PASSWORD } from '../testing/a-factor';
import { anAccount, anAdmin, timesAllowed, useIdentity } from '../testing/identity-app';
import { eraseAccount } from './erase-account';
import { eraseDueAccounts } from './erase-due-accounts';
import { matterTexts } from './what-is-open';

const identity = useIdentity();
let mara: number;
beforeEach(async () => {
  mara = (await anAccount(identity)).id;
});

const source = () => identity.db.source;
const sql = <Row = Record<string, unknown>>(text: string, values: unknown[] = []) => source().query<Row[]>(text, values);
const ask = (body: object = { password: PASSWORD }, caller = asUser(mara)) =>
  request(identity.app).post('/api/users/own-data/deletion').set(caller).send(body);
const keep = () => request(identity.app).delete('/api/users/own-data/deletion').set(asUser(mara));
const ownData = async () => (await request(identity.app).get('/api/users/own-data').set(asUser(mara))).body as OwnDataView;
const daysLater = () => sql('UPDATE account_deletions SET erase_at = now()');
let version = 0;
const hears = async (purchases: object, earnings: object = {}) => {
  version += 1;
  const facts = { userId: mara, version, holds: 0, payments: 0, disputes: 0, ...purchases };
  await deliver(source(), subscriptions, OpenPurchasesChanged(facts));
  const store = { sellerId: 3, userId: mara, version, owedCents: 0, sales: 0, ...earnings };
  await deliver(source(), subscriptions, OpenEarningsChanged(store));
};

test('a user who leaves enters the password, gets the day by mail, and is erased when it has come', async () => {
  const { deletion } = (await ask().expect(200)).body as { deletion: AccountDeletionView };
  const days = (Date.parse(deletion.erase_at) - Date.now()) / 86_400_000;
  expect(Math.round(days * 100) / 100).toBe(7);
  expect(await emitted(source(), AccountDeletionScheduled)).toMatchObject([
    { email: 'mara@example.com', eraseAt: deletion.erase_at },
  ]);
  expect(await ownData()).toEqual({ deletion, open: [], asks: 'password' });
  const details = await request(identity.app).get(`/api/users/${mara}/details`).set(asUser(mara));
  expect((details.body as { erase_at: string }).erase_at).toBe(deletion.erase_at);

  await eraseDueAccounts(source());
  expect(await emitted(source(), UserDeleted)).toEqual([]);
  await daysLater();
  await Promise.all([eraseDueAccounts(source()), eraseDueAccounts(source())]);
  expect(await emitted(source(), UserDeleted)).toMatchObject([{ userId: mara, email: 'mara@example.com' }]);
  expect(await sql('SELECT email, name, last_name, country, password_hash FROM users WHERE id = $1', [mara])).toEqual([
    { email: '', name: '', last_name: '', country: '', password_hash: '' },
  ]);
  for (const table of ['account_deletions', 'sessions', 'known_devices', 'open_matters'])
    expect([table, await sql(`SELECT 1 FROM ${table}`)]).toEqual([table, []]);
});

test.each(['holds', 'payments', 'disputes'])('while %s are open it is refused, and said what to do', async (kind) => {
  await hears({ [kind]: 1 });
  const refused = await ask();
  const { open } = await ownData();
  expect(open).toHaveLength(1);
  expect([refused.status, refused.body]).toMatchObject([
    409,
    { code: 'open-matters', error: open[0]!.message, details: { open } },
  ]);
  await hears({});
  await ask().expect(200);
});

test('so it is at once when orders has just told the gateway, and the late event of it takes nothing back', async () => {
  const purchases = { userId: mara, version: 40, holds: 1, payments: 0, disputes: 0 };
  const tell = (facts: object) =>
    request(identity.app)
      .post('/internal/open-matters')
      .set(as({ internal: true }))
      .send({ purchases: [facts], earnings: [{ sellerId: 3, userId: mara, version: 1, owedCents: 0, sales: 0 }] })
      .expect(200);
  await tell(purchases);
  expect(await ask()).toMatchObject({ status: 409, body: { code: 'open-matters', details: { open: [{ kind: 'hold' }] } } });
  await deliver(source(), subscriptions, OpenPurchasesChanged({ ...purchases, version: 39, holds: 0 }));
  expect((await ask()).status).toBe(409);
  await tell({ ...purchases, version: 41, holds: 0 });
  await deliver(source(), subscriptions, OpenPurchasesChanged(purchases));
  await ask().expect(200);
});

test('so it is while a store is owed money or sells something', async () => {
  await hears({}, { owedCents: 20930, sales: 2 });
  expect((await ownData()).open).toMatchObject([
    { kind: 'balance', message: expect.stringContaining('$209.30') as string },
    { kind: 'sale' },
  ]);
  expect((await ask()).status).toBe(409);
  expect(await emitted(source(), AccountDeletionScheduled)).toEqual([]);
});

test('so it is while a store was paid more than it has earned', async () => {
  await hears({}, { owedCents: -20930 });
  expect((await ownData()).open).toEqual([
    {
      kind: 'balance',
      message: expect.stringMatching(
        /^Your store was paid \$209\.30 more than it has earned, not counting refunded sales\./,
      ) as string,
    },
  ]);
  expect(await ask()).toMatchObject({ status: 409, body: { code: 'open-matters' } });
});

test('open matters are said in the singular and the plural', () => {
  const nothing = { holds: 0, payments: 0, disputes: 0, owedCents: 0, sales: 0 };
  const first = (over: object) => matterTexts({ ...nothing, ...over })[0]!.message;
  expect(first({ payments: 1 })).toMatch(/^One payment is not settled/);
  expect(first({ disputes: 2 })).toMatch(/^2 disputes are still open about your payments/);
});

test('a matter that was opened in the meantime postpones the day, and is mailed once', async () => {
  await ask();
  await hears({ holds: 1 });
  for (let day = 0; day < 2; day += 1) {
    await daysLater();
    await eraseDueAccounts(source());
    expect(Date.parse((await ownData()).deletion!.erase_at)).toBeGreaterThan(Date.now() + 86_000_000);
  }
  expect(await emitted(source(), AccountDeletionPostponed)).toMatchObject([{ open: [{ kind: 'hold' }] }]);
  expect(await emitted(source(), UserDeleted)).toEqual([]);
  await hears({});
  await daysLater();
  await eraseDueAccounts(source());
  expect(await emitted(source(), UserDeleted)).toHaveLength(1);
});

test('a suspended account waits for its owner, who has all days again once it is reinstated, and is mailed then', async () => {
  const chief = asAdmin(await anAdmin(identity, 'chief@example.com'));
  const suspension = `/api/users/${mara}/suspension`;
  await ask();
  await request(identity.app).post(suspension).set(chief).send({ reason: 'Asked for it' }).expect(200);
  for (let day = 0; day < 2; day += 1) {
    await daysLater();
    await eraseDueAccounts(source());
    expect(Date.parse((await ownData()).deletion!.erase_at)).toBeGreaterThan(Date.now() + 86_000_000);
  }
  expect([await emitted(source(), AccountDeletionPostponed), await emitted(source(), UserDeleted)]).toEqual([[], []]);
  await request(identity.app).delete(suspension).set(chief).expect(200);
  const eraseAt = (await ownData()).deletion!.erase_at;
  expect(Math.round((Date.parse(eraseAt) - Date.now()) / 3_600_000)).toBe(7 * 24);
  expect((await emitted(source(), AccountDeletionScheduled)).slice(1)).toMatchObject([{ email: 'mara@example.com', eraseAt }]);
  await hears({ holds: 1 });
  await daysLater();
  await eraseDueAccounts(source());
  expect(await emitted(source(), AccountDeletionPostponed)).toMatchObject([{ open: [{ kind: 'hold' }] }]);
  await hears({});
  await daysLater();
  await eraseDueAccounts(source());
  expect(await emitted(source(), UserDeleted)).toHaveLength(1);
});

test('after a reinstatement what is still open postpones the new day, and is mailed again', async () => {
  const chief = asAdmin(await anAdmin(identity, 'chief@example.com'));
  const suspension = `/api/users/${mara}/suspension`;
  await ask();
  await hears({ holds: 1 });
  await daysLater();
  await eraseDueAccounts(source());
  await request(identity.app).post(suspension).set(chief).send({ reason: 'Asked for it' }).expect(200);
  await request(identity.app).delete(suspension).set(chief).expect(200);
  for (let day = 0; day < 2; day += 1) {
    await daysLater();
    await eraseDueAccounts(source());
  }
  expect(await emitted(source(), AccountDeletionPostponed)).toMatchObject([
    { open: [{ kind: 'hold' }] },
    { open: [{ kind: 'hold' }] },
  ]);
});

test('a user who has become an admin is told so once, and told again when their role is gone and something is open', async () => {
  const role = (adminRole: string | null) => sql('UPDATE users SET admin_role = $2 WHERE id = $1', [mara, adminRole]);
  const aDay = async () => {
    await daysLater();
    await eraseDueAccounts(source());
  };
  const deletionEvents = async () =>
    (await emitted(source(), AccountDeletionPostponed)).map(({ reason, open }) => [reason, open.map(({ kind }) => kind)]);
  await ask();
  await role('support');
  await aDay();
  await aDay();
  const asAnAdmin = [expect.stringMatching(/^Administrators cannot delete their own account\./), []];
  expect(await deletionEvents()).toEqual([asAnAdmin]);
  await role(null);
  await hears({ holds: 1 });
  await aDay();
  await aDay();
  expect(await deletionEvents()).toEqual([asAnAdmin, [null, ['hold']]]);
});

test('an account is kept until the last moment', async () => {
  await ask();
  await daysLater();
  await Promise.all([keep(), keep()]);
  await eraseDueAccounts(source());
  expect((await ownData()).deletion).toBeNull();
  expect(await emitted(source(), UserDeleted)).toEqual([]);
  expect(await emitted(source(), AccountDeletionWithdrawn)).toMatchObject([{ userId: mara, email: 'mara@example.com' }]);
});

describe('a new password', () => {
  const NEW = 'Warm-Up-Set-2!';
  /**
   * A link to choose a new password, which went to the account's mailbox.
   * @returns its token
   */
  async function aLink(): Promise<string> {
    await request(identity.app).post('/api/users/forgot-password').set(as()).send({ email: 'mara@example.com' }).expect(200);
    return (await emitted(source(), PasswordResetRequested)).at(-1)!.token;
  }
  const reset = (token: string) =>
    request(identity.app).post(`/api/users/reset-password/${token}`).set(as()).send({ password: NEW });

  test('by the mailed link keeps the account, once, and says so: an intruder may have asked for its deletion', async () => {
    await ask().expect(200);
    const token = await aLink();
    expect([(await reset(token)).status, (await reset(token)).status]).toEqual([200, 400]);
    expect((await ownData()).deletion).toBeNull();
    expect(await emitted(source(), AccountDeletionWithdrawn)).toMatchObject([{ userId: mara, email: 'mara@example.com' }]);
    await daysLater();
    await eraseDueAccounts(source());
    expect(await emitted(source(), UserDeleted)).toEqual([]);

    await reset(await aLink()).expect(200);
    expect(await emitted(source(), AccountDeletionWithdrawn)).toHaveLength(1);
  });

  test('that the user or an admin sets in the account leaves the wish as it is', async () => {
    const chief = asAdmin(await anAdmin(identity, 'chief@example.com'));
    await ask().expect(200);
    const put = (caller: typeof chief, password: string, current_password?: string) =>
      request(identity.app).put(`/api/users/${mara}`).set(caller).send({ password, current_password }).expect(200);
    await put(asUser(mara), NEW, PASSWORD);
    await put(chief, 'Warm-Up-Set-3!');
    expect((await ownData()).deletion).not.toBeNull();
    expect(await emitted(source(), AccountDeletionWithdrawn)).toEqual([]);
  });

  test.each(['reset', 'erasure'])('at the moment of the erasure does the one or the other: first the %s', async (first) => {
    await ask().expect(200);
    const token = await aLink();
    await daysLater();
    const holder = source().createQueryRunner();
    await holder.startTransaction();
    await holder.query('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [mara]);
    const resets = () => reset(token).then(({ status }) => status);
    const erases = () => eraseDueAccounts(source());
    const waiting: Promise<unknown>[] = [];
    for (const act of first === 'reset' ? [resets, erases] : [erases, resets]) {
      waiting.push(act());
      await untilBlocked(source(), waiting.length);
    }
    await holder.commitTransaction();
    await holder.release();
    const answers = await Promise.all(waiting);
    const events = [await emitted(source(), AccountDeletionWithdrawn), await emitted(source(), UserDeleted)];
    expect([answers, events.map(({ length }) => length)]).toEqual(
      first === 'reset'
        ? [
            [200, undefined],
            [1, 0],
          ]
        : [
            [undefined, 400],
            [0, 1],
          ],
    );
  });
});

test('it is asked ten times a day for each account', async () => {
  const noa = await anAccount(identity, { email: 'noa@example.com' });
  expect(await timesAllowed(() => ask())).toBe(10);
  await ask({ password: PASSWORD }, asUser(noa.id)).expect(200);
});

test('asked twice it is one wish', async () => {
  const [one, other] = await Promise.all([ask(), ask()]);
  expect(one.body).toEqual(other.body);
  expect(await emitted(source(), AccountDeletionScheduled)).toHaveLength(1);
});

test('without the password nothing happens; who has a factor confirms that instead', async () => {
  for (const body of [{}, { password: 'Not-Mine-1!' }])
    expect((await ask(body)).body).toMatchObject({ code: 'wrong-password', field: 'password' });
  expect((await ask({}, as({ userId: mara, steppedUp: false }))).body).toMatchObject({ code: 'step-up-required' });
  await sql(
    `INSERT INTO passkeys (user_id, credential_id, name, public_key, counter, transports) VALUES ($1, 'x', 'Laptop', '', 0, '{}')`,
    [mara],
  );
  expect((await ownData()).asks).toBe('second-factor');

  const [session] = await sql<{ id: string }>('SELECT id FROM sessions WHERE user_id = $1', [mara]);
  const caller = as({ userId: mara, sessionId: session!.id });
  // The gateway still says what it read before the factor was added.
  expect((await ask({ password: PASSWORD }, caller)).body).toMatchObject({ code: 'step-up-required' });
  await sql(`UPDATE sessions SET stepped_up_until = now() + interval '1 minute'`);
  await ask({}, caller).expect(200);
});

test('admins are deleted by others, also who became one meanwhile', async () => {
  const admin = await anAdmin(identity, 'chief@example.com');
  const refused = await ask({ password: 'Correct-Horse-1!' }, asUser(admin));
  expect([refused.status, (refused.body as { code: string }).code]).toEqual([409, 'administrator']);
  await ask();
  await sql(`UPDATE users SET admin_role = 'viewer' WHERE id = $1`, [mara]);
  await daysLater();
  await eraseDueAccounts(source());
  expect(await emitted(source(), UserDeleted)).toEqual([]);
});

test('erasing takes what else was kept by the addresses, and tells what the person was known by', async () => {
  const admin = await anAdmin(identity, 'chief@example.com');
  await sql(
    `INSERT INTO email_changes (user_id, previous_email, email, expires_at, confirmed_at)
     VALUES ($1, 'mara.old@example.com', 'mara@example.com', now(), now())`,
    [mara],
  );
  await request(identity.app).post('/api/users/login').set(as()).send({ email: 'mara@example.com', password: 'Wrong-1!' });
  await request(identity.app)
    .put(`/api/users/${mara}`)
    .set(asUser(mara))
    .send({ email: 'mara.new@example.com', current_password: PASSWORD })
    .expect(200);
  await request(identity.app).delete(`/api/users/${mara}`).set(asAdmin(admin)).expect(200);
  expect(await emitted(source(), UserDeleted)).toMatchObject([
    {
      email: 'mara@example.com',
      formerEmails: [{ email: 'mara.old@example.com' }],
      // Nobody has confirmed the address: it may be a stranger's.
      words: [{ word: 'mara.new@example.com' }, { word: 'Mara Lind' }],
    },
  ]);
  for (const table of ['login_failures', 'rate_limits', 'pending_registrations', 'email_changes', 'users'])
    expect([table, JSON.stringify(await sql(`SELECT * FROM ${table}`))]).not.toEqual([table, expect.stringMatching(/mara@/i)]);
});

test('open matters of an erased account are not stored, not even when they arrive during the erasure', async () => {
  await hears({ holds: 1 });
  const erasing = source().createQueryRunner();
  await erasing.startTransaction();
  const user = (await locked(erasing.manager, User, { id: mara }))!;
  const delivery = hears({});
  await untilBlocked(source());
  await inOpenTx(erasing.manager, (tx) => eraseAccount(tx, user));
  await erasing.commitTransaction();
  await erasing.release();
  await delivery;
  await hears({ payments: 1 }, { owedCents: 100 });
  expect(await sql('SELECT * FROM open_matters')).toEqual([]);
});

test('the migration deletes open matters of erased accounts and keeps those of others', async () => {
  const noa = await anAccount(identity, { email: 'noa@example.com' });
  await hears({ holds: 1 });
  await sql(`INSERT INTO open_matters (user_id, owner, version) VALUES ($1, 'orders', 1)`, [noa.id]);
  await sql('UPDATE users SET deleted_at = now() WHERE id = $1', [mara]);
  const runner = source().createQueryRunner();
  await new OpenMattersOfErased1797730002000().up(runner);
  await runner.release();
  expect(await sql('SELECT user_id FROM open_matters')).toEqual([{ user_id: noa.id }]);
});

test('an address that the account had weeks ago, or that an owner replaced, is forgotten with it too', async () => {
  const admin = await anAdmin(identity, 'chief@example.com');
  const put = (email: string, caller: Record<string, string>) =>
    request(identity.app).put(`/api/users/${mara}`).set(caller).send({ email, current_password: PASSWORD }).expect(200);
  await put('mara.new@example.com', asUser(mara));
  const { token } = (await emitted(source(), EmailChangeRequested)).at(-1)!;
  await request(identity.app).post(`/api/users/confirm-email/${token}`).set(as()).send({}).expect(200);
  await put('mara.third@example.com', asAdmin(admin));
  await sql(`UPDATE email_changes SET undo_until = now() - interval '1 day'`);
  await sweep(source(), { adminIdleMinutes: 30 });
  expect(await sql('SELECT 1 FROM email_changes WHERE undo_hash IS NOT NULL')).toEqual([]);

  await request(identity.app).delete(`/api/users/${mara}`).set(asAdmin(admin)).expect(200);
  expect(await emitted(source(), UserDeleted)).toMatchObject([
    { email: 'mara.third@example.com', formerEmails: [{ email: 'mara.new@example.com' }, { email: 'mara@example.com' }] },
  ]);
  expect(await sql('SELECT 1 FROM email_changes')).toEqual([]);
});

test('an erasure forgets an address that another account has by now only as far as this one had it', async () => {
  const admin = await anAdmin(identity, 'chief@example.com');
  await anAccount(identity, { email: 'taken@example.com' });
  await sql(
    `INSERT INTO email_changes (user_id, previous_email, email, expires_at, confirmed_at)
     VALUES ($1, 'taken@example.com', 'mara@example.com', now(), '2026-11-10T00:00:00Z')`,
    [mara],
  );
  await request(identity.app).delete(`/api/users/${mara}`).set(asAdmin(admin)).expect(200);
  expect(await emitted(source(), UserDeleted)).toMatchObject([
    {
      formerEmails: [],
      handedOn: [{ email: 'taken@example.com', until: '2026-11-10T00:00:00.000Z' }],
      words: [{ word: 'Mara Lind' }],
    },
  ]);
});

test("an address that was asked for, never confirmed and is somebody else's is no word for this account", async () => {
  const admin = await anAdmin(identity, 'chief@example.com');
  await anAccount(identity, { email: 'taken@example.com' });
  await sql(
    `INSERT INTO email_changes (user_id, previous_email, email, expires_at)
     VALUES ($1, 'mara@example.com', 'taken@example.com', now() + interval '1 hour')`,
    [mara],
  );
  await request(identity.app).delete(`/api/users/${mara}`).set(asAdmin(admin)).expect(200);
  expect(await emitted(source(), UserDeleted)).toMatchObject([
    { formerEmails: [], handedOn: [], words: [{ word: 'Mara Lind' }] },
  ]);
});
