import { randomUUID } from 'node:crypto';
import {
  AdminActed,
  FilesDownloaded,
  MailRefused,
  MailSent,
  OrderPlaced,
  PasswordResetRequested,
  TrackHeld,
  UserDeleted,
  UserVerified,
  type Event,
} from '@shop/contracts/events';
import { createInProcessBroker, type Broker, type Message } from '@shop/messaging';
import { asAdmin, deliver, emitted, testLog } from '@shop/runtime/testing';
import request from 'supertest';
import { deliverMails } from '../mails/deliver-mails';
import { subscriptionsOf } from '../subscriptions';
import { OPERATOR } from '../testing/mails-after';
import { site, useNotifications } from '../testing/notifications-app';
import { createPostgresArchive } from './archive-postgres';
import { entryOf } from './entry';
import { archiveTimeline, tidyTimeline } from './archive-timeline';

const NOON = Date.UTC(2026, 4, 1, 12);
const DAY_MS = 86_400_000;

const shop = useNotifications();
let broker: Broker;
let minute: number;
beforeEach(async () => {
  broker = createInProcessBroker();
  minute = 0;
  await archiveTimeline(broker, createPostgresArchive(shop.source));
});

/** Publishes an event, delivered twice, a minute after the one before. */
async function happens(event: Event, over: Partial<Message> = {}): Promise<Message> {
  const occurredAt = new Date(NOON + 60_000 * minute++).toISOString();
  const message = { id: randomUUID(), occurredAt, requestId: null, ...event, ...over };
  const queues = ['shop.timeline'];
  await broker.publish([{ ...message, queues }]);
  expect(await broker.publish([{ ...message, queues }])).toEqual(new Set([message.id]));
  return message;
}

type Answer = { data: { title: string; type: string; about: object[]; facts: object }[]; pagination: { total: number } };
const read = async (query = '', role = 'owner') => {
  const { body } = await request(shop.app).get(`/api/timeline${query}`).set(asAdmin(1, role)).expect(200);
  return body as Answer;
};
const titles = async (query = '') => (await read(query)).data.map(({ title }) => title);

const holdEvent = (orderId: number, productId = 7) =>
  TrackHeld({ productId, orderId, version: 1, until: '2026-05-01T12:15:00.000Z' });
const verified = (userId: number) =>
  UserVerified({ userId, version: 1, name: 'Ira', lastName: 'Lund', email: 'ira@example.com', country: 'Peru', seller: null });

test('an admin reads what happened to an order, newest first, whichever service said it', async () => {
  const requestId = randomUUID();
  await happens(holdEvent(12), { requestId });
  await happens(holdEvent(1));
  await happens(FilesDownloaded({ orderId: 12, productId: 7, buyerId: 5, project: false, times: 1 }));
  const { data, pagination } = await read('?about=order:12');
  expect(data).toEqual([
    expect.objectContaining({
      title: 'Files downloaded',
      type: 'orders.files-downloaded',
      about: [
        { kind: 'order', id: 12 },
        { kind: 'track', id: 7 },
        { kind: 'account', id: 5 },
      ],
      facts: { project: false, times: 1 },
    }),
    expect.objectContaining({ title: 'Track held', at: '2026-05-01T12:00:00.000Z', request_id: requestId }),
  ]);
  expect(pagination).toEqual({ page: 1, limit: 1000, total: 2, totalPages: 1 });
  expect(await titles('?about=account:5')).toEqual(['Files downloaded']);
  expect(await titles('?about=track:7&limit=2&page=2')).toEqual(['Track held']);
});

test('and looks for words, a type, a request and a span of time', async () => {
  const requestId = randomUUID();
  await happens(holdEvent(12), { requestId });
  await happens(verified(5));
  expect(await titles('?q=HELD')).toEqual(['Track held']);
  expect(await titles(`?q=${requestId}`)).toEqual(['Track held']);
  expect(await titles('?q=nothing-is-called-so')).toEqual([]);
  expect(await titles('?type=identity.user-verified')).toEqual(['Account opened']);
  expect(await titles('?type=identity.user-verified&q=held')).toEqual([]);
  expect(await titles('?from=2026-05-01T12:01:00Z')).toEqual(['Account opened']);
  expect(await titles('?to=2026-05-01T12:01:00Z')).toEqual(['Track held']);
});

test.each([
  ['about=order', 'about'],
  ['about=buyer:1', 'about'],
  ['about=order:0', 'about'],
  ['from=yesterday', 'from'],
  ['sort=at', 'sort'],
  ['limit=101', 'limit'],
])('%s is refused, and %s is named', async (query, field) => {
  const { body } = await request(shop.app).get(`/api/timeline?${query}`).set(asAdmin()).expect(400);
  expect(body).toMatchObject({ success: false, field });
});

test('nothing of a code, a token, an address or a name is kept', async () => {
  await happens(verified(5));
  await happens(
    PasswordResetRequested({
      userId: 5,
      email: 'ira@example.com',
      name: 'Ira',
      token: 'canary',
      expiresAt: '2026-05-01T12:30:00.000Z',
    }),
  );
  const rows = JSON.stringify(await shop.source.query('SELECT * FROM timeline'));
  expect(rows).not.toMatch(/canary|ira|lund|peru/i);
  expect(await titles('?about=account:5')).toEqual(['Password reset asked for', 'Account opened']);
});

test('an event of a newer version, or one that cannot be read, is kept by its type alone', async () => {
  await happens({ type: holdEvent(1).type, data: 'not what was declared: canary' });
  const unknown = entryOf({
    id: randomUUID(),
    type: 'orders.something-new',
    data: { token: 'canary' },
    occurredAt: '2026-05-01T12:00:00.000Z',
    requestId: null,
  });
  expect(unknown).toMatchObject({ type: 'orders.something-new', subjects: [], facts: {} });
  expect((await read()).data).toEqual([expect.objectContaining({ title: 'Track held', about: [], facts: {} })]);
});

test('an erased account is in no entry, even when events about it come later', async () => {
  await happens(verified(5));
  await happens(FilesDownloaded({ orderId: 12, productId: 7, buyerId: 5, project: false, times: 1 }));
  await happens(UserDeleted({ userId: 5, version: 2, email: 'ira@example.com' }));
  expect(await titles('?about=account:5')).toEqual(['Account erased']);
  expect(await titles('?about=order:12')).toEqual(['Files downloaded']);
  await happens(verified(5));
  await happens(FilesDownloaded({ orderId: 13, productId: 7, buyerId: 5, project: false, times: 1 }));
  const subject = { type: 'order', id: 13, name: 'Order 13' };
  const at = new Date(NOON).toISOString();
  await happens(AdminActed({ adminId: 5, action: 'order.refunded', subject, before: null, after: null, at }));
  // Identity announces the deleted account again like this.
  await happens(UserDeleted({ userId: 5, version: 3 }));
  expect(await titles('?about=account:5')).toEqual(['Account erased']);
  expect((await read('?about=order:13')).data).toMatchObject([
    { facts: { action: 'order.refunded', adminId: null } },
    { title: 'Files downloaded' },
  ]);
});

test('an account that is erased while an entry about it is written is removed from it later', async () => {
  const archive = createPostgresArchive(shop.source);
  await happens(UserDeleted({ userId: 5, version: 2, email: 'ira@example.com' }));
  await archive.keep([entryOf({ ...verified(5), id: randomUUID(), occurredAt: new Date(NOON).toISOString(), requestId: null })]);
  expect(await titles('?about=account:5')).toHaveLength(2);
  await tidyTimeline(archive, 1000, new Date(NOON + DAY_MS));
  expect(await titles('?about=account:5')).toEqual(['Account erased']);
});

test('entries that are older than the shop keeps them are deleted', async () => {
  await happens(holdEvent(12));
  await tidyTimeline(createPostgresArchive(shop.source), 30, new Date(NOON + 29 * DAY_MS));
  expect(await titles()).toEqual(['Track held']);
  await tidyTimeline(createPostgresArchive(shop.source), 30, new Date(NOON + 31 * DAY_MS));
  expect(await titles()).toEqual([]);
});

test('the spreadsheet has the same entries, and runs nothing', async () => {
  await happens(holdEvent(12));
  await happens(holdEvent(13));
  const { text, headers } = await request(shop.app)
    .get('/api/timeline/list.csv?about=order:12')
    .set(asAdmin(1, 'support'))
    .expect(200);
  expect(headers).toMatchObject({
    'content-disposition': 'attachment; filename="timeline.csv"',
    'cache-control': 'private, no-store',
  });
  expect(text).toBe(
    [
      '\ufeffWhen (UTC),What,Event,About,Facts,Request',
      '2026-05-01 12:00:00,Track held,orders.track-held,"order 12, track 7",until: 2026-05-01T12:15:00.000Z,',
      '',
    ].join('\r\n'),
  );
});

describe('mails', () => {
  const placed = OrderPlaced({
    ...{ orderId: 12, version: 1, buyerId: 5, accountEmail: 'ira@example.com', totalCents: 29_900 },
    customer: { firstName: 'Ira', lastName: 'Lund', email: 'ira@example.com', country: 'Peru' },
    items: [{ productId: 7, name: 'Low Tide', storeName: 'Night Freight', priceCents: 29_900, projectCents: 0 }],
    heldUntil: '2126-05-02T12:00:00.000Z',
  });
  const concerns = { order: [12], track: [7], account: [5] };
  const handle = () => deliver(shop.source, subscriptionsOf(site, OPERATOR), placed, 2);
  const turn = (send: () => Promise<void>) => deliverMails(shop.source, send, site, testLog);

  test('that was sent says so once, with what the event concerns that caused it', async () => {
    await handle();
    await shop.mails();
    const events = await emitted(shop.source, MailSent);
    expect(events.length).toBeGreaterThan(0);
    for (const event of events) expect(event).toMatchObject({ concerns, attempts: 1 });
    expect(JSON.stringify(events)).not.toMatch(/ira|@/i);
    expect(new Set(events.map(({ mailId }) => mailId)).size).toBe(events.length);
    for (const event of events) await happens(MailSent(event));
    expect(new Set(await titles('?about=order:12'))).toEqual(new Set(['Mail sent']));
  });

  test('that the server does not take says so at first, and when it is given up', async () => {
    await handle();
    const refuse = () => Promise.reject(new Error('mailbox unavailable'));
    const again = () => shop.source.query(`UPDATE mails SET next_try_at = now() WHERE state = 'waiting'`);
    await turn(refuse);
    const first = await emitted(shop.source, MailRefused);
    expect(first.length).toBeGreaterThan(0);
    for (const event of first) expect(event).toMatchObject({ concerns, attempts: 1, givenUp: false });
    await again();
    await turn(refuse);
    expect(await emitted(shop.source, MailRefused)).toHaveLength(first.length);
    await shop.source.query('UPDATE mails SET attempts = 1000, next_try_at = now()');
    await turn(refuse);
    const last = (await emitted(shop.source, MailRefused)).slice(first.length);
    expect(last).toHaveLength(first.length);
    for (const event of last) expect(event).toMatchObject({ concerns, givenUp: true });
  });
});
