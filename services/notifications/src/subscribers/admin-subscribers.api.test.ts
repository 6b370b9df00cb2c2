import { AdminActed, OrderCaptured } from '@shop/contracts/events';
import type { SubscribersView } from '@shop/contracts/views';
import { as, asAdmin, asUser, deliver, emitted } from '@shop/runtime/testing';
import { newToken } from '@shop/shared';
import request from 'supertest';
import { subscriptionsOf } from '../subscriptions';
import { anOrder } from '../testing/mail-cases';
import { operator, site, useNotifications } from '../testing/notifications-app';
import { Subscriber } from './subscriber.entity';

const shop = useNotifications();

const PATH = '/api/mdghost-panel-secur/subscribers';
const ADMIN = 42;

const list = async (query: object = {}) =>
  (await request(shop.app).get(PATH).query(query).set(asAdmin()).expect(200)).body as SubscribersView;
const emails = async (query?: object) => (await list(query)).subscribers.map(({ email }) => email);
const remove = (target: string | number) => request(shop.app).delete(`${PATH}/${target}`).set(asAdmin(ADMIN));
const countAll = () => shop.source.manager.countBy(Subscriber, {});

async function aReader(email: string, isActive = true): Promise<number> {
  const reader = { email, isActive, confirmToken: newToken(), unsubscribeToken: newToken() };
  return (await shop.source.manager.save(Object.assign(new Subscriber(), reader))).id;
}

const TEN_THOUSAND = `
  INSERT INTO subscribers (email, is_active, unsubscribe_token, created_at, updated_at)
  SELECT 'reader' || lpad(n::text, 5, '0') || '@example.com', n % 4 = 0, 'token' || n, now() - n * interval '1 minute', now() - (20000 - n) * interval '1 minute'
  FROM generate_series(1, 10000) n`;

test('readers are listed newest first, ten a page, with nothing that opens their links', async () => {
  for (let n = 1; n <= 12; n += 1) await aReader(`reader${n}@example.com`, n % 2 === 0);
  const { subscribers, pagination } = await list();
  expect(pagination).toEqual({ page: 1, limit: 10, total: 12, totalPages: 2 });
  expect(subscribers.map(({ email }) => email)).toEqual(Array.from({ length: 10 }, (_, i) => `reader${12 - i}@example.com`));
  expect(subscribers[0]).toEqual({
    id: expect.any(Number) as number,
    email: 'reader12@example.com',
    is_active: true,
    created_at: expect.stringMatching(/Z$/) as string,
    updated_at: expect.stringMatching(/Z$/) as string,
  });
  expect(await emails({ page: 2 })).toEqual(['reader2@example.com', 'reader1@example.com']);
  expect(await emails({ page: 3 })).toEqual([]);
});

test('inactive are who has not confirmed yet and who has unsubscribed', async () => {
  const subscribe = (email: string) => request(shop.app).post('/api/subscribe/subscribe').set(as()).send({ email }).expect(200);
  for (const name of ['waiting', 'reading', 'gone']) await subscribe(`${name}@example.com`);
  const row = (name: string) => shop.source.manager.findOneByOrFail(Subscriber, { email: `${name}@example.com` });
  const confirm = async (name: string) =>
    request(shop.app)
      .get(`/api/confirm-subscription/${(await row(name)).confirmToken}`)
      .set(as())
      .expect(200);
  await confirm('reading');
  await confirm('gone');
  await request(shop.app)
    .post(`/api/subscribe/unsubscribe/${(await row('gone')).unsubscribeToken}`)
    .set(as())
    .expect(200);
  expect(await emails({ status: 'active' })).toEqual(['reading@example.com']);
  expect(await emails({ status: 'inactive' })).toEqual(['gone@example.com', 'waiting@example.com']);
  const [gone] = (await list({ status: 'inactive' })).subscribers;
  expect(Date.parse(gone!.updated_at)).toBeGreaterThan(Date.parse(gone!.created_at));
});

test('the search finds ids and parts of addresses, within the status, whatever the case and the signs', async () => {
  const id = await aReader('100%_techno@example.com');
  await aReader('other@example.com', false);
  expect(await emails({ q: '100%_TECH' })).toEqual(['100%_techno@example.com']);
  expect(await emails({ q: String(id) })).toContain('100%_techno@example.com');
  expect(await emails({ q: ' example ', status: 'inactive' })).toEqual(['other@example.com']);
  expect(await emails({ q: String(id), status: 'inactive' })).toEqual([]);
  expect(await emails({ q: "'; DROP TABLE subscribers; --" })).toEqual([]);
  expect(await emails({ q: '99999999999999999999' })).toEqual([]);
});

test('the list is sorted by every column, both ways, with ten thousand readers behind it', async () => {
  await shop.source.query(TEN_THOUSAND);
  const first = async (query: object) => (await emails({ limit: 1, ...query }))[0];
  expect((await list({ page: 1000 })).pagination).toEqual({ page: 1000, limit: 10, total: 10_000, totalPages: 1000 });
  expect(await first({ page: 10_000 })).toBe('reader00001@example.com');
  expect(await first({ sort: 'created_at' })).toBe('reader10000@example.com');
  expect(await first({ sort: '-created_at' })).toBe('reader00001@example.com');
  expect(await first({ sort: '-updated_at' })).toBe('reader10000@example.com');
  expect(await first({ sort: 'email' })).toBe('reader00001@example.com');
  expect(await first({ sort: '-email' })).toBe('reader10000@example.com');
  expect(await first({ sort: '-is_active' })).toBe('reader10000@example.com');
  expect(await first({ sort: 'is_active' })).toBe('reader09999@example.com');
  expect((await list({ status: 'active', q: 'reader099' })).pagination).toMatchObject({ total: 25 });
});

test.each([
  [{ status: 'all' }, 'status'],
  [{ page: '0' }, 'page'],
  [{ limit: '101' }, 'limit'],
  [{ sort: 'confirm_token' }, 'sort'],
  [{ sort: 'constructor' }, 'sort'],
  [{ q: 'x'.repeat(201) }, 'q'],
  [{ order: 'asc' }, 'order'],
])('%j is refused, and named', async (query, field) => {
  const answer = await request(shop.app).get(PATH).query(query).set(asAdmin());
  expect(answer).toMatchObject({ status: 400, body: { success: false, field } });
});

test('deleting a subscriber forgets them: their links are dead, they may begin anew, and the audit log has no address', async () => {
  const id = await aReader('mara@example.com');
  await aReader('other@example.com');
  const { unsubscribeToken } = await shop.source.manager.findOneByOrFail(Subscriber, { id });
  expect(await remove(id)).toMatchObject({ status: 200, body: { success: true, message: 'Subscriber deleted successfully' } });
  expect(await emails()).toEqual(['other@example.com']);
  const old = await request(shop.app).post(`/api/subscribe/unsubscribe/${unsubscribeToken}`).set(as());
  expect(old.status).toBe(404);
  expect(await emitted(shop.source, AdminActed)).toMatchObject([
    {
      adminId: ADMIN,
      action: 'subscriber.deleted',
      subject: { type: 'subscriber', id, name: `Subscriber ${id}` },
      before: { is_active: true },
      after: null,
    },
  ]);
  expect(await shop.source.query(`SELECT 1 FROM outbox WHERE data::text LIKE '%mara%'`)).toEqual([]);
  await request(shop.app).post('/api/subscribe/subscribe').set(as()).send({ email: 'mara@example.com' }).expect(200);
  expect(await emails({ status: 'inactive' })).toEqual(['mara@example.com']);
});

test('with subscribers their mails go: those that wait are not sent, and none keeps the address', async () => {
  const post = (path: string, body = {}) => request(shop.app).post(path).set(as()).send(body).expect(200);
  const subscribe = (name: string) => post('/api/subscribe/subscribe', { email: `${name}@example.com` });
  const row = (name: string) => shop.source.manager.findOneByOrFail(Subscriber, { email: `${name}@example.com` });
  for (const name of ['one', 'two', 'three', 'four']) await subscribe(name);
  expect(await shop.mails()).toHaveLength(4);
  for (const name of ['one', 'two'])
    await request(shop.app)
      .get(`/api/confirm-subscription/${(await row(name)).confirmToken}`)
      .set(as())
      .expect(200);
  for (const name of ['one', 'three', 'four']) await subscribe(name);

  await remove((await row('three')).id).expect(200);
  await remove('status/active').expect(200);
  expect((await shop.mails()).slice(4).map(({ to }) => to)).toEqual(['four@example.com']);
  expect(await shop.source.query('SELECT DISTINCT recipient FROM mails')).toEqual([{ recipient: 'four@example.com' }]);
});

test('a mail to the same address that is about something else stays', async () => {
  const id = await aReader('mara@example.com');
  await deliver(shop.source, subscriptionsOf(site, operator), OrderCaptured(anOrder));
  await remove(id).expect(200);
  expect((await shop.mails()).map(({ to }) => to).sort()).toEqual([operator, 'mara@example.com'].sort());
});

test.each([
  ['active', 1, '1 active subscriber deleted successfully', ['two@example.com', 'three@example.com']],
  ['inactive', 2, '2 inactive subscribers deleted successfully', ['one@example.com']],
] as const)('all %s ones are deleted at once, with one entry that counts them', async (status, count, message, remaining) => {
  await aReader('one@example.com', true);
  await aReader('two@example.com', false);
  await aReader('three@example.com', false);
  expect(await remove(`status/${status}`)).toMatchObject({ status: 200, body: { success: true, message } });
  expect((await emails()).sort()).toEqual([...remaining].sort());
  expect(await emitted(shop.source, AdminActed)).toMatchObject([
    { adminId: ADMIN, action: 'subscribers.deleted', subject: { id: null }, before: { status, count }, after: null },
  ]);
  const again = await remove(`status/${status}`);
  expect(again).toMatchObject({ status: 200, body: { message: `There are no ${status} subscribers` } });
  expect(await emitted(shop.source, AdminActed)).toHaveLength(1);
});

test.each([
  ['status/all', 400],
  ['status/true', 400],
  ['status/ACTIVE', 400],
  ['status/', 400],
  ['active', 400],
  ['1e1', 400],
  ['0', 400],
  ['99999999999', 400],
  ['2147483647', 404],
])('DELETE …/%s deletes nobody: %i', async (target, status) => {
  await aReader('mara@example.com');
  expect((await remove(target)).status).toBe(status);
  expect(await countAll()).toBe(1);
  expect(await emitted(shop.source, AdminActed)).toEqual([]);
});

test.each([
  ['get', ''],
  ['delete', '/1'],
  ['delete', '/status/active'],
  ['delete', '/status/nonsense'],
] as const)('%s …%s is for admins', async (method, path) => {
  await aReader('mara@example.com');
  expect(
    (
      await request(shop.app)
        [method](PATH + path)
        .set(as())
    ).status,
  ).toBe(401);
  expect(
    (
      await request(shop.app)
        [method](PATH + path)
        .set(asUser(7))
    ).status,
  ).toBe(403);
  expect(await countAll()).toBe(1);
});
