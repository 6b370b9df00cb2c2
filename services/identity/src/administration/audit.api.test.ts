import {
  accountActed,
  AdminActed,
  adminActed,
  lookRecorded,
  SealsChecked,
  sealsChecked,
  StoreClosed,
  type DataOf,
} from '@shop/contracts/events';
import type { AuditLogView } from '@shop/contracts/views';
import { as, asAdmin, asUser, deliver, emitted } from '@shop/runtime/testing';
import { sealAll, sealChecker, verifySeals } from '@shop/shared';
import request from 'supertest';
import { SealedAuditLog1796450100000 } from '../migrations/1796450100000-sealed-audit-log';
import { subscriptions } from '../subscriptions';
import { anAccount, anAdmin, useIdentity } from '../testing/identity-app';
import { auditJournal } from './audit-log';

const identity = useIdentity(100);

const entries = () => identity.db.source.query<Record<string, unknown>[]>('SELECT * FROM audit_entries ORDER BY id');
const [priceCut] = adminActed(
  7,
  'product.changed',
  { type: 'product', id: 3, name: 'Night Drive' },
  { before: { price: 399, bpm: 124 }, after: { price: 349, bpm: 124 } },
);
type Act = DataOf<typeof AdminActed>;
const happened = (over: Partial<Act>) => deliver(identity.db.source, subscriptions, AdminActed({ ...priceCut!.data, ...over }));

test('an act of an admin is recorded once, however often its event comes', async () => {
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

test('each entry is sealed, the head is shown, and an entry changed behind the back of the log is found', async () => {
  await happened({});
  await happened({ action: 'product.removed', after: null });
  const log = async () => (await request(identity.app).get('/api/audit-log').set(asAdmin()).expect(200)).body as AuditLogView;
  expect((await log()).head).toBeNull();
  await sealAll(identity.db.source, auditJournal);
  const { head, findings } = await verifySeals(identity.db.source, auditJournal);
  expect([findings, head]).toEqual([[], (await log()).head]);

  await identity.db.asOwner(`ALTER TABLE audit_entries DISABLE TRIGGER audit_entries_are_final;
    UPDATE audit_entries SET admin_id = 8 WHERE id = 2`);
  expect((await verifySeals(identity.db.source, auditJournal)).findings).toHaveLength(1);
});

test('the seals are read again once an hour, and what was found is told with the last one', async () => {
  await happened({});
  await sealAll(identity.db.source, auditJournal);
  const check = () => sealChecker(identity.db.source, auditJournal, sealsChecked)();
  await Promise.all([check(), check()]);
  await check();
  const { head } = await verifySeals(identity.db.source, auditJournal);
  expect(await emitted(identity.db.source, SealsChecked)).toEqual([
    { journal: 'audit log', at: expect.any(String) as string, head, rows: 1, findings: [] },
  ]);
});

test('personal values leave an older log before it is sealed', async () => {
  await happened({});
  const older = `('user', 4, 'Ira Holt', '{"email": "ira@example.com", "is_admin": false, "name": null}', NULL),
    ('seller', 5, 'Night Freight', '{"status": "active", "paypal_email": "ira@example.com"}', '{"status": "inactive", "reason": "Holt"}'),
    ('payout', 6, 'Night Freight', NULL, '{"sellerId": 5, "amountCents": 100}')`;
  await identity.db
    .asOwner(`INSERT INTO audit_entries (admin_id, action, at, subject_type, subject_id, subject_name, before, after)
    SELECT 7, 'x', now(), type, id, name, before::jsonb, after::jsonb FROM (VALUES ${older}) AS v (type, id, name, before, after)`);
  await identity.db.migrateAgain(new SealedAuditLog1796450100000());
  expect(JSON.stringify(await entries())).not.toMatch(/ira|holt|freight/i);
  expect((await entries()).slice(1)).toMatchObject([
    { subject_name: 'Account 4', before: { email: 'not kept', is_admin: false, name: null }, after: null },
    {
      subject_name: 'Store 5',
      before: { status: 'active', paypal_email: 'not kept' },
      after: { status: 'inactive', reason: 'not kept' },
    },
    { subject_name: 'Payout 6', before: null, after: { sellerId: 5, amountCents: 100 } },
  ]);
  expect((await entries())[0]).toMatchObject({ before: { price: 399 }, after: { price: 349 } });
  await sealAll(identity.db.source, auditJournal);
  expect(await verifySeals(identity.db.source, auditJournal)).toMatchObject({ rows: 4, waiting: 0, findings: [] });
});

test("an admin's login is told to the log, a buyer's is not", async () => {
  await anAdmin(identity, 'chief@example.com');
  await anAccount(identity);
  const login = (email: string, password: string) =>
    request(identity.app).post('/api/users/login').set(as()).send({ email, password });
  expect((await login('mara@example.com', 'Deep-House-1!')).status).toBe(200);
  expect((await login('chief@example.com', 'wrong')).status).toBe(401);
  expect(await emitted(identity.db.source, AdminActed)).toEqual([]);

  expect((await login('chief@example.com', 'Correct-Horse-1!')).status).toBe(200);
  const acts = await emitted(identity.db.source, AdminActed);
  expect(acts).toMatchObject([{ action: 'admin.logged-in', subject: { type: 'user', name: `Account ${acts[0]!.adminId}` } }]);
  expect([acts[0]!.subject.id, acts[0]!.before, acts[0]!.after]).toEqual([acts[0]!.adminId, null, null]);
});

describe('the audit log', () => {
  const get = (query = '', caller = asAdmin()) => request(identity.app).get(`/api/audit-log${query}`).set(caller);
  const entriesOf = async (query = '') => (await get(query).expect(200)).body as AuditLogView;
  const names = async (query = '') => (await entriesOf(query)).data.map(({ subject }) => subject.name);

  test('is for admins', async () => {
    expect((await get('', as())).status).toBe(401);
    expect((await get('', asUser(5))).status).toBe(403);
  });

  test('says who, when, what, before and after, newest first, whatever order the news came in', async () => {
    const { id } = await anAccount(identity, { name: 'Ira', last_name: 'Holt', email: 'ira@example.com' });
    await happened({ adminId: id, at: '2026-03-02T10:00:00.000Z' });
    await happened({ adminId: id, at: '2026-03-01T10:00:00.000Z', action: 'product.created', before: null });
    const { data, pagination, choices } = await entriesOf('?page=1');
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

  test('still names an admin whose account is gone: a deleted account', async () => {
    await anAdmin(identity, 'chief@example.com');
    const { id } = await anAccount(identity, { name: 'Ira', email: 'ira@example.com' });
    await happened({ adminId: id, at: '2026-03-01T10:00:00.000Z' });
    await happened({ adminId: 424242, at: '2026-03-02T10:00:00.000Z' });
    await request(identity.app).delete(`/api/users/${id}`).set(asAdmin(999)).expect(200);
    const { data, choices } = await entriesOf('?sort=at');
    expect(data.map(({ admin }) => admin)).toEqual([
      { id, name: 'deleted account', email: null },
      { id: 424242, name: 'deleted account', email: null },
    ]);
    expect(choices.admins.map(({ name }) => name)).toEqual(['deleted account', 'deleted account']);
  });

  test('nothing personal of an account is written; it is called by its name while it is there', async () => {
    await anAdmin(identity, 'chief@example.com');
    const { id } = await anAccount(identity, { name: 'Ira', last_name: 'Holt', email: 'ira@example.com' });
    const subject = { type: 'user', id, name: 'Ira Holt' };
    await happened({ action: 'admin.logged-in', subject, before: null, after: null });
    const [before, after] = [
      { email: 'ira@example.com', name: 'Ira', is_admin: false },
      { email: 'holt@example.com', name: 'Irina', is_admin: true },
    ];
    await happened({ action: 'user.changed', subject, before, after });
    expect(JSON.stringify(await entries())).not.toMatch(/ira|holt/i);
    expect((await entriesOf('?sort=at&q=holt')).data.map((entry) => [entry.subject.name, entry.before])).toEqual([
      ['Ira Holt', { email: 'not kept', name: 'not kept', is_admin: false }],
      ['Ira Holt', null],
    ]);

    await request(identity.app).delete(`/api/users/${id}`).set(asAdmin(999)).expect(200);
    const answer = await get('?sort=at');
    expect(answer.text).not.toMatch(/ira|holt/i);
    expect((answer.body as AuditLogView).data).toMatchObject([
      {
        action: 'user.changed',
        subject: { type: 'user', id, name: `Account ${id}` },
        before: { email: 'not kept', name: 'not kept', is_admin: false },
        after: { email: 'not kept', name: 'not kept', is_admin: true },
      },
      { action: 'admin.logged-in', subject: { name: `Account ${id}` }, before: null, after: null },
    ]);
    expect(await names('?q=holt')).toEqual([]);
    expect(await entries()).toHaveLength(2);
  });

  test('nothing of the person behind a store is written, but what was done to it', async () => {
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
    const details = { paypal_email: 'not kept', card_holder_name: 'not kept', shop_name: 'not kept' };
    expect((await entriesOf('?sort=at')).data.toSorted((a, b) => a.id - b.id)).toMatchObject([
      {
        subject: { name: 'Closed store 4' },
        before: { ...details, status: 'active' },
        after: { ...details, status: 'inactive', reason: 'not kept' },
      },
      { subject: { name: 'Closed store 4' }, after: { sellerId: 4, amountCents: 20930 } },
      { subject: { name: 'Store 5' }, before: { ...details, status: 'active' } },
    ]);
    expect(await names('?q=freight')).toEqual([]);
    expect(JSON.stringify(await entries())).not.toMatch(/nora|vale|freight|undertow/i);
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
    expect((await entriesOf('?page=2&limit=3')).pagination).toEqual({ page: 2, limit: 3, total: 4, totalPages: 2 });
    expect((await entriesOf('?q=nothing')).data).toEqual([]);
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

describe('an act on one’s own account', () => {
  const acts = async () =>
    (await emitted(identity.db.source, AdminActed)).map(({ adminId, action, subject, after }) => [
      adminId,
      action,
      subject.id,
      (after as { fields: string[] } | null)?.fields,
    ]);

  test('is told with the names of the fields, and nothing that stands in them', async () => {
    const { id } = await anAccount(identity);
    const put = (body: object) => request(identity.app).put(`/api/users/${id}`).set(asUser(id)).send(body);
    const own = { current_password: 'Deep-House-1!' };
    await put({ name: 'Maja', country: 'Norway' }).expect(200);
    await put({ name: 'Maja' }).expect(200);
    await put({ password: 'Other-House-2!', ...own }).expect(200);
    await put({ email: 'maja@example.com', current_password: 'Other-House-2!' }).expect(200);
    await put({ password: 'Third-House-3!', ...own }).expect(400);
    await request(identity.app).delete(`/api/users/${id}/email-change`).set(asUser(id)).expect(200);
    expect(await acts()).toEqual([
      [id, 'account.changed', id, ['name', 'country']],
      [id, 'account.changed', id, ['passwordReplaced']],
      [id, 'account.email-change-requested', id, ['email']],
      [id, 'account.email-change-cancelled', id, ['email']],
    ]);
    expect(JSON.stringify(await emitted(identity.db.source, AdminActed))).not.toMatch(/maja|norway|house|example/i);
  });

  test('is a kind of its own in the log, as are looks and exports; its people do not crowd the choice of admins', async () => {
    const { id } = await anAccount(identity);
    const { id: noaId } = await anAccount(identity, { email: 'ira@example.com' });
    const note = (event: { type: string; data: unknown }) => deliver(identity.db.source, subscriptions, event);
    await happened({ adminId: noaId });
    await note(accountActed(id, 'changed', ['name']));
    await note(lookRecorded({ userId: noaId, action: 'user.viewed', subject: 'user', id, own: false }));
    await note(lookRecorded({ userId: id, action: 'seller.ledger-exported', subject: 'seller', id: 3, own: true }));
    await happened({ adminId: noaId, action: 'seller.card-number-shown' });
    const log = async (query = '') =>
      (await request(identity.app).get(`/api/audit-log${query}`).set(asAdmin()).expect(200)).body as AuditLogView;
    for (const [kind, actions] of [
      ['change', ['product.changed']],
      ['own', ['account.changed']],
      ['look', ['user.viewed', 'seller.card-number-shown']],
      ['export', ['account.ledger-exported']],
    ] as const)
      expect((await log(`?kind=${kind}`)).data.map(({ action }) => action)).toEqual(actions);
    expect((await log()).choices.admins.map((admin) => admin.id)).toEqual([noaId]);
    expect((await request(identity.app).get('/api/audit-log?kind=x').set(asAdmin())).body).toMatchObject({ field: 'kind' });
  });
});
