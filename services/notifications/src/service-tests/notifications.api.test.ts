import { randomUUID } from 'node:crypto';
import {
  ContractsDrawn,
  DataExportReady,
  EmailChanged,
  EmailChangeRequested,
  MailRefused,
  OrderCaptured,
  OrderResendRequested,
  PasswordResetRequested,
  UserChanged,
  UserRegistered,
  VerificationCodeRequested,
} from '@shop/contracts/events';
import { contractFactsOf, contractHash, renderContract } from '@shop/documents';
import { GiveUp } from '@shop/messaging';
import { deliver, emitted, openTestDatabase, testLog, type TestDatabase } from '@shop/runtime/testing';
import { schema } from '../database';
import { deliverMails, pruneMails, type OutgoingMail, type SendMail } from '../mails/deliver-mails';
import { RefusedForGood, RefusedForNow } from '../mails/refusal';
import { ReactionsSayOperator1797300005000 } from '../migrations/1797300005000-reactions-say-operator';
import { RefusedRecipients1797770000000 } from '../migrations/1797770000000-refused-recipients';
import { measuredRows } from '../operator/measured';
import { subscriptionsOf } from '../subscriptions';
import { anOrder } from '../testing/mail-cases';

const site = { name: 'Ghostline', url: 'https://shop.example', timeZone: 'Europe/Moscow' };
const subscriptions = subscriptionsOf(site, 'admin@example.com');
let db: TestDatabase;
let outbox: OutgoingMail[];
const send: SendMail = (mail) => Promise.resolve(void outbox.push(mail));
const refuse: SendMail = () => Promise.reject(new Error('451 Try again later'));

beforeEach(async () => {
  db = await openTestDatabase(schema);
  outbox = [];
});
afterEach(() => db.drop());

const deliverAll = (how: SendMail = send) => deliverMails(db.source, how, site, testLog);
const makeDue = () => db.source.query(`UPDATE mails SET next_try_at = now()`);
const expiresAt = '2126-11-20T10:10:00.000Z';
const aCode = () => UserRegistered({ email: 'mara@example.com', name: 'Mara', code: '123456', expiresAt });

test('a registration delivered three times sends one code', async () => {
  await deliver(db.source, subscriptions, aCode(), 3);
  expect(await deliverAll()).toBe(1);
  expect(await deliverAll()).toBe(0);
  expect(outbox).toMatchObject([{ to: 'mara@example.com', subject: 'Your verification code for Ghostline' }]);
  expect(outbox[0]!.text).toContain('123456');
  expect(outbox[0]!.html).toContain('123456');
});

test("a code mail repeats nothing that was typed: the address may be a stranger's", async () => {
  await deliver(
    db.source,
    subscriptions,
    UserRegistered({ email: 'victim@example.com', name: 'Buy at evil.example', code: '123456', expiresAt }),
  );
  await deliverAll();
  for (const version of [outbox[0]!.html, outbox[0]!.text, outbox[0]!.subject]) expect(version).not.toContain('evil');
});

test('a code is gone from the table once its mail is sent', async () => {
  await deliver(db.source, subscriptions, aCode());
  await deliverAll();
  expect(JSON.stringify(await db.source.query('SELECT blocks, subject FROM mails'))).not.toContain('123456');
});

test('neither a code nor the beginning of a token stays anywhere in the table, and each event is mailed once', async () => {
  const token = 'secret-token-'.repeat(3);
  const person = { userId: 2, email: 'mara@example.com', token, expiresAt };
  const code = { email: 'mara@example.com', name: 'Mara', code: '123456', expiresAt };
  const events = [
    UserRegistered(code),
    VerificationCodeRequested({ ...code, code: '654321' }),
    PasswordResetRequested({ ...person, name: 'Mara' }),
    EmailChangeRequested({ ...person, email: 'new@example.com' }),
  ];
  for (const event of events) await deliver(db.source, subscriptions, event, 3);
  while (await deliverAll());
  expect(outbox).toHaveLength(events.length);
  const rows = JSON.stringify(await db.source.query('SELECT * FROM mails'));
  for (const secret of ['123456', '654321', token.slice(0, 8)]) expect(rows).not.toContain(secret);
});

test('while SMTP refuses, mails wait longer each time; afterwards each goes out once', async () => {
  await deliver(db.source, subscriptions, aCode());
  const pauses: number[] = [];
  for (let i = 0; i < 11; i += 1) {
    expect(await deliverAll(refuse)).toBe(0);
    const [row] = await db.source.query<{ pause: number; state: string }[]>(
      `SELECT state, round(extract(epoch FROM next_try_at - now()))::int AS pause FROM mails`,
    );
    expect(row!.state).toBe('waiting');
    pauses.push(row!.pause);
    await makeDue();
  }
  expect(pauses).toEqual([5, 30, 60, 60, 120, 120, 120, 120, 600, 3600, 3600]);
  await deliverAll();
  await deliverAll();
  expect(outbox).toHaveLength(1);
});

test('a mail is tried 81 times, which takes three days, and then given up and blanked', async () => {
  await deliver(db.source, subscriptions, aCode());
  await db.source.query('UPDATE mails SET attempts = 79');
  const mailStates = () => db.source.query(`SELECT state, attempts, blocks <> '[]' AS says FROM mails`);
  await deliverAll(refuse);
  expect(await mailStates()).toEqual([{ state: 'waiting', attempts: 80, says: true }]);
  const anHour = await db.source.query(`SELECT 1 FROM mails WHERE next_try_at > now() + interval '59 minutes'`);
  expect(anHour).toHaveLength(1);
  expect(await emitted(db.source, MailRefused)).toEqual([]);
  await makeDue();
  await deliverAll(refuse);
  expect(await mailStates()).toEqual([{ state: 'failed', attempts: 81, says: false }]);
  expect(await emitted(db.source, MailRefused)).toMatchObject([{ attempts: 81, givenUp: true }]);
});

test('mails are kept for 30 days after they were sent or given up; those that wait stay', async () => {
  await db.source.query(
    `INSERT INTO mails (kind, about, recipient, subject, blocks, state, created_at, next_try_at, sent_at)
     SELECT 'order', state || ' ' || days, 'mara@example.com', 'Your order', '[]', state, now() - make_interval(days => 60),
       now() - make_interval(days => CASE state WHEN 'sent' THEN 60 ELSE days END),
       CASE state WHEN 'sent' THEN now() - make_interval(days => days) END
     FROM unnest(ARRAY['sent', 'failed', 'waiting', 'held']) AS state, unnest(ARRAY[29, 31]) AS days`,
  );
  await pruneMails(db.source);
  const rows = await db.source.query<{ about: string }[]>('SELECT about FROM mails ORDER BY about');
  expect(rows.map(({ about }) => about)).toEqual(['failed 29', 'held 29', 'held 31', 'sent 29', 'waiting 29', 'waiting 31']);
});

test('a mail that the server will never take is given up at once, with the reason; others go', async () => {
  await deliver(db.source, subscriptions, aCode());
  await deliver(db.source, subscriptions, UserRegistered({ email: 'x@example.com', name: 'X', code: '654321', expiresAt }));
  const sendUnlessUnknown: SendMail = (mail) =>
    mail.to === 'x@example.com' ? Promise.reject(new GiveUp('550 unknown')) : send(mail);
  expect(await deliverAll(sendUnlessUnknown)).toBe(1);
  expect(await db.source.query(`SELECT recipient, attempts, reason, blocks FROM mails WHERE state = 'failed'`)).toEqual([
    { recipient: 'x@example.com', attempts: 1, reason: '550 unknown', blocks: [] },
  ]);
  expect(await emitted(db.source, MailRefused)).toMatchObject([{ attempts: 1, givenUp: true }]);
});

test('a code or link that has ended is not mailed any more, and nothing of it is kept', async () => {
  const ended = new Date(Date.now() - 1000).toISOString();
  const code = { email: 'mara@example.com', name: 'Mara', code: '123456', expiresAt: ended };
  for (const event of [
    UserRegistered(code),
    VerificationCodeRequested({ ...code, email: 'x@example.com' }),
    PasswordResetRequested({ userId: 2, email: 'mara@example.com', name: 'Mara', token: 't'.repeat(43), expiresAt: ended }),
    EmailChangeRequested({ userId: 2, email: 'new@example.com', token: 't'.repeat(43), expiresAt: ended }),
    DataExportReady({ userId: 2, email: 'mara@example.com', name: 'Mara', token: 't'.repeat(43), until: ended, missing: [] }),
    UserRegistered({ ...code, email: 'in-time@example.com', expiresAt }),
  ])
    await deliver(db.source, subscriptions, event);
  while (await deliverAll());
  expect(outbox.map(({ to }) => to)).toEqual(['in-time@example.com']);
  const late = { attempts: 1, reason: 'Too late: its code, link or hold has ended', blocks: [] };
  expect(await db.source.query(`SELECT attempts, reason, blocks FROM mails WHERE state = 'failed'`)).toEqual(Array(5).fill(late));
  expect(await emitted(db.source, MailRefused)).toMatchObject(Array(5).fill({ givenUp: true }));
});

test('a code that ends while its mailbox takes no mails is told apart from one that the shop was late with', async () => {
  for (const email of ['full@example.com', 'later@example.com'])
    await deliver(db.source, subscriptions, UserRegistered({ email, name: 'Mara', code: '123456', expiresAt }));
  const full = 'The recipient is refused for now: 452 4.2.2 The mailbox is full';
  await deliverAll((mail) => (mail.to === 'full@example.com' ? Promise.reject(new RefusedForNow(full)) : refuse(mail)));
  await db.source.query('UPDATE mails SET next_try_at = now(), expires_at = now()');
  await deliverAll();
  expect(await db.source.query('SELECT recipient, state, reason FROM mails ORDER BY recipient')).toEqual([
    { recipient: 'full@example.com', state: 'failed', reason: full },
    { recipient: 'later@example.com', state: 'failed', reason: 'Too late: its code, link or hold has ended' },
  ]);
  const mails = measuredRows.find(({ name }) => name === 'mails')!;
  expect(await db.source.query(mails.query)).toEqual(
    expect.arrayContaining(['failed', 'refused'].map((state) => expect.objectContaining({ state, value: '1' }) as unknown)),
  );
});

test('whether the recipient was at fault is kept of the last try, whatever the words of its reason are', async () => {
  await deliver(db.source, subscriptions, aCode());
  const tries: SendMail[] = [
    () => Promise.reject(new RefusedForNow('450 4.2.0 Greylisted')),
    () => Promise.reject(new Error('The recipient is refused, they say, because this client is on a blocklist')),
    () => Promise.reject(new RefusedForGood('550 5.1.1 User unknown')),
    send,
  ];
  const refused: unknown[] = [];
  for (const attempt of tries) {
    await db.source.query(`UPDATE mails SET state = 'waiting', next_try_at = now()`);
    await deliverAll(attempt);
    refused.push(...(await db.source.query('SELECT state, refused_recipient FROM mails')));
  }
  expect(refused).toEqual([
    { state: 'waiting', refused_recipient: true },
    { state: 'waiting', refused_recipient: false },
    { state: 'failed', refused_recipient: true },
    { state: 'sent', refused_recipient: false },
  ]);
});

test('an upgrade finds the mails whose recipient was refused before', async () => {
  const reasons = {
    a: 'The recipient is refused for now: 450',
    b: 'The recipient is refused: 550',
    c: 'Connection timeout',
    d: null,
  };
  for (const [about, reason] of Object.entries(reasons))
    await db.source.query(
      `INSERT INTO mails (kind, about, recipient, subject, blocks, state, reason) VALUES ('test', $1, 'x@example.com', '', '[]', $2, $3)`,
      [about, about === 'b' ? 'failed' : 'waiting', reason],
    );
  await db.migrateAgain(new RefusedRecipients1797770000000());
  const refused = await db.source.query<{ about: string }[]>('SELECT about FROM mails WHERE refused_recipient ORDER BY about');
  expect(refused.map(({ about }) => about)).toEqual(['a', 'b']);
});

test('a sender killed after SMTP took the mail: another sends it again under the same Message-ID', async () => {
  await deliver(db.source, subscriptions, aCode());
  const killed: OutgoingMail[] = [];
  const hang: SendMail = (mail) => {
    killed.push(mail);
    return new Promise(() => {});
  };
  // Its connection breaks below.
  deliverAll(hang).catch(() => undefined);
  while (killed.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(await deliverAll()).toBe(0);
  await db.source.query(
    `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'`,
  );
  await deliverAll();
  expect(outbox.map((mail) => mail.messageId)).toEqual([killed[0]!.messageId]);
});

test('two senders at once never send one mail twice', async () => {
  for (let i = 0; i < 30; i += 1)
    await deliver(
      db.source,
      subscriptions,
      PasswordResetRequested({ userId: i + 1, email: `m${i}@example.com`, name: 'M', token: `${'t'.repeat(40)}${i}`, expiresAt }),
    );
  while ((await Promise.all([deliverAll(), deliverAll(), deliverAll()])).some((count) => count > 0));
  expect(new Set(outbox.map((mail) => mail.to)).size).toBe(30);
  expect(outbox).toHaveLength(30);
});

test('a paid order brings the buyer links and contracts, and the operator a notice', async () => {
  await deliver(db.source, subscriptions, OrderCaptured(anOrder), 3);
  while (await deliverAll());
  expect(outbox.map((mail) => mail.to).sort()).toEqual(['admin@example.com', 'mara@example.com']);
  const receipt = outbox.find((mail) => mail.to === 'mara@example.com')!;
  for (const version of [receipt.html, receipt.text]) {
    expect(version).toContain('https://shop.example/api/orders/7/downloads/11?token=abc');
    expect(version).toContain('https://shop.example/api/orders/7/downloads/11-project?token=def');
    expect(version).toContain('$418.95');
  }
  expect(receipt.attachments.map((attachment) => attachment.filename)).toEqual(['contract-7-11-night-cargo.pdf']);
  const again = await renderContract(contractFactsOf(anOrder.site, anOrder, anOrder.items[0]!));
  expect(receipt.attachments[0]!.content.equals(again)).toBe(true);
  expect(await emitted(db.source, ContractsDrawn)).toEqual([
    { orderId: 7, contracts: [{ productId: 11, hash: contractHash(again) }] },
  ]);
});

test('a contract bears the name and the time zone that the shop had at the sale', async () => {
  const then = { name: 'Spectreline', timeZone: 'Pacific/Kiritimati' };
  await deliver(db.source, subscriptions, OrderCaptured({ ...anOrder, site: then }));
  while (await deliverAll());
  const [contract] = outbox.find((mail) => mail.to === 'mara@example.com')!.attachments;
  const again = await renderContract(contractFactsOf(then, anOrder, anOrder.items[0]!));
  expect(contract!.content.equals(again)).toBe(true);
});

test('contracts of a mail that the server does not take are not said to be drawn, nor those of an older mail', async () => {
  await deliver(db.source, subscriptions, OrderCaptured(anOrder));
  await deliverAll(refuse);
  expect(await emitted(db.source, ContractsDrawn)).toEqual([]);
  await db.source.query(
    `UPDATE mails SET next_try_at = now(), contracts = contracts #- '{0,orderId}' #- '{0,productId}' WHERE contracts <> '[]'`,
  );
  await makeDue();
  await deliverAll();
  expect(outbox).toHaveLength(2);
  expect(await emitted(db.source, ContractsDrawn)).toEqual([]);
});

test('asking for the mail again sends it again, once for each wish', async () => {
  await deliver(db.source, subscriptions, OrderCaptured(anOrder));
  const wish = OrderResendRequested({ requestId: '11111111-2222-4333-8444-555555555555', order: anOrder });
  await deliver(db.source, subscriptions, wish, 3);
  while (await deliverAll());
  expect(outbox.filter((mail) => mail.to === 'mara@example.com')).toHaveLength(2);
});

test('a changed address is told to the old one, and an unimportant change to nobody', async () => {
  const changed = {
    userId: 2,
    version: 2,
    name: 'Mara',
    lastName: 'Lind',
    email: 'new@example.com',
    country: 'Sweden',
    isAdmin: false,
  };
  const moved = { userId: 2, version: 2, name: 'Mara', email: 'new@example.com', previousEmail: 'old@example.com', undo: null };
  await deliver(db.source, subscriptions, EmailChanged(moved), 2);
  await deliver(db.source, subscriptions, UserChanged({ ...changed, previousEmail: 'old@example.com', passwordChanged: false }));
  await deliver(db.source, subscriptions, UserChanged({ ...changed, version: 3, previousEmail: null, passwordChanged: false }));
  await deliverAll();
  expect(outbox.map((mail) => mail.to)).toEqual(['old@example.com']);
  // The old address no longer belongs to an account: a reset link would never reach it.
  expect(outbox[0]!.text).toContain('https://shop.example/contact');
  expect(outbox[0]!.text).not.toContain('/forgot-password');
});

test('reactions that have got another name keep what they did and what waits', async () => {
  const refund = randomUUID();
  await db.source.query(
    `INSERT INTO inbox (reaction, message_id, type, state) VALUES ('tellHouseWhenPaymentRefunded', $1, 'orders.payment-refunded', 'parked')`,
    [refund],
  );
  const runner = db.source.createQueryRunner();
  const migration = new ReactionsSayOperator1797300005000();
  const reaction = async () =>
    (await db.source.query<{ reaction: string }[]>('SELECT reaction FROM inbox WHERE message_id = $1', [refund]))[0]?.reaction;
  await migration.up(runner);
  expect(subscriptions.map((subscription) => subscription.reaction)).toContain(await reaction());
  await migration.down(runner);
  expect(await reaction()).toBe('tellHouseWhenPaymentRefunded');
  await runner.release();
});
