import { Refusal } from '@shop/http';
import { as, asAdmin, asUser } from '@shop/runtime/testing';
import request from 'supertest';
import { useNotifications } from '../testing/notifications-app';

let checks: unknown[];
beforeEach(() => {
  checks = [];
});
const shop = useNotifications({
  botCheck: (token, action, address) => {
    checks.push([token, action, address]);
    return token === 'robot' ? Promise.reject(new Refusal('invalid', 'bot-check', 'No robots')) : Promise.resolve();
  },
});

const feedback = (over: object = {}, caller = as()) =>
  request(shop.app)
    .post('/api/feedback/send-feedback')
    .set(caller)
    .send({ name: 'Mara Lind', email: 'mara@example.com', message: 'First line\nSecond line', recaptchaToken: 't', ...over });
const contact = (over: object = {}, caller = asUser(7)) =>
  request(shop.app)
    .post('/api/contact')
    .set(caller)
    .send({ name: 'Mara', email: 'mara@example.com', subject: 'My order', text: 'Where is it?', recaptchaToken: 't', ...over });

test('a message from the contact page reaches the operator, and the answer goes to its sender', async () => {
  const answer = await feedback();
  expect([answer.status, answer.body]).toEqual([200, { success: true, message: 'Your message has been sent successfully!' }]);
  const [mail] = await shop.mails();
  expect(mail).toMatchObject({ to: 'Admin@example.com', replyTo: 'mara@example.com', subject: 'Message from Mara Lind' });
  expect(mail!.text).toContain('First line\n\nSecond line');
  expect(mail!.text).toContain('visitor');
  expect(checks).toEqual([['t', 'contactFormSubmit', '192.0.2.1']]);
});

test('a message from the account names the account', async () => {
  expect((await contact()).status).toBe(200);
  const [mail] = await shop.mails();
  expect(mail).toMatchObject({ to: 'Admin@example.com', replyTo: 'mara@example.com', subject: 'My order' });
  expect(mail!.text).toContain('user 7');
});

test('markup in a message stays text', async () => {
  await feedback({ name: '<b>Mara</b>', message: '<img src=x onerror=alert(1)>' });
  const [mail] = await shop.mails();
  expect(mail!.html).not.toContain('<img');
  expect(mail!.html).not.toContain('<b>Mara');
});

test("a message goes to the shop's own address only", async () => {
  expect((await contact({ to: 'admin@example.com' })).status).toBe(200);
  expect((await contact({ to: '' })).status).toBe(200);
  const elsewhere = await contact({ to: 'victim@example.com' });
  expect(elsewhere.status).toBe(400);
  expect(elsewhere.body).toMatchObject({ field: 'to' });
  expect((await shop.mails()).map(({ to }) => to)).toEqual(['Admin@example.com', 'Admin@example.com']);
});

test.each([
  ['visitor', as(), 401],
  ['user', asUser(9), 200],
  ['admin', asAdmin(), 200],
])('who may write from the account: %s', async (_, caller, status) => {
  expect((await contact({}, caller)).status).toBe(status);
  expect((await feedback({}, caller)).status).toBe(200);
});

test.each([
  ['name', ''],
  ['name', 'Mara\r\nBcc: x@example.com'],
  ['email', 'mara'],
  ['email', 'a@b.c\nBcc: d@e.f'],
  ['message', '   '],
  ['message', 'x'.repeat(5001)],
  ['message', 'nul \u0000'],
  ['message', ['a']],
])('a message with a bad %s is refused: %j', async (field, value) => {
  const answer = await feedback({ [field]: value });
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ success: false, field });
});

test('line breaks in a subject are refused', async () => {
  expect((await contact({ subject: 'Hi\r\nBcc: x@example.com' })).body).toMatchObject({ field: 'subject' });
});

test('a sender who fails the bot check is refused, and nothing is mailed', async () => {
  expect((await feedback({ recaptchaToken: 'robot' })).body).toMatchObject({ code: 'bot-check' });
  expect((await contact({ recaptchaToken: 'robot' })).body).toMatchObject({ code: 'bot-check' });
  expect(await shop.mails()).toEqual([]);
});

test('ten messages an hour, from an address and from an account', async () => {
  for (let i = 0; i < 10; i += 1) expect([(await feedback()).status, (await contact()).status]).toEqual([200, 200]);
  expect([(await feedback()).status, (await contact()).status]).toEqual([429, 429]);
  expect((await contact({}, asUser(8))).status).toBe(200);
});
