import { OrderCaptured, OrderPlaced, OrderResendRequested, PaymentRefunded, TrackReleased } from '@shop/contracts/events';
import { inOpenTx } from '@shop/messaging';
import { as, deliver, untilBlocked } from '@shop/runtime/testing';
import request from 'supertest';
import { subscriptionsOf } from '../subscriptions';
import { anOrder, MARA } from '../testing/mail-cases';
import { later } from '../testing/mail-people';
import { operator, site, useNotifications } from '../testing/notifications-app';
import { confirmContact } from './confirm-contact';
import { forgetUnconfirmed } from './contact-addresses';

const STUDIO = 'studio@example.com';
const subscriptions = subscriptionsOf(site, operator);
const shop = useNotifications();

type EventData = { type: string; data: unknown };
/**
 * Delivers an event twice, because every event may come twice.
 * @returns the mails to the typed address
 */
const mailsTo = async (address: string, event?: EventData) => {
  if (event) await deliver(shop.source, subscriptions, event, 2);
  return (await shop.mails()).filter(({ to }) => to === address);
};
const paid = (email = STUDIO, orderId = 7, buyerId = 2) => {
  const ref = `7f9c24e5-2b1a-4d9b-8f2e-0a1b2c3d4e${String(orderId).padStart(2, '0')}`;
  return OrderCaptured({ ...anOrder, orderId, buyerId, ref, customer: { ...anOrder.customer, email } });
};
const placed = (email: string, buyerId: number, orderId = buyerId) =>
  OrderPlaced({
    orderId,
    version: 1,
    buyerId,
    accountEmail: `buyer${buyerId}@example.com`,
    customer: { ...anOrder.customer, email },
    items: [],
    totalCents: 100,
    heldUntil: later,
  });
const resent = (n: number) => OrderResendRequested({ requestId: `11111111-2222-4333-8444-55555555555${n}`, order: paid().data });
const tokenIn = (mail: { text: string } | undefined) => /\/confirm-contact\/([\w-]{43})/.exec(mail!.text)![1]!;
const confirm = (token: string) => request(shop.app).post(`/api/contact/confirm/${token}`).set(as());
const states = () =>
  shop.source.query<{ kind: string; recipient: string; state: string }[]>(
    'SELECT kind, recipient, state FROM mails WHERE recipient <> $1 ORDER BY kind, recipient',
    [operator],
  );
const longAgo = async (hours: number) => {
  await shop.source.query(
    `UPDATE contact_addresses SET asked_at = asked_at - make_interval(hours => $1), expires_at = expires_at - make_interval(hours => $1)`,
    [hours],
  );
  await shop.source.query(
    'UPDATE mails SET created_at = created_at - make_interval(hours => $1), expires_at = expires_at - make_interval(hours => $1)',
    [hours],
  );
};

test('the order goes to the account; another address gets a link alone, and the order once it was opened', async () => {
  const [link, ...more] = await mailsTo(STUDIO, paid());
  expect(more).toEqual([]);
  for (const version of [link!.html, link!.text]) expect(version).not.toMatch(/Mara|Lind|Night Cargo|token=|#7/);
  const [receipt] = await mailsTo(MARA);
  expect(receipt!.text).toMatch(/token=abc[^]*You gave studio@example\.com for this\./);
  expect(await states()).toEqual([
    { kind: 'confirm-contact', recipient: STUDIO, state: 'sent' },
    { kind: 'order', recipient: MARA, state: 'sent' },
    { kind: 'order', recipient: STUDIO, state: 'held' },
  ]);

  const token = tokenIn(link);
  expect(JSON.stringify(await shop.source.query('SELECT * FROM contact_addresses'))).not.toContain(token);
  expect(JSON.stringify(await shop.source.query('SELECT * FROM mails'))).not.toContain(token);
  expect((await confirm(token)).body).toMatchObject({ message: 'This address is confirmed. What waited for it is on its way.' });
  await confirm(token).expect(200);
  const [, order, ...others] = await mailsTo(STUDIO);
  expect(others).toEqual([]);
  expect(order!.subject).toBe('Your order #7: download links and contract');
  expect(order!.attachments).toHaveLength(1);
});

test('a confirmed address gets the next mails at once, for this account alone', async () => {
  await confirm(tokenIn((await mailsTo(STUDIO, paid()))[0])).expect(200);
  expect((await mailsTo(STUDIO, paid(STUDIO, 8))).map(({ subject }) => subject).slice(2)).toEqual([
    'Your order #8: download links and contract',
  ]);
  const stranger = (await mailsTo(STUDIO, placed(STUDIO, 3))).slice(3);
  expect(stranger.map(({ subject }) => subject)).toEqual(['Confirm your address for mails from us']);
});

test('opening a link lets out what is held for its address, and nothing that another account has waiting', async () => {
  const address = 'elsewhere@example.com';
  await mailsTo(address, paid(address, 8, 3));
  await confirm(tokenIn((await mailsTo(STUDIO, paid()))[0])).expect(200);
  expect((await mailsTo(STUDIO)).map(({ subject }) => subject).slice(1)).toEqual(['Your order #7: download links and contract']);
  expect((await mailsTo(address)).map(({ subject }) => subject)).toEqual(['Confirm your address for mails from us']);
  expect(await states()).toContainEqual({ kind: 'order', recipient: address, state: 'held' });
});

test('a confirmed address stays so, and keeps its mails, after the time in which it was to be confirmed', async () => {
  await confirm(tokenIn((await mailsTo(STUDIO, paid()))[0])).expect(200);
  await longAgo(25);
  await forgetUnconfirmed(shop.source);
  expect((await mailsTo(STUDIO, paid(STUDIO, 8))).map(({ subject }) => subject).slice(1)).toEqual([
    'Your order #7: download links and contract',
    'Your order #8: download links and contract',
  ]);
});

test('the address of the account is no other one, however it is written', async () => {
  expect(await mailsTo(MARA, paid(MARA.toUpperCase()))).toHaveLength(1);
  expect(await shop.source.query('SELECT 1 FROM contact_addresses')).toEqual([]);
});

test('an address that the account has given up gets nothing, neither the order nor a link, and is not called typed', async () => {
  const { data } = paid();
  const order = OrderCaptured({ ...data, addressGivenUp: true });
  expect(await mailsTo(STUDIO, order)).toEqual([]);
  expect(await mailsTo(STUDIO, OrderResendRequested({ requestId: resent(1).data.requestId, order: order.data }))).toEqual([]);
  expect(await shop.source.query('SELECT 1 FROM contact_addresses')).toEqual([]);
  for (const mail of await shop.mails()) expect(mail.text).not.toMatch(/You gave|Typed at the checkout/);
  expect((await mailsTo(MARA)).map(({ attachments }) => attachments.length)).toEqual([1, 1]);
});

test('while the address of the account is not known, the typed one is to be confirmed first', async () => {
  const { data } = paid();
  const [link, ...more] = await mailsTo(STUDIO, OrderCaptured({ ...data, accountEmail: null }));
  expect(more).toEqual([]);
  expect(link!.subject).toBe('Confirm your address for mails from us');
});

test('a link is 24 hours old at most, and what waited for it is forgotten with the address', async () => {
  const [link] = await mailsTo(STUDIO, paid());
  await longAgo(25);
  expect((await confirm(tokenIn(link))).body).toMatchObject({
    code: 'confirm-link-used',
    message: expect.stringMatching(/My Orders .* for an order; the next mail about a track/) as string,
  });
  await forgetUnconfirmed(shop.source);
  expect(await states()).toEqual([{ kind: 'order', recipient: MARA, state: 'sent' }]);
});

test('a link is not mailed any more once it has ended', async () => {
  await deliver(shop.source, subscriptions, paid());
  await longAgo(24);
  expect(await mailsTo(STUDIO)).toEqual([]);
  expect(await states()).toContainEqual({ kind: 'confirm-contact', recipient: STUDIO, state: 'failed' });
});

test('a link that still waits is not mailed once another has replaced it', async () => {
  await deliver(shop.source, subscriptions, paid());
  await longAgo(2);
  await deliver(shop.source, subscriptions, paid(STUDIO, 8));
  const [link, ...more] = await mailsTo(STUDIO);
  expect(more).toEqual([]);
  await confirm(tokenIn(link)).expect(200);
});

test('a mail is held for 24 hours at most, also when a later one brings another link', async () => {
  await mailsTo(STUDIO, paid());
  await longAgo(23);
  const [, link] = await mailsTo(STUDIO, paid(STUDIO, 8));
  await longAgo(2);
  await forgetUnconfirmed(shop.source);
  await confirm(tokenIn(link)).expect(200);
  expect((await mailsTo(STUDIO)).map(({ subject }) => subject).slice(2)).toEqual(['Your order #8: download links and contract']);
});

describe('a held mail about an order is still true when it goes out', () => {
  const refunded = PaymentRefunded({
    orderId: 7,
    ref: anOrder.ref,
    version: 4,
    buyerId: 2,
    captureId: 'CAP1',
    refundId: 'REF1',
    amountCents: 41895,
    refundedAt: anOrder.capturedAt,
  });
  const withLink = (order: typeof anOrder, token: string) => ({
    ...order,
    items: order.items.map((item) => ({ ...item, downloadUrl: `/api/orders/7/downloads/11?token=${token}`, projectUrl: null })),
  });
  const orders = async () => {
    await confirm(tokenIn((await mailsTo(STUDIO))[0])).expect(200);
    return (await mailsTo(STUDIO)).slice(1).map(({ subject, text }) => [subject, /token=(\w+)/.exec(text)?.[1]]);
  };

  test('nothing goes out about an order that was refunded, and what is held about another one does', async () => {
    for (const event of [placed(STUDIO, 2, 7), paid(), paid(STUDIO, 8), refunded]) await mailsTo(STUDIO, event);
    expect(await orders()).toEqual([['Your order #8: download links and contract', 'abc']]);
  });

  test('an order that is paid is no longer said to be reserved', async () => {
    for (const event of [placed(STUDIO, 2, 7), placed(STUDIO, 2, 8), paid()]) await mailsTo(STUDIO, event);
    expect((await orders()).sort()).toEqual([
      ['Your order #7: download links and contract', 'abc'],
      ['Your order #8 is reserved', undefined],
    ]);
  });

  test('nor is one that a newer order of the same tracks has replaced, once that is paid', async () => {
    const { data } = placed(STUDIO, 2, 6);
    await mailsTo(STUDIO, OrderPlaced({ ...data, items: anOrder.items }));
    await mailsTo(STUDIO, paid());
    expect(await orders()).toEqual([['Your order #7: download links and contract', 'abc']]);
  });

  test('an order whose hold has ended is no longer said to be reserved; one that was paid keeps its links', async () => {
    const ended = (orderId: number) => TrackReleased({ productId: 11, orderId, version: 3 });
    for (const event of [placed(STUDIO, 2, 7), paid(STUDIO, 8), ended(7), ended(8)]) await mailsTo(STUDIO, event);
    expect(await orders()).toEqual([['Your order #8: download links and contract', 'abc']]);
  });

  describe('nor is one that a newer order of the same track has replaced', () => {
    const withTracks = (orderId: number, ...productIds: number[]) => {
      const items = productIds.map((productId) => ({ ...anOrder.items[0]!, productId }));
      return OrderPlaced({ ...placed(STUDIO, 2, orderId).data, items });
    };
    const released = (productId: number, orderId: number) => TrackReleased({ productId, orderId, version: 3 });

    test('as soon as that is placed, and what is held about other tracks goes out', async () => {
      for (const event of [withTracks(6, 11, 12), withTracks(7, 13), withTracks(8, 12)]) await mailsTo(STUDIO, event);
      expect((await orders()).map(([subject]) => subject).sort()).toEqual([
        'Your order #7 is reserved',
        'Your order #8 is reserved',
      ]);
    });

    test('when that ends without a sale, also when a newer one has the track by now', async () => {
      for (const event of [withTracks(6, 11), released(11, 7)]) await mailsTo(STUDIO, event);
      expect((await states()).filter(({ state }) => state === 'held')).toEqual([]);
      for (const event of [withTracks(8, 11), released(11, 7)]) await mailsTo(STUDIO, event);
      expect(await orders()).toEqual([['Your order #8 is reserved', undefined]]);
    });

    test('but it is when that never came to be, and only a further track of it is free again', async () => {
      for (const event of [withTracks(6, 11), released(12, 7)]) await mailsTo(STUDIO, event);
      expect(await orders()).toEqual([['Your order #6 is reserved', undefined]]);
    });
  });

  test('nobody is told of a hold that is over: neither who confirms late, nor when the mail server was away', async () => {
    await mailsTo(STUDIO, placed(STUDIO, 2, 7));
    const late = OrderPlaced({ ...placed(MARA, 3, 8).data, accountEmail: MARA, heldUntil: new Date().toISOString() });
    expect(await mailsTo(MARA, late)).toEqual([]);
    expect((await mailsTo(operator)).map(({ subject }) => subject)).toContain('Order #8 waits for a payment to be arranged');
    await shop.source.query(`UPDATE mails SET expires_at = now() WHERE state = 'held'`);
    expect(await orders()).toEqual([]);
    expect(await states()).not.toContainEqual({ kind: 'order-placed', recipient: STUDIO, state: 'failed' });
  });

  test('new links take the place of those that no longer work', async () => {
    const requestId = '11111111-2222-4333-8444-555555555551';
    const newLinks = OrderResendRequested({ requestId, order: withLink(paid().data as typeof anOrder, 'new') });
    for (const event of [paid(), newLinks]) await mailsTo(STUDIO, event);
    expect(await orders()).toEqual([['Your order #7: download links and contract', 'new']]);
  });

  test('new links that come while the address is being confirmed wait for that, and neither fails', async () => {
    const [link] = await mailsTo(STUDIO, paid());
    const confirming = shop.source.createQueryRunner();
    await confirming.startTransaction();
    await confirming.query('SELECT 1 FROM contact_addresses FOR UPDATE');
    const newLinks = deliver(shop.source, subscriptions, resent(1));
    await untilBlocked(shop.source);
    await inOpenTx(confirming.manager, (tx) => confirmContact(tx, tokenIn(link)));
    await confirming.commitTransaction();
    await confirming.release();
    await newLinks;
    const subject = 'Your order #7: download links and contract';
    expect((await mailsTo(STUDIO)).slice(1)).toMatchObject([{ subject }, { subject }]);
  });

  test('the oldest goes out first', async () => {
    for (const orderId of [11, 12, 13]) await mailsTo(STUDIO, placed(STUDIO, 2, orderId));
    await shop.source.query(
      `UPDATE mails SET created_at = now() - make_interval(hours => about::int) WHERE state = 'held' AND kind = 'order-placed'`,
    );
    expect((await orders()).map(([subject]) => subject)).toEqual([13, 12, 11].map((n) => `Your order #${n} is reserved`));
  });
});

test.each(['short', 'x'.repeat(43), `${'x'.repeat(43)}%00`])('a token that is none of ours is refused: %j', async (token) => {
  expect((await confirm(token)).status).toBe(400);
});

test('twenty tries an hour for a client', async () => {
  const tryFrom = (address: string) =>
    request(shop.app)
      .post(`/api/contact/confirm/${'x'.repeat(43)}`)
      .set(as({ address }));
  for (let n = 0; n < 20; n += 1) expect((await tryFrom('192.0.2.1')).status).toBe(400);
  const { body, headers } = await tryFrom('192.0.2.1');
  expect(body).toMatchObject({ code: 'too-many' });
  expect(Number(headers['retry-after'])).toBeGreaterThan(900);
  await tryFrom('192.0.2.2').expect(400);
});

test('a link serves for an hour; then another is mailed, which ends the one before', async () => {
  const [first] = await mailsTo(STUDIO, paid());
  expect(await mailsTo(STUDIO, resent(1))).toHaveLength(1);
  await longAgo(2);
  const [, second, ...more] = await mailsTo(STUDIO, resent(2));
  expect(more).toEqual([]);
  await confirm(tokenIn(first)).expect(400);
  await confirm(tokenIn(second)).expect(200);
  expect((await mailsTo(STUDIO)).filter(({ subject }) => subject.startsWith('Your order #7'))).toHaveLength(1);
});

test('nobody is flooded: three links a day to one address, whoever types it', async () => {
  await Promise.all([11, 12, 13, 14, 15].map((buyer) => deliver(shop.source, subscriptions, placed(STUDIO, buyer))));
  expect(await mailsTo(STUDIO)).toHaveLength(3);
  expect((await states()).filter(({ state }) => state === 'held')).toHaveLength(5);
});

describe("what the account's own mail says of the other address", () => {
  const SENT = 'as soon as the link that we sent there has been opened';
  const NOT_SENT = 'The next mail for it, from tomorrow on, brings one.';
  const noteTo = async (buyerId: number) => (await mailsTo(`buyer${buyerId}@example.com`)).at(-1)!.text;

  test('that a link was sent there, or that today none could be', async () => {
    for (const buyer of [11, 12, 13, 14]) await deliver(shop.source, subscriptions, placed(STUDIO, buyer));
    for (const buyer of [11, 12, 13]) expect(await noteTo(buyer)).toContain(SENT);
    const note = await noteTo(14);
    expect(note).toContain(NOT_SENT);
    expect(note).not.toContain(SENT);
  });

  test('that a link was sent there, as long as an older one works', async () => {
    await mailsTo(STUDIO, placed(STUDIO, 11));
    await shop.source.query(`UPDATE contact_addresses SET asked_at = now() - interval '2 hours'`);
    for (const buyer of [12, 13, 14]) await deliver(shop.source, subscriptions, placed(STUDIO, buyer));
    await mailsTo(STUDIO, placed(STUDIO, 11, 21));
    expect(await noteTo(11)).toContain(SENT);
    await shop.source.query(`UPDATE contact_addresses SET asked_at = now() - interval '25 hours'`);
    await mailsTo(STUDIO, placed(STUDIO, 11, 22));
    expect(await noteTo(11)).toContain(NOT_SENT);
  });
});

test('these limits follow the scale of all others', async () => {
  const scaled = subscriptionsOf(site, operator, 4 / 3);
  for (const buyer of [11, 12, 13, 14, 15]) await deliver(shop.source, scaled, placed(STUDIO, buyer));
  expect(await mailsTo(STUDIO)).toHaveLength(4);
});

test('one account has links mailed to ten addresses a day, whatever others type', async () => {
  for (let n = 1; n <= 12; n += 1) await deliver(shop.source, subscriptions, placed(`victim${n}@example.com`, 2, n));
  const links = (await shop.mails()).filter(({ subject }) => subject === 'Confirm your address for mails from us');
  expect(links).toHaveLength(10);
  expect(await mailsTo(STUDIO, placed(STUDIO, 3))).toHaveLength(1);
});
