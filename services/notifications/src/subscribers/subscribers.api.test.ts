import { createHash } from 'node:crypto';
import { as, asUser, untilBlocked } from '@shop/runtime/testing';
import request from 'supertest';
import { useNotifications } from '../testing/notifications-app';
import { forgetUnconfirmedSubscribers } from './delete-subscribers';
import { Subscriber } from './subscriber.entity';

const shop = useNotifications();

const subscribe = (email: unknown, address = '192.0.2.1') =>
  request(shop.app).post('/api/subscribe/subscribe').set(as({ address })).send({ email });
const confirm = (token: string) => request(shop.app).get(`/api/confirm-subscription/${token}`).set(as());
const unsubscribe = (token: string) => request(shop.app).post(`/api/subscribe/unsubscribe/${token}`).set(as());
const subscriber = (email = 'mara@example.com') => shop.source.manager.findOneByOrFail(Subscriber, { email });
const mailsTo = async (to: string) => (await shop.mails()).filter((mail) => mail.to === to);

/** The token in the newest mail that links to this page. */
async function tokenIn(to: string, page: 'confirm-subscription' | 'unsubscribe'): Promise<string> {
  const links = (await mailsTo(to)).flatMap(
    (mail) => new RegExp(`https://shop.example/${page}/([\\w-]+)`).exec(mail.text)?.[1] ?? [],
  );
  return links.at(-1)!;
}

async function anActiveReader(email = 'mara@example.com') {
  await subscribe(email);
  await confirm(await tokenIn(email, 'confirm-subscription'));
  return tokenIn(email, 'unsubscribe');
}

test('subscribing mails a link to confirm, and nothing counts before that', async () => {
  const answer = await subscribe(' Mara@Example.com ');
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({
    success: true,
    message: 'Subscription successful! Please check your email for confirmation.',
  });
  const [mail] = await shop.mails();
  expect(mail).toMatchObject({ to: 'mara@example.com', subject: 'Please confirm your subscription', headers: {} });
  expect(mail!.html).toContain('https://shop.example/confirm-subscription/');
  expect(await subscriber()).toMatchObject({ isActive: false });
});

test('a reader who subscribes while their address is deleted begins at the first step', async () => {
  await subscribe('mara@example.com');
  const { id } = await subscriber();
  const deleting = shop.source.createQueryRunner();
  await deleting.startTransaction();
  await deleting.query('SELECT 1 FROM subscribers WHERE id = $1 FOR UPDATE', [id]);
  const answer = subscribe('mara@example.com').then((answered) => answered);
  await untilBlocked(shop.source);
  await deleting.query('DELETE FROM subscribers WHERE id = $1', [id]);
  await deleting.commitTransaction();
  await deleting.release();
  expect((await answer).status).toBe(200);
  const again = await subscriber();
  expect(again.id).not.toBe(id);
  expect(await tokenIn('mara@example.com', 'confirm-subscription')).toBe(again.confirmToken);
});

test('confirming welcomes with the way out: a page, and the one-click headers of the mail program', async () => {
  await subscribe('mara@example.com');
  const answer = await confirm(await tokenIn('mara@example.com', 'confirm-subscription'));
  expect(answer.status).toBe(200);
  expect(await subscriber()).toMatchObject({ isActive: true });
  const token = await tokenIn('mara@example.com', 'unsubscribe');
  expect((await shop.mails()).at(-1)).toMatchObject({
    subject: 'Welcome to the Ghostline newsletter',
    headers: {
      'List-Unsubscribe': `<https://shop.example/api/subscribe/unsubscribe/${token}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  });
});

test('once the mails are sent, none of them is kept with the link that confirms or the one that unsubscribes', async () => {
  await subscribe('mara@example.com');
  const token = await tokenIn('mara@example.com', 'confirm-subscription');
  await confirm(token);
  await subscribe('mara@example.com');
  expect(await mailsTo('mara@example.com')).toHaveLength(3);
  const rows = JSON.stringify(await shop.source.query('SELECT * FROM mails'));
  for (const link of [token, await tokenIn('mara@example.com', 'unsubscribe')]) expect(rows).not.toContain(link);
});

test('the confirmation page may be framed by the shop alone, and runs its own script alone', async () => {
  await subscribe('mara@example.com');
  const { headers, text } = await confirm(await tokenIn('mara@example.com', 'confirm-subscription'));
  expect(headers['content-type']).toMatch(/^text\/html/);
  const [, script = ''] = /<script>(.*)<\/script>/.exec(text) ?? [];
  expect(script).toContain("{ type: 'subscription', success: true }");
  const hash = createHash('sha256').update(script).digest('base64');
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; .*frame-ancestors 'self'$/);
  expect(headers['content-security-policy']).toContain(`; script-src 'sha256-${hash}';`);
  expect(headers['x-frame-options']).toBe('SAMEORIGIN');
  expect(headers['cache-control']).toBe('no-store');
});

test('a confirmation that is opened by itself leads on: to the page that says so, or to the shop when the link was wrong', async () => {
  await subscribe('mara@example.com');
  const confirmed = await confirm(await tokenIn('mara@example.com', 'confirm-subscription'));
  expect(confirmed.text).toContain('href="/subscription-confirmed"');
  expect((await confirm('wrong')).text).toContain('href="/shop"');
});

test('a link opened three times, even at once, welcomes once', async () => {
  await subscribe('mara@example.com');
  const token = await tokenIn('mara@example.com', 'confirm-subscription');
  const answers = await Promise.all([confirm(token), confirm(token), confirm(token)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await mailsTo('mara@example.com')).filter(({ subject }) => subject.startsWith('Welcome'))).toHaveLength(1);
});

test.each(['wrong', 'x'.repeat(43), '%00', '%F0%9F%98%80', `${'a'.repeat(5000)}`])(
  'a link that is not ours says so, inside the frame too: %.20s',
  async (token) => {
    const answer = await confirm(token);
    expect(answer.status).toBe(404);
    expect(answer.text).toContain("{ type: 'subscription', success: false }");
    expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'self'");
  },
);

test('a subscriber who subscribes again gets the same answer, and a mail that says so', async () => {
  const first = await subscribe('mara@example.com');
  await confirm(await tokenIn('mara@example.com', 'confirm-subscription'));
  const again = await subscribe('mara@example.com');
  expect([again.status, again.body]).toEqual([first.status, first.body]);
  expect((await shop.mails()).at(-1)!.subject).toBe('You are already subscribed');
  expect(await subscriber()).toMatchObject({ isActive: true });
});

test('asked twice before confirming, both mails work', async () => {
  await subscribe('mara@example.com');
  const first = await tokenIn('mara@example.com', 'confirm-subscription');
  await subscribe('mara@example.com');
  expect(await mailsTo('mara@example.com')).toHaveLength(2);
  expect((await confirm(first)).status).toBe(200);
  expect((await confirm(await tokenIn('mara@example.com', 'confirm-subscription'))).status).toBe(200);
});

describe('an address that nobody confirmed', () => {
  const daysLater = (days: number) =>
    shop.source.query('UPDATE subscribers SET updated_at = updated_at - make_interval(days => $1)', [days]);
  const forget = () => forgetUnconfirmedSubscribers(shop.source);

  test('is forgotten with its mails after seven days; then its link is none of ours', async () => {
    await subscribe('mara@example.com');
    const token = await tokenIn('mara@example.com', 'confirm-subscription');
    expect((await mailsTo('mara@example.com'))[0]!.text).toContain('The link works for 7 days.');
    await daysLater(6);
    await forget();
    expect(await subscriber()).toMatchObject({ isActive: false });
    await daysLater(1);
    await forget();
    expect(await shop.source.manager.countBy(Subscriber, {})).toBe(0);
    expect(await shop.source.query('SELECT recipient FROM mails')).toEqual([]);
    expect((await confirm(token)).status).toBe(404);
  });

  test('has seven more days when it is asked for again', async () => {
    await subscribe('mara@example.com');
    await daysLater(6);
    await subscribe('mara@example.com');
    await daysLater(6);
    await forget();
    expect((await confirm(await tokenIn('mara@example.com', 'confirm-subscription'))).status).toBe(200);
  });

  test('is no other: readers stay, and so do those who left, also when they asked again, for their old links work for good', async () => {
    await anActiveReader('reads@example.com');
    await unsubscribe(await anActiveReader('left@example.com'));
    const way = await anActiveReader('again@example.com');
    await unsubscribe(way);
    await subscribe('again@example.com');
    await daysLater(8);
    await forget();
    expect(await shop.source.query('SELECT email FROM subscribers ORDER BY id')).toEqual(
      ['reads', 'left', 'again'].map((name) => ({ email: `${name}@example.com` })),
    );
    expect((await unsubscribe(way)).status).toBe(200);
  });

  test('and that left once before stays, but its new link ends after seven days, and a later wish gets another', async () => {
    const way = await anActiveReader();
    await unsubscribe(way);
    await subscribe('mara@example.com');
    const token = await tokenIn('mara@example.com', 'confirm-subscription');
    await daysLater(6);
    await forget();
    expect((await subscriber()).confirmToken).toBe(token);
    await daysLater(1);
    const { updatedAt } = await subscriber();
    for (let hour = 0; hour < 2; hour += 1) await forget();
    expect((await confirm(token)).status).toBe(404);
    expect(await subscriber()).toMatchObject({ isActive: false, confirmToken: null, unsubscribeToken: way, updatedAt });

    await subscribe('mara@example.com');
    const another = await tokenIn('mara@example.com', 'confirm-subscription');
    expect(another).not.toBe(token);
    expect([(await confirm(token)).status, (await confirm(another)).status]).toEqual([404, 200]);
    await daysLater(8);
    await forget();
    // A reader may open the link again.
    expect([(await confirm(another)).status, (await subscriber()).isActive]).toEqual([200, true]);
  });

  test('is none that an earlier version confirmed, which knows of no such moment', async () => {
    const way = await anActiveReader();
    await shop.source.query('UPDATE subscribers SET confirmed_at = NULL');
    await unsubscribe(way);
    await subscribe('mara@example.com');
    await daysLater(8);
    await forget();
    expect((await unsubscribe(way)).status).toBe(200);
  });
});

test('unsubscribing works as often as it is asked for, with JSON, with a one-click form and with nothing', async () => {
  const token = await anActiveReader();
  const json = await unsubscribe(token).send({});
  const form = await unsubscribe(token).type('form').send({ 'List-Unsubscribe': 'One-Click' });
  const nothing = await unsubscribe(token);
  for (const answer of [json, form, nothing]) {
    expect([answer.status, answer.body]).toEqual([200, { success: true, message: 'Unsubscribed successfully!' }]);
  }
  expect(await subscriber()).toMatchObject({ isActive: false, confirmToken: null });
});

test('after unsubscribing an old confirmation link brings nobody back, a new subscription does', async () => {
  await subscribe('mara@example.com');
  const old = await tokenIn('mara@example.com', 'confirm-subscription');
  await confirm(old);
  const way = await tokenIn('mara@example.com', 'unsubscribe');
  await unsubscribe(way);
  expect((await confirm(old)).status).toBe(404);
  expect(await subscriber()).toMatchObject({ isActive: false });

  await subscribe('mara@example.com');
  await confirm(await tokenIn('mara@example.com', 'confirm-subscription'));
  expect(await subscriber()).toMatchObject({ isActive: true });
  expect(await tokenIn('mara@example.com', 'unsubscribe')).toBe(way);
});

test.each(['wrong', 'x'.repeat(43), '%00'])('a bad unsubscribe link is 404: %.10s', async (token) => {
  const answer = await unsubscribe(token);
  expect(answer.status).toBe(404);
  expect(answer.body).toMatchObject({ success: false, error: 'This unsubscribe link is not valid.' });
});

test('a program that opens the address of the header comes to the page that unsubscribes; opening it changes nothing', async () => {
  const token = await anActiveReader();
  const opened = await request(shop.app).get(`/api/subscribe/unsubscribe/${token}`).set(as());
  expect(opened.status).toBe(302);
  expect(opened.headers).toMatchObject({
    location: `https://shop.example/unsubscribe/${token}`,
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  });
  expect(await subscriber()).toMatchObject({ isActive: true });
});

test('any text in place of a token leads only to that page of the shop', async () => {
  const opened = await request(shop.app).get('/api/subscribe/unsubscribe/..%2F..%2F%2Fevil.example%3Fa%23b').set(as());
  expect(opened.headers.location).toBe('https://shop.example/unsubscribe/..%2F..%2F%2Fevil.example%3Fa%23b');
});

test.each([undefined, '', 'mara', 'mara@example', 'a@b.c\r\nBcc: x@y.z', 17, { $ne: null }])(
  'an address that is none is refused: %j',
  async (email) => {
    const answer = await subscribe(email);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ success: false, field: 'email' });
    expect(await shop.mails()).toEqual([]);
  },
);

test('one inbox gets at most three mails an hour, one client asks at most ten times', async () => {
  for (let i = 0; i < 3; i += 1) expect((await subscribe('mara@example.com', `192.0.2.${i + 10}`)).status).toBe(200);
  const flooded = await subscribe('MARA@example.com', '192.0.2.99');
  expect(flooded.status).toBe(429);
  expect(Number(flooded.headers['retry-after'])).toBeGreaterThan(0);

  for (let i = 0; i < 10; i += 1) expect((await subscribe(`m${i}@example.com`)).status).toBe(200);
  expect((await subscribe('m11@example.com')).status).toBe(429);
});

test('everybody may subscribe, with or without a session', async () => {
  const answer = await request(shop.app).post('/api/subscribe/subscribe').set(asUser(7)).send({ email: 'user@example.com' });
  expect(answer.status).toBe(200);
});
