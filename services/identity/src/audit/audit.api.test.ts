import request from 'supertest';
import { AdminActed, adminActed, StoreClosed, type DataOf } from '@shop/contracts/events';
import type { AuditLogView } from '@shop/contracts/views';
import { as, asAdmin, asUser, deliver, emitted } from '@shop/kit/testing';
import { subscriptions } from '../subscriptions';
import { anAccount, anAdmin, openIdentity, type IdentityApp } from '../testing/identity-app';

let identity: IdentityApp;
beforeEach(async () => {
  identity = await openIdentity(100);
});
afterEach(() => identity.db.drop());

const entries = () => identity.db.source.query<Record<string, unknown>[]>('SELECT * FROM audit_entries ORDER BY id');
const [priceCut] = adminActed(
  7,
  'product.changed',
  { type: 'product', id: 3, name: 'Night Drive' },
  { before: { price: 399, bpm: 124 }, after: { price: 349, bpm: 124 } },
);
type Act = DataOf<typeof AdminActed>;
const happened = (over: Partial<Act>) => deliver(identity.db.source, subscriptions, AdminActed({ ...priceCut!.data, ...over }));

test('what an administrator did is recorded once, however often it is told', async () => {
  await deliver(identity.db.source, subscriptions, priceCut!, 2);
  expect(await entries()).toEqual([
    {
      id: 1,
      admin_id: 7,
      action: 'product.changed',
      subject_type: 'product',
      subject_id: 3,
      subject_name: 'Night Drive',
      before: { price: 399 },
      after: { price: 349 },
      at: new Date(priceCut!.data.at),
    },
  ]);
});

test.each(["UPDATE audit_entries SET action = 'x'", 'DELETE FROM audit_entries', 'TRUNCATE audit_entries'])(
  'an entry stays as it is: %s is refused',
  async (statement) => {
    await happened({});
    await expect(identity.db.asOwner(statement)).rejects.toThrow('only added to');
    await expect(identity.db.source.query(statement)).rejects.toThrow('permission denied for table audit_entries');
    expect(await entries()).toHaveLength(1);
  },
);

test("an administrator's login is told to the log, a buyer's is not", async () => {
  await anAdmin(identity, 'chief@example.com');
  await anAccount(identity);
  const login = (email: string, password: string) =>
    request(identity.app).post('/api/users/login').set(as()).send({ email, password });
  expect((await login('mara@example.com', 'Deep-House-1!')).status).toBe(200);
  expect((await login('chief@example.com', 'wrong')).status).toBe(401);
  expect(await emitted(identity.db.source, AdminActed)).toEqual([]);

  expect((await login('chief@example.com', 'Correct-Horse-1!')).status).toBe(200);
  const acts = await emitted(identity.db.source, AdminActed);
  expect(acts).toMatchObject([{ action: 'admin.logged-in', subject: { type: 'user', name: 'Shop Administrator' } }]);
  expect([acts[0]!.subject.id, acts[0]!.before, acts[0]!.after]).toEqual([acts[0]!.adminId, null, null]);
});

describe('the audit log', () => {
  const get = (query = '', caller = asAdmin()) => request(identity.app).get(`/api/audit-log${query}`).set(caller);
  const found = async (query = '') => (await get(query).expect(200)).body as AuditLogView;
  const names = async (query = '') => (await found(query)).data.map(({ subject }) => subject.name);

  test('is for administrators', async () => {
    expect((await get('', as())).status).toBe(401);
    expect((await get('', asUser(5))).status).toBe(403);
  });

  test('says who, when, what, before and after, newest first, whatever order the news came in', async () => {
    const { id } = await anAccount(identity, { name: 'Ira', last_name: 'Holt', email: 'ira@example.com' });
    await happened({ adminId: id, at: '2026-03-02T10:00:00.000Z' });
    await happened({ adminId: id, at: '2026-03-01T10:00:00.000Z', action: 'product.created', before: null });
    const { data, pagination, choices } = await found('?page=1');
    expect(data).toEqual([
      {
        id: 1,
        at: '2026-03-02T10:00:00.000Z',
        admin: { id, name: 'Ira Holt', email: 'ira@example.com' },
        action: 'product.changed',
        subject: { type: 'product', id: 3, name: 'Night Drive' },
        before: { price: 399 },
        after: { price: 349 },
      },
      expect.objectContaining({ id: 2, action: 'product.created', before: null }),
    ]);
    expect(pagination).toEqual({ page: 1, limit: 10, total: 2, totalPages: 1 });
    expect(choices).toEqual({
      actions: ['product.changed', 'product.created'],
      subjects: ['product'],
      admins: [{ id, name: 'Ira Holt' }],
    });
  });

  test('still names an administrator whose account is gone: a deleted account', async () => {
    await anAdmin(identity, 'chief@example.com');
    const { id } = await anAccount(identity, { name: 'Ira', email: 'ira@example.com' });
    await happened({ adminId: id, at: '2026-03-01T10:00:00.000Z' });
    await happened({ adminId: 424242, at: '2026-03-02T10:00:00.000Z' });
    await request(identity.app).delete(`/api/users/${id}`).set(asAdmin(999)).expect(200);
    const { data, choices } = await found('?sort=at');
    expect(data.map(({ admin }) => admin)).toEqual([
      { id, name: 'deleted account', email: null },
      { id: 424242, name: 'deleted account', email: null },
    ]);
    expect(choices.admins.map(({ name }) => name)).toEqual(['deleted account', 'deleted account']);
  });

  test('nothing personal of a deleted account is read, though the entries stay', async () => {
    await anAdmin(identity, 'chief@example.com');
    const { id } = await anAccount(identity, { name: 'Ira', last_name: 'Holt', email: 'ira@example.com' });
    const subject = { type: 'user', id, name: 'Ira Holt' };
    await happened({ action: 'admin.logged-in', subject, before: null, after: null });
    const [before, after] = [
      { email: 'ira@example.com', name: 'Ira', is_admin: false },
      { email: 'holt@example.com', name: 'Irina', is_admin: true },
    ];
    await happened({ action: 'user.changed', subject, before, after });
    expect((await found('?sort=at&q=holt')).data.map((entry) => entry.before)).toEqual([before, null]);

    await request(identity.app).delete(`/api/users/${id}`).set(asAdmin(999)).expect(200);
    const answer = await get('?sort=at');
    expect(answer.text).not.toMatch(/ira|holt/i);
    expect((answer.body as AuditLogView).data).toMatchObject([
      {
        action: 'user.changed',
        subject: { type: 'user', id, name: `Account ${id}` },
        before: { email: 'deleted', name: 'deleted', is_admin: false },
        after: { email: 'deleted', name: 'deleted', is_admin: true },
      },
      { action: 'admin.logged-in', subject: { name: `Account ${id}` }, before: null, after: null },
    ]);
    expect(await names('?q=holt')).toEqual([]);
    expect(await entries()).toHaveLength(2);
  });

  test('nothing of the person behind a closed store is read, but what was done to it', async () => {
    const subject = { type: 'seller', id: 4, name: 'Night Freight' };
    const payout = { type: 'payout', id: 11, name: 'Night Freight' };
    const before = {
      paypal_email: 'nora@example.com',
      card_holder_name: 'Nora Vale',
      shop_name: 'Night Freight',
      status: 'active',
    };
    await happened({
      action: 'seller.changed',
      subject,
      before,
      after: { ...before, status: 'inactive', reason: 'Vale is not his name' },
    });
    await happened({ action: 'payout.recorded', subject: payout, before: null, after: { sellerId: 4, amountCents: 20930 } });
    await happened({ action: 'seller.changed', subject: { ...subject, id: 5, name: 'Undertow' }, before, after: before });

    await deliver(identity.db.source, subscriptions, StoreClosed({ sellerId: 4, userId: 7, version: 9 }), 2);
    const gone = { paypal_email: 'deleted', card_holder_name: 'deleted', shop_name: 'deleted' };
    expect((await found('?sort=at')).data.toSorted((a, b) => a.id - b.id)).toMatchObject([
      {
        subject: { name: 'Closed store 4' },
        before: { ...gone, status: 'active' },
        after: { ...gone, status: 'inactive', reason: 'deleted' },
      },
      { subject: { name: 'Closed store 4' }, after: { sellerId: 4, amountCents: 20930 } },
      { subject: { name: 'Undertow' }, before },
    ]);
    expect(await names('?q=freight')).toEqual([]);
  });

  test('is searched, filtered and paged', async () => {
    const { id } = await anAccount(identity, { name: 'Ira', email: 'ira@example.com' });
    const on = (day: number, name: string, over: Partial<Act> = {}) =>
      happened({ at: `2026-03-0${day}T12:00:00.000Z`, subject: { type: 'product', id: day, name }, ...over });
    await on(1, '100% Dub');
    await on(2, 'Low Tide', { adminId: id });
    await on(3, 'Undertow', { action: 'product.created' });
    await on(4, 'SPRING25', { action: 'coupon.created', subject: { type: 'coupon', id: 9, name: 'SPRING25' } });

    expect(await names('?q=tide')).toEqual(['Low Tide']);
    expect(await names('?q=%25')).toEqual(['100% Dub']);
    expect(await names('?q=9')).toEqual(['SPRING25']);
    expect(await names('?q=ira@')).toEqual(['Low Tide']);
    expect(await names('?action=product.created')).toEqual(['Undertow']);
    expect(await names('?subject=coupon')).toEqual(['SPRING25']);
    expect(await names(`?admin=${id}`)).toEqual(['Low Tide']);
    expect(await names('?from=2026-03-02T12:00:00Z&to=2026-03-03T12:00:00Z')).toEqual(['Low Tide']);
    expect(await names('?sort=subject')).toEqual(['SPRING25', 'Undertow', 'Low Tide', '100% Dub']);
    expect(await names('?page=2&limit=3')).toEqual(['100% Dub']);
    expect((await found('?page=2&limit=3')).pagination).toEqual({ page: 2, limit: 3, total: 4, totalPages: 2 });
    expect((await found('?q=nothing')).data).toEqual([]);
  });

  test('an offset that Postgres does not know is a moment all the same', async () => {
    await happened({ at: '2026-03-02T10:00:00.000Z' });
    expect(await names('?from=2026-03-03T09:00:00%2B23:00')).toEqual(['Night Drive']);
    expect(await names('?from=2026-03-03T09:00:01%2B23:00')).toEqual([]);
  });

  test.each([
    ['sort', '?sort=password'],
    ['sort', '?sort=constructor'],
    ['limit', '?limit=101'],
    ['admin', '?admin=x'],
    ['from', '?from=yesterday'],
    ['from', '?from=0000-01-01T00:00:00Z'],
    ['to', '?to=-000001-01-01T00:00:00Z'],
    ['nonsense', '?nonsense=1'],
  ])('names the field of a wrong query: %s in %s', async (field, query) => {
    expect((await get(query)).body).toMatchObject({ success: false, field });
  });
});
