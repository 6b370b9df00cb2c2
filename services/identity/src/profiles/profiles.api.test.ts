import {
  AdminActed,
  EmailChanged,
  OpenEarningsChanged,
  OpenPurchasesChanged,
  PasswordResetRequested,
  StoreChanged,
  UserChanged,
  UserDeleted,
} from '@shop/contracts/events';
import { as, asAdmin, asGateway, asUser, deliver, emitted } from '@shop/runtime/testing';
import request from 'supertest';
import { openMattersOf } from '../own-data/open-matters';
import { subscriptions } from '../subscriptions';
import { anAccount, anAdmin, aRegistration, cookieIn, openIdentity, type IdentityApp } from '../testing/identity-app';

let identity: IdentityApp;
beforeEach(async () => {
  identity = await openIdentity(100);
});
afterEach(() => identity.close());

type Caller = ReturnType<typeof as>;
const put = (id: number | string, body: object, caller: Caller) =>
  request(identity.app).put(`/api/users/${id}`).set(caller).send(body);
const remove = (id: number | string, caller: Caller) => request(identity.app).delete(`/api/users/${id}`).set(caller);
const list = (query = '', caller: Caller = asAdmin(999)) => request(identity.app).get(`/api/users${query}`).set(caller);
const login = (email: string, password: string) =>
  request(identity.app).post('/api/users/login').set(as()).send({ email, password });
const sessionOf = async (cookie: string) => {
  const { body } = await request(identity.app)
    .post('/internal/sessions')
    .set(asGateway())
    .send({ kind: 'cookie', credential: cookie });
  return (body as { owner: { sessionId: string } | null }).owner?.sessionId ?? null;
};
const admins = () => identity.db.source.query<{ id: number }[]>('SELECT id FROM users WHERE is_admin AND deleted_at IS NULL');

describe('a profile', () => {
  test('is changed by its owner, and those who keep copies hear of it', async () => {
    const { id } = await anAccount(identity);
    const changed = { name: 'Maja', last_name: 'Lindt', email: 'mara@example.com', country: 'Norway', password: '' };
    const answer = await put(id, changed, asUser(id));
    expect(answer.body).toEqual({
      success: true,
      pending_email: null,
      data: expect.objectContaining({ id, name: 'Maja', last_name: 'Lindt', country: 'Norway', is_admin: 0 }) as object,
    });
    expect(await emitted(identity.db.source, UserChanged)).toEqual([
      {
        userId: id,
        version: 2,
        name: 'Maja',
        lastName: 'Lindt',
        email: 'mara@example.com',
        country: 'Norway',
        isAdmin: false,
        adminRole: null,
        previousEmail: null,
        passwordChanged: false,
      },
    ]);
    expect((await login('mara@example.com', 'Deep-House-1!')).status).toBe(200);
    expect(JSON.stringify(answer.body)).not.toMatch(/hash|argon/i);
  });

  test('that is saved as it was makes no noise', async () => {
    const { id, cookie } = await anAccount(identity);
    expect((await put(id, { name: 'Mara', email: 'MARA@example.com', password: null }, asUser(id))).status).toBe(200);
    expect((await put(id, {}, asUser(id))).status).toBe(200);
    expect(await emitted(identity.db.source, UserChanged)).toEqual([]);
    expect(await sessionOf(cookie)).not.toBeNull();
  });

  test('is out of reach for everybody but owner and admins', async () => {
    const { id } = await anAccount(identity);
    expect((await put(id, { name: 'X' }, as())).status).toBe(401);
    expect((await put(id, { name: 'X' }, asUser(id + 1))).status).toBe(403);
    expect((await put(424242, { name: 'X' }, asUser(id))).status).toBe(403);
    expect((await put(id, { name: 'Mo' }, asAdmin(999))).body).toMatchObject({ data: { name: 'Mo' } });
    expect((await put(424242, { name: 'X' }, asAdmin(999))).status).toBe(404);
  });

  test.each([
    ['name', { name: '  ' }],
    ['last_name', { last_name: 'a\r\nBcc: b' }],
    ['email', { email: 'no address' }],
    ['country', { country: '' }],
    ['password', { password: 'short' }],
    ['is_admin', { is_admin: 'yes' }],
    ['passwordHash', { passwordHash: 'x' }],
  ])('with a wrong %s is refused, and nothing changes', async (field, body) => {
    const { id } = await anAccount(identity);
    const answer = await put(id, body, asUser(id));
    expect([answer.status, (answer.body as { field: string }).field]).toEqual([400, field]);
    expect(await emitted(identity.db.source, UserChanged)).toEqual([]);
  });

  test('with a new password ends the other sessions and every reset link, not the session that asked', async () => {
    const { id, cookie } = await anAccount(identity);
    const secondCookie = cookieIn((await login('mara@example.com', 'Deep-House-1!')).headers['set-cookie']);
    await request(identity.app).post('/api/users/forgot-password').set(as()).send({ email: 'mara@example.com' });
    const [reset] = await emitted(identity.db.source, PasswordResetRequested);
    const sessionId = await sessionOf(cookie);

    expect(
      (await put(id, { password: 'Warm-Up-Set-2!', current_password: 'Deep-House-1!' }, as({ userId: id, sessionId }))).status,
    ).toBe(200);
    expect([await sessionOf(cookie), await sessionOf(secondCookie)]).toEqual([sessionId, null]);
    expect((await login('mara@example.com', 'Deep-House-1!')).status).toBe(401);
    expect((await login('mara@example.com', 'Warm-Up-Set-2!')).status).toBe(200);
    const late = await request(identity.app)
      .post(`/api/users/reset-password/${reset!.token}`)
      .set(as())
      .send({ password: 'simple1' });
    expect(late.status).toBe(400);
    expect(await emitted(identity.db.source, UserChanged)).toMatchObject([{ passwordChanged: true, previousEmail: null }]);
  });

  test('with a new address or password needs the current one of its owner, and no more than that of nobody', async () => {
    const { id } = await anAccount(identity);
    for (const change of [{ email: 'thief@example.com' }, { password: 'Warm-Up-Set-2!' }]) {
      expect((await put(id, change, asUser(id))).body).toMatchObject({
        field: 'current_password',
        error: 'Please enter your current password.',
      });
      const wrong = await put(id, { ...change, current_password: 'Warm-Up-Set-2!' }, asUser(id));
      expect([wrong.status, wrong.body as object]).toEqual([400, expect.objectContaining({ field: 'current_password' })]);
    }
    expect(await emitted(identity.db.source, UserChanged)).toEqual([]);
    const unchanged = { email: 'mara@example.com', password: '', country: 'Norway' };
    expect((await put(id, unchanged, asUser(id))).status).toBe(200);
  });

  test('of somebody else has them changed by admins who stepped up, an admin only by owners', async () => {
    const chief = await anAdmin(identity, 'chief@example.com');
    const { id } = await anAccount(identity);
    const changes = [{ email: 'other@example.com' }, { password: 'Warm-Up-Set-2!' }];
    for (const change of changes) {
      const early = await put(id, change, as({ userId: 999, admin: true, role: 'owner', steppedUp: false }));
      expect([early.status, (early.body as { code: string }).code]).toEqual([403, 'step-up-required']);
      expect((await put(chief, change, asAdmin(999, 'support'))).status).toBe(403);
      expect((await put(id, change, asAdmin(999))).status).toBe(200);
    }
  });

  test('cannot take an address that somebody has', async () => {
    const mara = await anAccount(identity);
    await anAccount(identity, { email: 'ira@example.com' });
    const answer = await put(mara.id, { email: 'IRA@example.com', current_password: 'Deep-House-1!' }, asUser(mara.id));
    expect([answer.status, (answer.body as { field: string }).field]).toEqual([409, 'email']);
  });

  test('of somebody else gets a new address at once, however many try it, and the old one is told', async () => {
    const { id, cookie } = await anAccount(identity);
    const [ira, ole] = [
      await anAccount(identity, { email: 'ira@example.com' }),
      await anAccount(identity, { email: 'ole@example.com' }),
    ];
    const race = await Promise.all([id, ira.id, ole.id].map((userId) => put(userId, { email: 'one@example.com' }, asAdmin(999))));
    expect(race.map((answer) => answer.status).sort()).toEqual([200, 409, 409]);
    await put(id, { email: 'Mara.New@example.com' }, asAdmin(999));
    expect(await sessionOf(cookie)).toBeNull();
    expect((await login('mara.new@example.com', 'Deep-House-1!')).status).toBe(200);
    const changes = await emitted(identity.db.source, EmailChanged);
    expect(changes.at(-1)).toMatchObject({ userId: id, email: 'mara.new@example.com', undo: null });
  });

  test('cannot be used to try out addresses without end', async () => {
    await identity.close();
    identity = await openIdentity(1);
    const { id } = await anAccount(identity);
    const statuses = [];
    for (let i = 0; i < 21; i += 1)
      statuses.push((await put(id, { email: `guess${i}@example.com`, current_password: 'Deep-House-1!' }, asUser(id))).status);
    expect([...new Set(statuses.slice(0, 20)), statuses[20]]).toEqual([200, 429]);
    expect((await put(id, { country: 'Norway' }, asUser(id))).status).toBe(200);
  });
});

describe('admins', () => {
  test('are appointed and dismissed by admins alone', async () => {
    const chief = await anAdmin(identity, 'chief@example.com');
    const { id, cookie } = await anAccount(identity);
    for (const is_admin of [1, 0, true]) expect((await put(id, { is_admin }, asUser(id))).status).toBe(403);
    expect((await put(id, { is_admin: 1 }, asAdmin(chief))).body).toMatchObject({ data: { is_admin: 1 } });
    expect(await sessionOf(cookie)).not.toBeNull();
    expect((await put(id, { is_admin: 0 }, asAdmin(chief))).body).toMatchObject({ data: { is_admin: 0 } });
    expect(await sessionOf(cookie)).toBeNull();
    expect((await emitted(identity.db.source, UserChanged)).map(({ isAdmin }) => isAdmin)).toEqual([true, false]);
  });

  test('have a role: the flag alone makes an owner, and takes nobody’s role for another', async () => {
    const chief = await anAdmin(identity, 'chief@example.com');
    const { id } = await anAccount(identity);
    const set = async (body: object) => {
      const { data } = (await put(id, body, asAdmin(chief))).body as { data: { is_admin: number; admin_role: string | null } };
      return [data.is_admin, data.admin_role];
    };
    expect(await set({ is_admin: 1 })).toEqual([1, 'owner']);
    expect(await set({ admin_role: 'viewer' })).toEqual([1, 'viewer']);
    expect(await set({ is_admin: 1 })).toEqual([1, 'viewer']);
    expect(await set({ is_admin: 1, admin_role: 'support' })).toEqual([1, 'support']);
    expect(await set({ is_admin: 0 })).toEqual([0, null]);
    expect(await set({ admin_role: 'finance' })).toEqual([1, 'finance']);
    expect(await set({ admin_role: null })).toEqual([0, null]);
    expect((await emitted(identity.db.source, UserChanged)).map(({ isAdmin, adminRole }) => [isAdmin, adminRole])).toEqual([
      [true, 'owner'],
      [true, 'viewer'],
      [true, 'support'],
      [false, null],
      [true, 'finance'],
      [false, null],
    ]);
    for (const wrong of [{ admin_role: 'king' }, { is_admin: 0, admin_role: 'owner' }, { is_admin: 1, admin_role: null }])
      expect((await put(id, wrong, asAdmin(chief))).body).toMatchObject({ code: 'invalid', field: 'admin_role' });
  });

  test('are made, changed and dismissed, and accounts deleted, only after a step-up', async () => {
    const chief = await anAdmin(identity, 'chief@example.com');
    const { id } = await anAccount(identity);
    const caller = as({ userId: chief, admin: true, role: 'owner', steppedUp: false });
    for (const body of [{ is_admin: 1 }, { admin_role: 'viewer' }])
      expect((await put(id, body, caller)).body).toMatchObject({ code: 'step-up-required' });
    expect((await remove(id, caller)).body).toMatchObject({ code: 'step-up-required' });
    expect((await put(id, { name: 'Maja', is_admin: 0 }, caller)).status).toBe(200);
  });

  test('give and take roles as owners alone', async () => {
    const { id } = await anAccount(identity);
    for (const role of ['catalogue', 'support', 'finance', 'viewer'])
      for (const body of [{ is_admin: 1 }, { admin_role: 'viewer' }, { is_admin: 0 }, { admin_role: null }])
        expect((await put(id, body, asAdmin(999, role))).status).toBe(403);
    expect((await put(id, { admin_role: 'owner' }, asUser(id))).status).toBe(403);
    expect(await admins()).toEqual([]);
  });

  test('lose their sessions with their role, and identity tells the role of those who have one', async () => {
    const chief = await anAdmin(identity, 'chief@example.com');
    const { id, cookie } = await anAccount(identity);
    const owner = async () =>
      (
        (await request(identity.app).post('/internal/sessions').set(asGateway()).send({ kind: 'cookie', credential: cookie }))
          .body as { owner: object | null }
      ).owner;
    expect(await owner()).toMatchObject({ admin: false, role: null, steppedUp: true });
    await put(id, { admin_role: 'support' }, asAdmin(chief));
    expect(await owner()).toMatchObject({ admin: true, role: 'support', steppedUp: true });
    await put(id, { admin_role: 'viewer' }, asAdmin(chief));
    expect(await owner()).toBeNull();
  });

  test('leave an owner: the last one can be made nothing less', async () => {
    const [chief, second] = [await anAdmin(identity, 'chief@example.com'), await anAdmin(identity, 'second@example.com')];
    await put(second, { admin_role: 'support' }, asAdmin(chief));
    expect((await put(chief, { admin_role: 'viewer' }, asAdmin(999))).body).toMatchObject({ code: 'last-admin' });
    expect((await put(chief, { admin_role: 'viewer' }, asAdmin(chief))).body).toMatchObject({ code: 'own-account' });
    expect((await remove(chief, asAdmin(999))).body).toMatchObject({ code: 'last-admin' });
    expect((await put(second, { admin_role: null }, asAdmin(chief))).status).toBe(200);
  });

  test('cannot remove themselves or the last one', async () => {
    const chief = await anAdmin(identity, 'chief@example.com');
    expect((await put(chief, { is_admin: 0 }, asAdmin(chief))).status).toBe(409);
    expect((await remove(chief, asAdmin(chief))).status).toBe(409);
    expect((await put(chief, { is_admin: 0 }, asAdmin(999))).body).toMatchObject({ code: 'last-admin' });
    expect((await remove(chief, asAdmin(999))).body).toMatchObject({ code: 'last-admin' });
    expect(await admins()).toEqual([{ id: chief }]);
    expect((await put(chief, { is_admin: 1, name: 'Chief' }, asAdmin(chief))).status).toBe(200);
  });

  test.each([
    ["each other's flag", (id: number, by: number) => put(id, { is_admin: 0 }, asAdmin(by))],
    ['each other', (id: number, by: number) => remove(id, asAdmin(by))],
  ])('two of them who take away %s at once: one stays', async (_what, take) => {
    for (let round = 0; round < 5; round += 1) {
      const [one, two] = [await anAdmin(identity, `one${round}@example.com`), await anAdmin(identity, `two${round}@example.com`)];
      await identity.db.source.query(`UPDATE users SET admin_role = CASE WHEN id IN ($1, $2) THEN 'owner' END`, [one, two]);
      const answers = await Promise.all([take(one, two), take(two, one)]);
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
      expect(await admins()).toHaveLength(1);
    }
  });
});

describe('deleting an account', () => {
  test('is for admins, and blanks everything personal', async () => {
    await anAdmin(identity, 'chief@example.com');
    const { id, cookie } = await anAccount(identity, { is_seller: true, shop_name: 'North Yard', social_link: '' });
    const { source } = identity.db;
    await source.query('INSERT INTO product_copies (product_id, version) VALUES (5, 1)');
    await request(identity.app)
      .put(`/api/wishlist/${id}`)
      .set(asUser(id))
      .send({ wishlist: [5] });
    expect((await remove(id, as())).status).toBe(401);
    expect((await remove(id, asUser(id))).status).toBe(403);
    expect((await remove(id, asAdmin(999))).body).toMatchObject({ success: true });

    const rows = await source.query<object[]>('SELECT * FROM users WHERE id = $1', [id]);
    expect(JSON.stringify(rows)).not.toMatch(/mara|lind|sweden|argon/i);
    expect(await source.query('SELECT 1 FROM list_entries')).toEqual([]);
    expect(await sessionOf(cookie)).toBeNull();
    expect((await login('mara@example.com', 'Deep-House-1!')).status).toBe(401);
    expect(await emitted(source, UserDeleted)).toEqual([
      { userId: id, version: 2, email: 'mara@example.com', formerEmails: [], handedOn: [], words: [{ word: 'Mara Lind' }] },
    ]);
    for (const again of [await remove(id, asAdmin(999)), await put(id, { name: 'X' }, asAdmin(999))])
      expect(again.status).toBe(404);
  });

  test('frees address and store name, and news of the old store take neither back', async () => {
    await anAdmin(identity, 'chief@example.com');
    const seller = { is_seller: true, shop_name: 'North Yard', social_link: '' };
    const first = await anAccount(identity, seller);
    await remove(first.id, asAdmin(999));
    const second = await anAccount(identity, { ...seller, shop_name: 'NORTH yard' });
    expect(second.id).not.toBe(first.id);
    const store = { sellerId: 1, userId: first.id, version: 4, storeName: 'North Yard', status: 'inactive' };
    await deliver(identity.db.source, subscriptions, StoreChanged(store));
    const form = aRegistration({ email: 'late@example.com', ...seller });
    expect((await request(identity.app).post('/api/users/register').set(as()).send(form)).body).toMatchObject({
      field: 'shop_name',
    });
  });

  test('a wrong id is refused', async () => {
    expect((await remove('abc', asAdmin(999))).status).toBe(400);
    expect((await remove(424242, asAdmin(999))).status).toBe(404);
  });
});

describe('an act of an admin on an account', () => {
  test('is said to the audit log with what differs, never with a password; of what owners do only the fields', async () => {
    const { id } = await anAccount(identity);
    await put(id, { country: 'Norway' }, asUser(id));
    await put(id, { name: 'Maja', is_admin: 1, password: 'Warm-Up-Set-2!', country: 'Norway' }, asAdmin(999));
    await put(id, { name: 'Maja' }, asAdmin(999));
    const acts = await emitted(identity.db.source, AdminActed);
    expect(acts).toEqual([
      expect.objectContaining({ adminId: id, action: 'account.changed', before: null, after: { fields: ['country'] } }),
      {
        adminId: 999,
        action: 'user.changed',
        subject: { type: 'user', id, name: `Account ${id}` },
        before: { name: 'not kept', is_admin: false, admin_role: null, passwordReplaced: false },
        after: { name: 'not kept', is_admin: true, admin_role: 'owner', passwordReplaced: true },
        at: expect.any(String) as string,
      },
    ]);
    expect(JSON.stringify(acts)).not.toMatch(/warm|argon|mara|maja/i);
  });

  test('is said when it ends, without anything personal, and not when it is refused', async () => {
    const chief = await anAdmin(identity, 'chief@example.com');
    const { id } = await anAccount(identity);
    await remove(id, asAdmin(chief));
    await remove(chief, asAdmin(chief));
    const acts = await emitted(identity.db.source, AdminActed);
    expect(acts).toMatchObject([
      {
        adminId: chief,
        action: 'user.deleted',
        subject: { type: 'user', id },
        before: { is_admin: false, is_seller: false },
        after: null,
      },
    ]);
    expect(JSON.stringify(acts)).not.toMatch(/mara/i);
  });
});

describe('the list of accounts', () => {
  const search = async (query: string) =>
    (await list(query)).body as { data: { id: number; email: string }[]; pagination: object };
  const emails = async (query: string) => (await search(query)).data.map(({ email }) => email);

  test('is for admins', async () => {
    expect((await list('', as())).status).toBe(401);
    expect((await list('', asUser(5))).status).toBe(403);
  });

  test('comes newest first, in pages, sorted and searched, without the deleted', async () => {
    await anAdmin(identity, 'chief@example.com');
    const account = await anAccount(identity, { email: 'gone@example.com' });
    await remove(account.id, asAdmin(999));
    for (const name of ['Ana', 'Bo_b', 'Cleo'])
      await anAccount(identity, { name, last_name: `${name}son`, email: `${name.toLowerCase()}@example.com` });

    const all = await search('');
    expect(all.data.map(({ email }) => email)).toEqual([
      'cleo@example.com',
      'bo_b@example.com',
      'ana@example.com',
      'chief@example.com',
    ]);
    expect(all.pagination).toEqual({ page: 1, limit: 1000, total: 4, totalPages: 1 });
    expect((await search('?page=2&limit=3')).pagination).toEqual({ page: 2, limit: 3, total: 4, totalPages: 2 });
    expect(await emails('?page=2&limit=3')).toEqual(['chief@example.com']);
    expect(await emails('?sort=name&page=1&limit=1')).toEqual(['ana@example.com']);
    expect(await emails('?q=Cleo%20cleoson')).toEqual(['cleo@example.com']);
    expect(await emails('?q=_')).toEqual(['bo_b@example.com']);
    expect(JSON.stringify(all)).not.toMatch(/hash|argon/i);

    const [ana] = (await search('?q=ana@')).data;
    await anAccount(identity, { name: `Fan of #${ana!.id}`, last_name: 'Dee', email: 'dee@example.com' });
    expect(await emails(`?q=%23${ana!.id}`)).toEqual(['ana@example.com']);
  });

  test.each(['?sort=passwordHash', '?sort=constructor', '?limit=101', '?page=0', '?page=x', '?nonsense=1'])(
    'refuses %s',
    async (query) => {
      expect((await list(query)).status).toBe(400);
    },
  );
});

describe('an account whose store is owed money or sells something', () => {
  const open = (over: object) =>
    deliver(
      identity.db.source,
      subscriptions,
      OpenEarningsChanged({ sellerId: 3, userId: id, version: 1, owedCents: 0, sales: 0, ...over }),
      2,
    );
  let id: number;
  beforeEach(async () => {
    await anAdmin(identity, 'chief@example.com');
    ({ id } = await anAccount(identity));
  });

  test('is not deleted until that is over', async () => {
    await open({ owedCents: 20930, sales: 1 });
    expect(await remove(id, asAdmin(999))).toMatchObject({
      status: 409,
      body: { code: 'owed', error: expect.stringContaining('$209.30') as string, details: { owedCents: 20930 } },
    });
    await open({ version: 3, sales: 1 });
    await open({ version: 2, owedCents: 20930 });
    expect(await remove(id, asAdmin(999))).toMatchObject({
      status: 409,
      body: { code: 'sale-under-way', details: { sales: 1 } },
    });
    expect(await emitted(identity.db.source, UserDeleted)).toEqual([]);
    expect(await emitted(identity.db.source, AdminActed)).toEqual([]);
    await open({ version: 4 });
    await remove(id, asAdmin(999)).expect(200);
  });

  test('is told apart from what a buyer has open, which ends with the account', async () => {
    const facts = { userId: id, version: 1, holds: 1, payments: 1, disputes: 1 };
    await deliver(identity.db.source, subscriptions, OpenPurchasesChanged(facts));
    await open({ owedCents: 500 });
    expect(await openMattersOf(identity.db.source.manager, id)).toEqual({
      ...{ holds: 1, payments: 1, disputes: 1 },
      ...{ owedCents: 500, sales: 0 },
    });
    await open({ version: 2 });
    await remove(id, asAdmin(999)).expect(200);
  });
});
