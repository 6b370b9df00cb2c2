import {
  EmailChangeRequested,
  OrderCaptured,
  PasswordResetRequested,
  PersonalDataGathered,
  PersonalDataRequested,
  SecondFactorChanged,
} from '@shop/contracts/events';
import type { Tx } from '@shop/messaging';
import { as, asUser, deliver, emitted } from '@shop/runtime/testing';
import request from 'supertest';
import { subscriptionsOf } from '../subscriptions';
import { anOrder, MARA } from '../testing/mail-cases';
import { operator, site, useNotifications } from '../testing/notifications-app';
import { ownDataReactions } from './tell-personal-data';

const subscriptions = subscriptionsOf(site, operator);
const shop = useNotifications();

type Gathered = {
  mails_to_you: { kind: string; subject: string; text: string | null }[];
  messages_from_you: { subject: string; text: string }[];
  newsletter: { email: string }[];
  other_addresses: { email: string }[];
};
const at = '2026-11-20T15:00:00.000Z';
const handle = (event: { type: string; data: unknown }) => deliver(shop.source, subscriptions, event, 2);
async function gatheredOf(userId: number, addresses: { email: string; since?: string; until: string | null }[]) {
  await handle(PersonalDataRequested({ userId, exportId: 5, addresses }));
  const events = (await emitted(shop.source, PersonalDataGathered)).filter((event) => event.userId === userId);
  expect(events).toMatchObject([{ exportId: 5, service: 'notifications', page: 0, pages: 1 }]);
  return { part: events[0]!.part, gathered: JSON.parse(events[0]!.part) as Gathered };
}
const changed = (userId: number, email: string) =>
  handle(SecondFactorChanged({ userId, email, name: 'Mara', change: 'app-added', at }));
const message = (caller: ReturnType<typeof as>, subject: string) =>
  request(shop.app)
    .post('/api/contact')
    .set(caller)
    .send({ name: 'Mara Lind', email: MARA, subject, text: 'See https://files.example/x?token=abc', recaptchaToken: 't' })
    .expect(200);

test('mails, messages and the newsletter are told once, without what opens something and without what others wrote', async () => {
  await changed(2, 'Mara@example.com');
  await changed(9, 'noa@example.com');
  await handle(PasswordResetRequested({ userId: 2, email: MARA, name: 'Mara', token: 'reset-tok', expiresAt: at }));
  await handle(OrderCaptured({ ...anOrder, accountEmail: MARA }));
  await message(asUser(2), 'My order');
  await message(asUser(9), 'Written by somebody else');
  for (const email of [MARA, 'noa@example.com'])
    await request(shop.app).post('/api/subscribe/subscribe').set(as()).send({ email }).expect(200);
  // One mail still waits, and its secret text is not in the file.
  await shop.mails();
  await handle(EmailChangeRequested({ userId: 2, email: MARA, token: 'confirm-tok', expiresAt: at }));

  const { part, gathered } = await gatheredOf(2, [{ email: MARA, until: null }]);
  const byKind = Object.fromEntries(gathered.mails_to_you.map((mail) => [mail.kind, mail]));
  expect(byKind['second-factor']).toMatchObject({
    subject: 'Two-step login is on',
    text: expect.stringContaining('Hello Mara') as string,
  });
  expect(byKind['second-factor']!.text).toContain('[link]');
  expect(byKind['password-reset']).toMatchObject({ text: null });
  expect(byKind['confirm-email']).toMatchObject({ text: null });
  expect(gathered.messages_from_you).toMatchObject([
    { subject: 'My order', text: expect.stringContaining('See [link]') as string },
  ]);
  expect(gathered.newsletter).toMatchObject([{ email: MARA }]);
  for (const never of ['tok', 'token', 'https:', 'noa@', 'somebody else']) expect(part).not.toContain(never);
});

test('a former address is told about until it was changed, and the operator has its own mails', async () => {
  await changed(2, 'old@example.com');
  await message(asUser(9), 'For the operator');
  await shop.source.query(`UPDATE mails SET created_at = '2026-11-01T00:00:00Z' WHERE recipient = 'old@example.com'`);
  await handle(SecondFactorChanged({ userId: 9, email: 'old@example.com', name: 'Noa', change: 'app-removed', at }));
  const { gathered } = await gatheredOf(2, [
    { email: operator.toLowerCase(), until: null },
    { email: 'old@example.com', until: '2026-11-10T00:00:00.000Z' },
  ]);
  expect(gathered.mails_to_you.map(({ subject }) => subject)).toEqual(['Two-step login is on']);
});

test('the new owner of an address gets the mails since then, the previous one those before and those about their account', async () => {
  const handedOn = '2026-11-10T00:00:00.000Z';
  const dated = (when: string, subject: string) =>
    shop.source.query('UPDATE mails SET created_at = $1, subject = $2 WHERE recipient <> $3 AND created_at > $4', [
      when,
      subject,
      operator,
      '2026-11-20T00:00:00Z',
    ]);
  await handle(OrderCaptured({ ...anOrder, accountEmail: MARA }));
  await dated('2026-11-01T00:00:00Z', 'To the first');
  await handle(PasswordResetRequested({ userId: 9, email: MARA, name: 'Noa', token: 'reset-tok', expiresAt: at }));
  await dated(handedOn, 'To the second');
  await changed(2, MARA);
  await dated('2026-11-10T00:00:01Z', 'About the first');
  const subjects = async (userId: number, period: { since: string; until: string | null }) => {
    const { gathered } = await gatheredOf(userId, [{ email: MARA, ...period }]);
    return gathered.mails_to_you.map(({ subject }) => subject);
  };
  expect(await subjects(9, { since: handedOn, until: null })).toEqual(['To the second']);
  expect(await subjects(2, { since: '2026-10-01T00:00:00.000Z', until: handedOn })).toEqual(['To the first', 'About the first']);
});

test('an address that somebody typed is told with its mails once confirmed; a stranger whose address it is gets none of them', async () => {
  const typed = 'studio@example.com';
  await handle(OrderCaptured({ ...anOrder, accountEmail: MARA, customer: { ...anOrder.customer, email: typed } }));
  const subjects = async (userId: number, email: string) => {
    const { gathered } = await gatheredOf(userId, [{ email, until: null }]);
    return {
      to: gathered.mails_to_you.map(({ kind }) => kind),
      other: gathered.other_addresses.map(({ email: address }) => address),
    };
  };
  await shop.source.query(
    `UPDATE contact_addresses SET confirmed_at = now(); UPDATE mails SET state = 'waiting' WHERE state = 'held'`,
  );
  const rows = await shop.source.query<{ kind: string }[]>(
    `SELECT kind FROM mails WHERE contact_id IS NOT NULL AND recipient = $1`,
    [typed],
  );
  expect(rows.length).toBeGreaterThan(0);
  const { buyerId } = anOrder;
  expect(await subjects(buyerId, MARA)).toMatchObject({
    other: [typed],
    to: expect.arrayContaining(rows.map(({ kind }) => kind)) as string[],
  });
  const stranger = await subjects(77, typed);
  expect(stranger.other).toEqual([]);
  for (const { kind } of rows) expect(stranger.to).not.toContain(kind);
});

test('a user who was erased meanwhile and has no address gets nothing', async () => {
  await handle(SecondFactorChanged({ userId: 2, email: MARA, name: 'Mara', change: 'app-added', at }));
  const { gathered } = await gatheredOf(2, [{ email: '', until: null }]);
  expect(gathered).toEqual({ mails_to_you: [], messages_from_you: [], newsletter: [], other_addresses: [] });
});

test('mails are found without a look at those to others', async () => {
  await shop.source.query(
    `INSERT INTO mails (kind, about, recipient, subject, blocks)
     SELECT 'new-device', n || ' ' || now(), 'reader' || n || '@example.com', 'News', '[]' FROM generate_series(1, 20000) n`,
  );
  await shop.asOwner('ANALYZE mails');
  const plans: string[] = [];
  const explain = async (text: string, values: unknown[]) => {
    const plan = await shop.source.query<{ 'QUERY PLAN': string }[]>(`EXPLAIN ${text}`, values);
    plans.push(plan.map((line) => line['QUERY PLAN']).join('\n'));
    return [];
  };
  const tx = { db: { query: explain }, emit: () => Promise.resolve() } as unknown as Tx;
  const addresses = [{ email: MARA, since: null, until: null }];
  await ownDataReactions(operator).tellPersonalDataWhenRequested(tx, { userId: 2, exportId: 5, addresses });
  expect(plans).toEqual(expect.arrayContaining([expect.stringContaining('mails_recipient')]));
  expect(plans.filter((plan) => plan.includes('Seq Scan on mails'))).toEqual([]);
});
