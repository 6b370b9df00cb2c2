import { randomUUID } from 'node:crypto';
import {
  AwaitedTrackReleased,
  OrderCaptured,
  OrderPlaced,
  PayoutRecorded,
  PersonForgotten,
  ServiceRequested,
  UserDeleted,
} from '@shop/contracts/events';
import { inTx } from '@shop/messaging';
import { as, asUser, deliver, untilBlocked } from '@shop/runtime/testing';
import request from 'supertest';
import { text } from '../mails/blocks';
import { queueMail } from '../mails/queue-mail';
import { subscriptionsOf } from '../subscriptions';
import { anOrder, MARA } from '../testing/mail-cases';
import { later, NORA } from '../testing/mail-people';
import { ORDER_MAIL_CASES } from '../testing/order-mail-cases';
import { operator, site, useNotifications } from '../testing/notifications-app';
import { STORE_MAIL_CASES } from '../testing/store-mail-cases';

const subscriptions = subscriptionsOf(site, operator);
const shop = useNotifications();

const handle = (event: { type: string; data: unknown; occurredAt?: string }, times = 1) =>
  deliver(shop.source, subscriptions, event, times);
const storedMails = async () =>
  JSON.stringify(await shop.source.query('SELECT * FROM mails, LATERAL (SELECT 1) AS one ORDER BY kind'));
/** Queues a mail to somebody else that concerns account 2. */
const queue = (body: string) =>
  inTx(shop.source, (tx) =>
    queueMail(tx, {
      kind: 'store-status',
      about: randomUUID(),
      recipient: 'noa@example.com',
      subject: 'News',
      blocks: [text(body)],
      concerns: { account: [2] },
    }),
  );
const subscribers = () => shop.source.query<unknown[]>('SELECT email FROM subscribers');

const wish = {
  requestId: 1,
  service: 'co-producing',
  buyerId: 2,
  name: 'Mara Lind',
  email: MARA,
  wishes: [],
  description: 'Drums',
};
const deletion = UserDeleted({ userId: 2, version: 3, email: MARA });
const facts = { orderId: 9, buyerId: 22, accountEmail: 'noa@example.com', ref: randomUUID() };

test('nothing is kept by the address of a deleted account, wherever it was written down', async () => {
  await handle(OrderCaptured(anOrder));
  await handle(ServiceRequested({ ...wish, service: 'co-producing' }));
  await request(shop.app).post('/api/subscribe/subscribe').set(as()).send({ email: MARA });
  await request(shop.app)
    .post('/api/contact')
    .set(asUser(2))
    .send({ name: 'Mara Lind', email: MARA, subject: 'My order', text: 'Where is it?', recaptchaToken: 't' })
    .expect(200);
  await shop.mails();
  expect(await storedMails()).toContain(MARA);

  await handle(deletion, 2);
  expect(await storedMails()).not.toMatch(/mara|lind/i);
  expect(await subscribers()).toEqual([]);
});

test('an erasure that was blanked before it arrived is not handled, so that somebody learns of the addresses that stay', async () => {
  await request(shop.app).post('/api/subscribe/subscribe').set(as()).send({ email: MARA });
  const blanked = { ...deletion.data, email: '', formerEmails: [{ email: '' }], words: [{ word: '' }] };
  await expect(handle(UserDeleted(blanked))).rejects.toThrow(
    'forgetAddressWhenUserDeleted: the event has lost the addresses of the person',
  );
  await expect(handle(PersonForgotten({ userId: 2, words: [{ word: '' }] }))).rejects.toThrow(
    'forgetWordsWhenPersonForgotten: the event has lost the addresses of the person',
  );
  expect(await subscribers()).toHaveLength(1);
  // Identity announces the deleted account again like this.
  await handle(UserDeleted({ userId: 2, version: 4 }), 2);
});

test('waiting mails to another address that the account typed are deleted, with the address', async () => {
  await handle(OrderCaptured({ ...anOrder, customer: { ...anOrder.customer, email: 'studio@example.com' } }), 2);
  await shop.mails();
  expect(await storedMails()).toContain('studio@example.com');
  await handle(deletion, 2);
  expect(await storedMails()).not.toContain('token=');
  expect(await shop.source.query('SELECT 1 FROM contact_addresses')).toEqual([]);
  expect(await shop.source.query(`SELECT 1 FROM mails WHERE recipient = 'studio@example.com'`)).toEqual([]);
});

describe('what orders and sellers had said of an erased person, and comes only afterwards,', () => {
  const studio = 'studio@example.com';
  const lateNews = async () => {
    await handle(deletion);
    for (const [, event] of ORDER_MAIL_CASES) await handle(event);
    await handle(OrderCaptured({ ...anOrder, orderId: 8, customer: { ...anOrder.customer, email: studio } }));
    await handle(ServiceRequested({ ...wish, service: 'co-producing', accountEmail: MARA, email: studio }));
  };
  const forgotten = PersonForgotten({ userId: 2, words: [MARA, studio, 'Mara Lind'].map((word) => ({ word })) });

  test('goes as soon as that service has erased them, and the operator keeps its own mails', async () => {
    await lateNews();
    expect(await storedMails()).toContain(studio);
    await handle(forgotten, 2);
    expect(await shop.source.query('SELECT 1 FROM contact_addresses')).toEqual([]);
    const mails = await shop.mails();
    expect(new Set(mails.map(({ to }) => to))).toEqual(new Set([operator]));
    expect(mails.map(({ subject }) => subject)).toContain('Order #7 waits for a payment to be arranged');
    expect(await storedMails()).not.toMatch(/mara@|studio@/i);
  });

  test('goes too when its address was confirmed meanwhile, and leaves what another account has', async () => {
    await lateNews();
    await handle(OrderCaptured({ ...anOrder, ...facts, customer: { ...anOrder.customer, email: studio } }));
    await shop.source.query(`UPDATE contact_addresses SET confirmed_at = now(); UPDATE mails SET state = 'waiting'`);
    await shop.mails();
    await handle(forgotten, 2);
    expect(await shop.source.query('SELECT user_id FROM contact_addresses')).toEqual([{ user_id: facts.buyerId }]);
    expect(await shop.source.query('SELECT DISTINCT concerns FROM mails WHERE recipient <> $1', [operator])).toEqual([
      { concerns: { order: [facts.orderId], track: [11], account: [facts.buyerId] } },
    ]);
  });

  test('is not mailed when it still waits to be handled', async () => {
    const body = JSON.stringify({ data: { buyerId: 2, accountEmail: MARA, customer: { email: studio } } });
    await shop.source.query(
      `INSERT INTO inbox (reaction, message_id, type, state, body) VALUES ('x', gen_random_uuid(), $1, 'parked', $2)`,
      [OrderPlaced.type, body],
    );
    await handle(forgotten, 2);
    expect(await shop.source.query(`SELECT body FROM inbox WHERE reaction = 'x'`)).toEqual([
      { body: { data: { buyerId: 2, accountEmail: '', customer: { email: '' } } } },
    ]);
  });

  test('goes when it is about the tracks of a store', async () => {
    await handle(UserDeleted({ userId: 5, version: 3, email: NORA }));
    for (const [, event] of STORE_MAIL_CASES) await handle(event);
    await handle(PersonForgotten({ userId: 5, sellerId: 3, words: [{ word: NORA }, { word: 'Velvet Static' }] }), 2);
    expect(await shop.source.query('SELECT DISTINCT recipient FROM mails')).toEqual([{ recipient: operator }]);
  });
});

test.each([
  ['to them', MARA, deletion],
  ['about them', 'noa@example.com', PersonForgotten({ userId: 2, words: [{ word: MARA }] })],
])('a mail %s that another replica is just writing is waited for, and forgotten too', async (_, recipient, erased) => {
  const writing = shop.source.createQueryRunner();
  await writing.startTransaction();
  await writing.query(
    `INSERT INTO mails (kind, about, recipient, subject, blocks, reply_to, state, sent_at, concerns)
     VALUES ('order', '7', $1, 'Your order', '[]', $2, 'sent', now(), '{"account": [2]}')`,
    [recipient, MARA],
  );
  const delivery = handle(erased, 2);
  await untilBlocked(shop.source);
  await writing.commitTransaction();
  await writing.release();
  await delivery;
  expect(await storedMails()).not.toContain(MARA);
});

test.each([
  ['sale', OrderCaptured.type, { buyerId: 2 }, deletion],
  ['payout', PayoutRecorded.type, { sellerId: 3 }, PersonForgotten({ userId: 2, sellerId: 3, words: [{ word: MARA }] })],
])('a mail that the retry of a %s is about to write is waited for, and forgotten too', async (_, type, data, erased) => {
  await shop.source.query(
    `INSERT INTO inbox (reaction, message_id, type, state, body) VALUES ('x', gen_random_uuid(), $1, 'waiting', $2)`,
    [type, JSON.stringify({ data })],
  );
  const retrying = shop.source.createQueryRunner();
  await retrying.startTransaction();
  await retrying.query(`SELECT 1 FROM inbox WHERE reaction = 'x' FOR UPDATE`);
  const delivery = handle(erased);
  await untilBlocked(shop.source);
  await retrying.query(
    `INSERT INTO mails (kind, about, recipient, subject, blocks, reply_to, state, sent_at, concerns)
     VALUES ('payout', '7', 'noa@example.com', 'News', '[]', $1, 'sent', now(), '{"account": [2], "store": [3]}')`,
    [MARA],
  );
  await retrying.query(`UPDATE inbox SET state = 'done', body = NULL WHERE reaction = 'x'`);
  await retrying.commitTransaction();
  await retrying.release();
  await delivery;
  expect(await storedMails()).not.toContain(MARA);
});

test('mails are queued while one erasure waits for another', async () => {
  await request(shop.app).post('/api/subscribe/subscribe').set(as()).send({ email: MARA });
  const holding = shop.source.createQueryRunner();
  await holding.startTransaction();
  await holding.query('SELECT 1 FROM subscribers FOR UPDATE');
  const first = handle(deletion);
  await untilBlocked(shop.source);
  const second = handle(PersonForgotten({ userId: 2, words: [{ word: 'Mara Lind' }] }));
  await untilBlocked(shop.source, 2);
  await queue('Meanwhile');
  expect(await storedMails()).toContain('Meanwhile');
  await holding.commitTransaction();
  await holding.release();
  await Promise.all([first, second]);
});

test('a waiting mail to the operator is sent and then blanked', async () => {
  await handle(OrderCaptured(anOrder));
  await handle(deletion);
  const mails = await shop.mails();
  expect(mails.map(({ to }) => to)).toEqual([operator]);
  expect(mails[0]!.text).toContain(MARA);
  expect(await storedMails()).not.toContain(MARA);
});

test('a message from the account is blanked once it is sent, with any typed name and address; messages of others stay', async () => {
  const write = (caller: ReturnType<typeof as>, name: string) =>
    request(shop.app)
      .post('/api/contact')
      .set(caller)
      .send({ name, email: 'friend@example.com', subject: `From ${name}`, text: `It is ${name}`, recaptchaToken: 't' })
      .expect(200);
  await write(asUser(2), 'Birdie');
  await write(asUser(22), 'Robin');
  await shop.mails();
  await write(asUser(2), 'Starling');
  await handle(deletion, 2);
  expect((await shop.mails()).at(-1)!.text).toContain('Starling');
  expect(await storedMails()).toContain('Robin');
  expect(await storedMails()).not.toMatch(/birdie|starling/i);
});

test('no mail to the operator or answered by them goes with an account that had their address, sent or not', async () => {
  const address = operator.toLowerCase();
  await handle(ServiceRequested({ ...wish, service: 'co-producing' }));
  await shop.mails();
  await handle(OrderCaptured(anOrder));
  const before = await storedMails();
  expect(before).toContain('waiting');
  await handle(UserDeleted({ userId: 9, version: 3, email: address, words: [{ word: operator }] }), 2);
  await handle(UserDeleted({ userId: 8, version: 3, email: 'chief@example.com', formerEmails: [{ email: address }] }), 2);
  await handle(PersonForgotten({ userId: 9, words: [{ word: address }] }), 2);
  expect(await storedMails()).toBe(before);
});

test('another address stays as it is', async () => {
  await handle(OrderCaptured(anOrder));
  await request(shop.app).post('/api/subscribe/subscribe').set(as()).send({ email: 'somebody.else@example.com' });
  await shop.mails();
  await handle(UserDeleted({ userId: 9, version: 2, email: 'nobody@example.com' }));
  expect(await storedMails()).toContain(MARA);
  expect(await subscribers()).toHaveLength(1);
});

test('the links of an order are blanked once its mail is sent', async () => {
  await handle(OrderCaptured(anOrder));
  expect(await storedMails()).toMatch(/token=\w/);
  const receipt = (await shop.mails()).find(({ to }) => to === MARA)!;
  expect(receipt.text).toMatch(/token=\w/);
  expect(await storedMails()).not.toMatch(/token=/);
});

test('a mail that mentions a person by another word is blanked too, with its subject and answer address', async () => {
  await request(shop.app)
    .post('/api/contact')
    .set(asUser(2))
    .send({ name: 'Mara "M" Lind', email: 'studio@example.com', subject: 'Of Mara "M" Lind', text: 'Hi', recaptchaToken: 't' })
    .expect(200);
  await handle(
    PersonForgotten({ userId: 2, words: [{ word: 'Mara "M" Lind' }, { word: 'STUDIO@example.com' }, { word: 'a' }] }),
    2,
  );
  // The mail to the operator goes out before it is blanked.
  const [mail] = await shop.mails();
  expect(mail!.text).toContain('Mara');
  expect(await storedMails()).not.toMatch(/mara|studio/i);
});

test.each([
  ['Anna', 'Susanna and Annabel ask', false],
  ['Анна', 'Сусанна спрашивает', false],
  ['anna@example.com', 'Write to susanna@example.com', false],
  ['anna@example.com', 'Write to mary.anna@example.com', false],
  ['anna@example.com', 'Write to x+anna@example.com', false],
  ['anna@example.com', 'Write to anna@example.com.au', false],
  ['anna@example.com', 'Write to anna@example.com-shop.net', false],
  ['Anna', 'By ANNA.', true],
  ['Anna (B) + Söhne', 'Of Anna (B) + Söhne, both', true],
  ['Anna "A\\B" Lind', 'By Anna "A\\b" Lind.', true],
  ['anna@example.com', '<anna@example.com>', true],
  ['anna@example.com', 'Write to anna@example.com. Or call.', true],
  ['anna@example.com', '-anna@example.com', true],
  ['anna@example.com', 'Write to _anna@example.com_', true],
  ['anna@example.com', 'Thank you.\n- anna@example.com', true],
  ['anna@example.com', 'Thank you.\n-anna@example.com', true],
  ['anna@example.com', 'Thank you.\nmary-anna@example.com', false],
  ['anna@example.com', 'Thank you.\nanna@example.com', true],
  ['夜の貨物', '夜の貨物店の曲', true],
  ['İstanbul Beats', 'Reserved by İstanbul Beats', true],
  ['ΚΟΣΜΟΣ', 'Reserved by ΚΟΣΜΟΣ', true],
  ['ΚΟΣΜΟΣ', 'Reserved by ΜΙΚΡΟΚΟΣΜΟΣ', false],
])('"%s" in "%s" is found as a whole word alone: %s', async (word, body, matches) => {
  await queue(body);
  await shop.mails();
  await handle(PersonForgotten({ userId: 2, words: [{ word }] }), 2);
  expect((await storedMails()).includes(JSON.stringify(body).slice(1, -1))).toBe(!matches);
});

test('a word is found at the beginning of a line, and after an escaped sign', async () => {
  await queue('Thank you.\nAnna');
  await queue('Her "Anna" tapes');
  await shop.mails();
  await handle(PersonForgotten({ userId: 2, words: [{ word: 'Anna' }] }));
  expect(await storedMails()).not.toMatch(/anna/i);
});

test('a name or an address that somebody chose blanks nothing of what does not concern them', async () => {
  await handle(OrderCaptured(anOrder));
  await handle(ServiceRequested({ ...wish, service: 'co-producing' }));
  await shop.mails();
  const before = await storedMails();
  const words = ['Mara Lind', MARA, 'Co-producing', 'Total', 'text'].map((word) => ({ word }));
  await handle(UserDeleted({ userId: 9, version: 3, email: 'eve@example.com', words }), 2);
  await handle(PersonForgotten({ userId: 9, sellerId: 9, words }), 2);
  expect(await storedMails()).toBe(before);
});

test('an address that was their own is found in every mail', async () => {
  await handle(OrderCaptured({ ...anOrder, buyerId: 22, accountEmail: 'noa@example.com' }));
  await shop.mails();
  await handle(deletion, 2);
  expect(await storedMails()).not.toContain(MARA);
});

test('the name of a store is found in the mails of those who ordered its tracks', async () => {
  const tracks = anOrder.items.map((item) => ({ ...item, sellerId: 3, storeName: 'Velvet Static' }));
  await handle(OrderCaptured({ ...anOrder, items: tracks }));
  await handle(OrderPlaced({ ...anOrder, items: tracks, heldUntil: later }));
  await handle(AwaitedTrackReleased({ ...tracks[0]!, buyerId: 2, accountEmail: MARA }));
  await shop.mails();
  expect(await storedMails()).toContain('Velvet Static');
  await handle(PersonForgotten({ userId: 9, sellerId: 3, words: [{ word: 'Velvet Static' }] }), 2);
  expect(await storedMails()).not.toContain('Velvet Static');
});

test('no word is found in the names of what a mail is made of, and a blanked mail is still known by what it is about', async () => {
  await handle(OrderCaptured(anOrder));
  await shop.mails();
  await handle(PersonForgotten({ userId: 2, words: [] }));
  const before = await storedMails();
  await handle(PersonForgotten({ userId: 2, words: ['rows', 'label', 'kind', anOrder.ref].map((word) => ({ word })) }));
  expect(await storedMails()).toBe(before);
  await handle(PersonForgotten({ userId: 2, words: [{ word: 'Mara Lind' }] }));
  const notices = await shop.source.query<unknown[]>(`SELECT about, subject, blocks FROM mails WHERE kind = 'sale-notice'`);
  expect(notices).toEqual([{ about: anOrder.ref, subject: '', blocks: [] }]);
});

test("waiting events of an erased person's store lose its owner, and a buyer of its tracks keeps their mail", async () => {
  const payout = (sellerId: number, name: string, email: string) => ({ sellerId, amountCents: 100, owner: { name, email } });
  const sale = { buyerId: 2, items: [{ sellerId: 3 }], customer: { firstName: 'Mara', email: MARA } };
  await shop.source.query(
    `INSERT INTO inbox (reaction, message_id, type, state, body)
     SELECT 'x', gen_random_uuid(), type, 'parked', jsonb_build_object('data', data)
     FROM jsonb_to_recordset($1) AS message (type text, data jsonb)`,
    [
      JSON.stringify([
        { type: PayoutRecorded.type, data: payout(3, 'Nora', 'nora@example.com') },
        { type: PayoutRecorded.type, data: payout(33, 'Noa', 'noa@example.com') },
        { type: OrderCaptured.type, data: sale },
      ]),
    ],
  );
  await handle(PersonForgotten({ userId: 9, sellerId: 3, words: [] }), 2);
  const rows = await shop.source.query<{ data: unknown }[]>(`SELECT body->'data' AS data FROM inbox WHERE reaction = 'x'`);
  const data = rows.map((row) => row.data);
  expect(data).toHaveLength(3);
  expect(data).toEqual(expect.arrayContaining([payout(3, '', ''), payout(33, 'Noa', 'noa@example.com'), sale]));
});

test('an address that was only typed may be a stranger, who keeps mails and subscription; one that was their own may not', async () => {
  for (const email of ['stranger@example.com', 'mara.old@example.com'])
    await request(shop.app).post('/api/subscribe/subscribe').set(as()).send({ email });
  await handle(PersonForgotten({ userId: 2, words: [{ word: 'stranger@example.com' }] }));
  await handle(
    UserDeleted({
      ...deletion.data,
      formerEmails: [{ email: 'mara.old@example.com' }],
      words: [{ word: 'stranger@example.com' }],
    }),
  );
  expect(await subscribers()).toEqual([{ email: 'stranger@example.com' }]);
  expect((await shop.mails()).map(({ to }) => to)).toEqual(['stranger@example.com']);
});

test('for an address that another account has now, only older mails are deleted, and no mail that mentions it is blanked', async () => {
  const address = 'taken@example.com';
  const queueTo = (kind: string, recipient: string) =>
    inTx(shop.source, (tx) => queueMail(tx, { kind, about: kind, recipient, subject: 'News', blocks: [text(`To ${address}`)] }));
  await queueTo('before', address);
  await shop.source.query(`UPDATE mails SET created_at = '2026-11-01T00:00:00Z'`);
  await queueTo('since', address);
  await queueTo('mention', 'noa@example.com');
  await request(shop.app).post('/api/subscribe/subscribe').set(as()).send({ email: address });
  await shop.mails();
  await handle(UserDeleted({ ...deletion.data, handedOn: [{ email: address, until: '2026-11-10T00:00:00.000Z' }] }), 2);
  const mails = await shop.source.query<{ kind: string; blocks: unknown[] }[]>(
    `SELECT kind, blocks FROM mails WHERE kind IN ('before', 'since', 'mention') ORDER BY kind`,
  );
  expect(mails).toMatchObject([
    { kind: 'mention', blocks: [text(`To ${address}`)] },
    { kind: 'since', blocks: [text(`To ${address}`)] },
  ]);
  expect(await subscribers()).toEqual([{ email: address }]);
});

test('an erasure that is handled late leaves what whoever has the address since has got', async () => {
  const queueTo = (kind: string, recipient: string, account: number) =>
    inTx(shop.source, (tx) =>
      queueMail(tx, {
        kind,
        about: kind,
        recipient,
        subject: 'News',
        blocks: [text(`To ${MARA}`)],
        concerns: { account: [account] },
      }),
    );
  await queueTo('before', MARA, 2);
  await queueTo('mention-before', 'noa@example.com', 3);
  await request(shop.app).post('/api/subscribe/subscribe').set(as()).send({ email: 'former@example.com' });
  const [{ now }] = await shop.source.query<[{ now: Date }]>('SELECT clock_timestamp() AS now');
  const late = {
    ...UserDeleted({ ...deletion.data, formerEmails: [{ email: 'former@example.com' }] }),
    occurredAt: now.toISOString(),
  };
  await shop.source.query(`UPDATE mails SET created_at = created_at - interval '1 hour'`);
  await shop.source.query(`UPDATE subscribers SET created_at = created_at - interval '1 hour'`);
  await queueTo('since', MARA, 7);
  await queueTo('mention-since', 'noa@example.com', 7);
  await queueTo('retried-since', MARA, 2);
  await request(shop.app).post('/api/subscribe/subscribe').set(as()).send({ email: MARA });
  await shop.mails();

  await handle(late, 2);
  const mails = await shop.source.query<unknown[]>(`SELECT kind, blocks FROM mails WHERE about = kind ORDER BY kind`);
  expect(mails).toEqual([
    { kind: 'mention-before', blocks: [] },
    { kind: 'mention-since', blocks: [text(`To ${MARA}`)] },
    { kind: 'since', blocks: [text(`To ${MARA}`)] },
  ]);
  expect(await subscribers()).toEqual([{ email: MARA }]);
});

test('an erasure that is handled late leaves a subscription that was begun since, and nothing of the one before', async () => {
  type Row = { confirm_token: string; unsubscribe_token: string; created_at: Date };
  const rowOf = async (email: string) =>
    (await shop.source.query<[Row]>('SELECT * FROM subscribers WHERE email = $1', [email]))[0];
  const subscribe = (email: string) => request(shop.app).post('/api/subscribe/subscribe').set(as()).send({ email }).expect(200);
  const confirm = async (email: string) =>
    request(shop.app)
      .get(`/api/confirm-subscription/${(await rowOf(email)).confirm_token}`)
      .set(as())
      .expect(200);
  const leave = async (email: string) =>
    request(shop.app)
      .post(`/api/subscribe/unsubscribe/${(await rowOf(email)).unsubscribe_token}`)
      .set(as())
      .expect(200);
  const [asked, confirmed, left] = ['asked@example.com', 'confirmed@example.com', 'left@example.com'];
  const [running, over] = ['running@example.com', 'over@example.com'];
  for (const email of [asked, confirmed, left, running, over]) {
    await subscribe(email);
    await confirm(email);
  }
  for (const email of [asked, confirmed]) await leave(email);
  await shop.source.query(
    `UPDATE subscribers SET created_at = created_at - interval '1 hour', confirmed_at = confirmed_at - interval '1 hour',
       updated_at = updated_at - interval '1 hour'`,
  );
  const [{ now }] = await shop.source.query<[{ now: Date }]>('SELECT clock_timestamp() AS now');
  for (const email of [asked, confirmed, running]) await subscribe(email);
  await confirm(confirmed);
  await leave(left);
  const before = await rowOf(running);

  const formerEmails = [confirmed, left, running, over].map((email) => ({ email }));
  await handle({ ...UserDeleted({ ...deletion.data, email: asked, formerEmails }), occurredAt: now.toISOString() }, 2);
  expect(
    await shop.source.query('SELECT email, is_active, confirmed_at >= $1 AS confirmed FROM subscribers ORDER BY email', [now]),
  ).toEqual([
    { email: asked, is_active: false, confirmed: null },
    { email: confirmed, is_active: true, confirmed: true },
    { email: running, is_active: false, confirmed: null },
  ]);
  const { confirm_token } = await rowOf(running);
  expect(confirm_token).not.toBe(before.confirm_token);
  const confirmations = await shop.source.query<{ state: string; concerns: object; blocks: object }[]>(
    `SELECT state, concerns, blocks FROM mails WHERE kind = 'subscription-confirmation' AND recipient = $1 AND created_at >= $2`,
    [running, now],
  );
  expect(confirmations).toMatchObject([{ state: 'waiting', concerns: {} }]);
  expect(JSON.stringify(confirmations)).toContain(confirm_token);
  for (const email of [asked, confirmed, running])
    expect((await rowOf(email)).created_at.getTime()).toBeGreaterThanOrEqual(now.getTime());
});

test('an erasure that is handled late also deletes what was mailed since about the store, and nothing about the store of who has the address', async () => {
  const erased = { ...UserDeleted({ userId: 5, version: 3, email: NORA }), occurredAt: '2026-01-01T00:00:00.000Z' };
  for (const [, event] of STORE_MAIL_CASES) await handle(event);
  await shop.mails();
  for (const [, event] of STORE_MAIL_CASES)
    await handle({ ...event, data: { ...(event.data as object), sellerId: 33, userId: 55 } });
  await handle(erased);
  await handle(PersonForgotten({ userId: 5, sellerId: 3, words: [] }), 2);
  const mails = await shop.source.query<{ store: number[] }[]>(
    `SELECT DISTINCT concerns->'store' AS store FROM mails WHERE recipient = $1`,
    [NORA],
  );
  expect(mails).toEqual([{ store: [33] }]);
});

test('nothing is mailed to nobody', async () => {
  await handle(OrderCaptured({ ...anOrder, accountEmail: '', customer: { ...anOrder.customer, email: '' } }));
  expect((await shop.mails()).map(({ to }) => to)).toEqual([operator]);
});
