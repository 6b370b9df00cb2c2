import { ServiceRequested } from '@shop/contracts/events';
import { deliver, openTestDatabase, testLog, type TestDatabase } from '@shop/runtime/testing';
import { schema } from '../database';
import { deliverMails, type OutgoingMail } from '../mails/deliver-mails';
import { subscriptionsOf } from '../subscriptions';

const site = { name: 'Ghostline', url: 'https://shop.example', timeZone: 'Europe/Moscow' };
const subscriptions = subscriptionsOf(site, 'admin@example.com');
let db: TestDatabase;
let outbox: OutgoingMail[];

beforeEach(async () => {
  db = await openTestDatabase(schema);
  outbox = [];
});
afterEach(() => db.drop());

const aRequest = (over: { accountEmail?: string | null; email?: string } = {}) =>
  ServiceRequested({
    requestId: 12,
    service: 'mixing-mastering',
    buyerId: 7,
    accountEmail: 'marta@example.com',
    name: 'Marta <b>Kowalczyk</b>',
    email: 'marta@example.com',
    wishes: [
      { asked: 'Needs', answer: 'Mixing, Mastering' },
      { asked: 'Number of Stems', answer: '24' },
      { asked: 'Example', answer: 'https://soundcloud.com/someone/a-track-with-a-long-address' },
    ],
    description: 'The kick must breathe.\n\nThe vocal is too loud.',
    ...over,
  });

async function mailsAfter(event: ReturnType<typeof aRequest>) {
  await deliver(db.source, subscriptions, event, 3);
  const send = (mail: OutgoingMail) => Promise.resolve(void outbox.push(mail));
  while (await deliverMails(db.source, send, site, testLog));
  return outbox;
}

test('a request brings the operator all of it and its sender a confirmation, once each', async () => {
  await mailsAfter(aRequest());
  const to = (address: string) => outbox.filter((mail) => mail.to === address);
  expect([to('admin@example.com').length, to('marta@example.com').length, outbox.length]).toEqual([1, 1, 2]);
  const [operator, sender] = [to('admin@example.com')[0]!, to('marta@example.com')[0]!];
  expect(operator.subject).toBe('Mixing and mastering request #12 from Marta <b>Kowalczyk</b>');
  expect([operator.replyTo, sender.replyTo]).toEqual(['marta@example.com', 'admin@example.com']);
  expect(sender.subject).toBe('We have your mixing and mastering request');
  expect(sender.text).toContain('within 24-48 hours');
  for (const mail of [operator, sender])
    for (const version of [mail.html, mail.text])
      for (const part of [
        'Mixing, Mastering',
        '24',
        'https://soundcloud.com/someone/a-track-with-a-long-address',
        'The kick must breathe.',
        'The vocal is too loud.',
      ])
        expect(version).toContain(part);
  expect(operator.html).not.toContain('<b>Kowalczyk</b>');
});

test('another address that was typed gets no mail: the copy and the answer go to the account', async () => {
  const mails = await mailsAfter(aRequest({ email: 'victim@example.com' }));
  expect(mails.map((mail) => mail.to).sort()).toEqual(['admin@example.com', 'marta@example.com']);
  const operator = mails.find((mail) => mail.to === 'admin@example.com')!;
  expect(operator.replyTo).toBe('marta@example.com');
  expect(operator.text).toContain('which nobody has confirmed: victim@example.com');
});

test('while the address of the account is not known, nothing that was typed is repeated', async () => {
  const mails = await mailsAfter(aRequest({ accountEmail: null }));
  const confirmation = mails.find((mail) => mail.to === 'marta@example.com')!;
  for (const version of [confirmation.html, confirmation.text]) {
    expect(version).toContain('your request has arrived');
    expect(version).not.toMatch(/Kowalczyk|kick|stems|soundcloud/i);
  }
});
