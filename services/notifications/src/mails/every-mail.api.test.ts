import { OrderCaptured, OrderPlaced } from '@shop/contracts/events';
import { as, asUser, deliver, forAllTests } from '@shop/runtime/testing';
import request from 'supertest';
import { subscriptionsOf } from '../subscriptions';
import { expectBothSay, expectGoodMail } from '../testing/good-mail';
import { anOrder, MAIL_CASES, MARA } from '../testing/mail-cases';
import { operator, site, useNotifications } from '../testing/notifications-app';
import { openSmtpInbox } from '../testing/smtp-inbox';

const subscriptions = subscriptionsOf(site, operator);
const inbox = forAllTests(() => openSmtpInbox(site));
const shop = useNotifications();

test('every event that is heard has a case in src/testing/…-mail-cases.ts', () => {
  expect([...new Set(MAIL_CASES.map(([, { type }]) => type))].sort()).toEqual(
    [...new Set(subscriptions.map(({ type }) => type))].sort(),
  );
});

test.each(MAIL_CASES)('%s: its mails as a mail program reads them', async (_, event, expected) => {
  await deliver(shop.source, subscriptions, event, 3);
  const mails = await inbox.fetch(shop.source);
  expect(mails.map(({ to }) => to).sort()).toEqual(expected.map(([to]) => [to]).sort());
  for (const [recipient, ...words] of expected) {
    const mail = mails.find(({ to }) => to[0] === recipient)!;
    expectGoodMail(mail);
    expectBothSay(mail, words);
  }
});

test('the mail of a paid order carries the contract', async () => {
  await deliver(shop.source, subscriptions, OrderCaptured(anOrder));
  const receipt = (await inbox.fetch(shop.source)).find(({ to }) => to[0] === MARA)!;
  expect(receipt.attachments).toMatchObject([{ filename: 'contract-7-11-night-cargo.pdf', contentType: 'application/pdf' }]);
  expect(receipt.attachments[0]!.content.subarray(0, 5).toString()).toBe('%PDF-');
});

test('the mail of an arranged order asks, as the checkout does, how its buyer would like to pay, and is answered to the operator', async () => {
  const [, placed] = MAIL_CASES.find(([, { type }]) => type === OrderPlaced.type)!;
  await deliver(shop.source, subscriptions, placed);
  const mail = (await inbox.fetch(shop.source)).find(({ to }) => to[0] === MARA)!;
  expect(mail).toMatchObject({ subject: 'Your order #7 is reserved', replyTo: operator });
  expectBothSay(mail, ['Write to us with the order number and how you would like to pay']);
  expect(mail.text).not.toContain('We will write to you');
});

test.each([
  ['a sale', OrderCaptured.type],
  ['an arranged order', OrderPlaced.type],
])(
  'of %s the operator is told the address of the account, answers go there, and another address is called typed',
  async (_, type) => {
    const event = MAIL_CASES.find(([, told]) => told.type === type)![1];
    const data = event.data as typeof anOrder;
    const noticeOf = async (order: typeof anOrder) => {
      await deliver(shop.source, subscriptions, { type, data: order });
      return (await inbox.fetch(shop.source)).find(({ to }) => to[0] === operator)!;
    };
    const notice = await noticeOf({ ...data, customer: { ...data.customer, email: 'studio@example.com' } });
    expect(notice.replyTo).toBe(MARA);
    expectBothSay(notice, [`(${MARA}, Sweden)`, "Typed at the checkout, and not the account's: studio@example.com"]);
    const same = { ...data, orderId: 9, ref: '7f9c24e5-2b1a-4d9b-8f2e-0a1b2c3d4e09', accountEmail: MARA.toUpperCase() };
    expect((await noticeOf(same)).text).not.toContain('Typed at the checkout');
  },
);

test("of a sale the operator is told PayPal's capture, but no id that the shop made for a recorded payment", async () => {
  const noticeOf = async (ref: string, captureId: string) => {
    const payment = { method: 'crypto', captureId };
    await deliver(shop.source, subscriptions, OrderCaptured({ ...anOrder, ref, payment }));
    return (await inbox.fetch(shop.source)).find(({ to }) => to[0] === operator)!;
  };
  const recorded = await noticeOf(anOrder.ref, `recorded-${anOrder.ref}`);
  expectBothSay(recorded, ['paid order #7 by cryptocurrency']);
  for (const body of [recorded.text, recorded.html]) expect(body).not.toMatch(/capture|recorded/i);
  expectBothSay(await noticeOf('7f9c24e5-2b1a-4d9b-8f2e-0a1b2c3d4e09', 'CAP1'), ['Capture CAP1']);
});

test('the subject of a sale names its order, however long the names of its tracks are', async () => {
  const items = Array.from({ length: 5 }, (_, n) => ({
    ...anOrder.items[0]!,
    productId: 11 + n,
    name: `${n} ${'Night Cargo '.repeat(8)}`,
  }));
  await deliver(shop.source, subscriptions, OrderCaptured({ ...anOrder, items }));
  const notice = (await inbox.fetch(shop.source)).find(({ to }) => to[0] === operator)!;
  expect(notice.subject).toMatch(/^Sold: #7, 0 Night Cargo/);
});

test('the newsletter: a mail to confirm, a welcome, and one for who subscribes again, the last two with the way out', async () => {
  const subscribe = () => request(shop.app).post('/api/subscribe/subscribe').set(as()).send({ email: MARA });
  await subscribe();
  const [confirmation] = await inbox.fetch(shop.source);
  expectGoodMail(confirmation!);
  const token = /https:\/\/shop\.example\/confirm-subscription\/([\w-]+)/.exec(confirmation!.text)![1]!;
  expect(confirmation!.html).toContain(`/confirm-subscription/${token}"`);
  expect(confirmation!.headers).not.toHaveProperty('list-unsubscribe');

  // A mail program that only looks at the link confirms nothing.
  await request(shop.app).head(`/api/confirm-subscription/${token}`).set(as()).expect(200);
  expect(await shop.source.query('SELECT 1 FROM subscribers WHERE is_active')).toEqual([]);
  await request(shop.app).get(`/api/confirm-subscription/${token}`).set(as());
  const [welcome] = await inbox.fetch(shop.source);
  await subscribe();
  const [again] = await inbox.fetch(shop.source);
  for (const mail of [welcome!, again!]) {
    expectGoodMail(mail);
    const wayOut = /https:\/\/shop\.example\/unsubscribe\/([\w-]+)/.exec(mail.text)![1]!;
    expect(mail.html).toContain(`/unsubscribe/${wayOut}`);
    expect(mail.headers).toMatchObject({
      'list-unsubscribe': `<https://shop.example/api/subscribe/unsubscribe/${wayOut}>`,
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    });
  }
});

test('messages from the contact page and from the account are answered to who wrote them', async () => {
  const form = { name: 'Mara Lind', email: MARA };
  await request(shop.app)
    .post('/api/feedback/send-feedback')
    .set(as())
    .send({ ...form, message: 'Is it still free?' });
  await request(shop.app)
    .post('/api/contact')
    .set(asUser(7))
    .send({ ...form, subject: 'My order', text: 'Where is it?' });
  const mails = await inbox.fetch(shop.source);
  expect(mails.map(({ subject }) => subject).sort()).toEqual(['Message from Mara Lind', 'My order']);
  for (const mail of mails) {
    expectGoodMail(mail);
    expect(mail).toMatchObject({ to: [operator], replyTo: MARA });
    const words = mail.subject === 'My order' ? ['Where is it?', 'user 7'] : ['Is it still free?', 'visitor'];
    expectBothSay(mail, words);
  }
});
