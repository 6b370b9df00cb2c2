import { randomUUID } from 'node:crypto';
import { PaymentNeedsReview, PaymentRefunded, RefundDone, TrackLinksRevoked, TrackReleased } from '@shop/contracts/events';
import { RefundForm } from '@shop/contracts/forms';
import type { AdminOrderView, RefundQuoteView, RefundView } from '@shop/contracts/views';
import { as, asAdmin, asUser, emitted, untilBlocked } from '@shop/runtime/testing';
import request from 'supertest';
import { reconcileNow } from '../payments/reconciliation/reconcile';
import { askRefund } from './ask-refund';
import { aPackage, bought, claims, orderRow, putTrackOnSale, rowsOfFacts, useShop } from '../testing/orders-app';
import { pollRefunds } from './settle-refund';

const shop = useShop();
type Bought = Awaited<ReturnType<typeof bought>>;
let order: Bought;

/** Two tracks of stores at $299.00, the first with its project at $100.00: $733.30 with the fee. */
const CART = { prices: { 1: 29900, 2: 29900 }, projects: [1] };
const ALL = 73_290;

beforeEach(async () => {
  await putTrackOnSale(shop, { productId: 1, sellerId: 5, sellerUserId: 50, storeName: 'North' });
  await putTrackOnSale(shop, { productId: 2, sellerId: 6, sellerUserId: 60, storeName: 'South' });
  order = await bought(shop, 7, CART);
});

const finance = (userId = 3) => as({ userId, admin: true, role: 'finance', steppedUp: true });
const UNCONFIRMED = as({ userId: 3, admin: true, role: 'finance', steppedUp: false });
const send = (body: object, who = finance(), path = 'refunds') =>
  request(shop.app).post(`/api/orders/${order.orderId}/${path}`).set(who).send(body);
const refundForm = (body: object = {}) => ({ key: randomUUID(), reason: 'Agreed on by mail', shownCents: ALL, ...body });
const refund = async (body: object = {}, status = 201) => (await send(refundForm(body)).expect(status)).body.data as RefundView;
const quote = async (body: object = {}) =>
  (await send(body, finance(), 'refunds/quote').expect(200)).body.data as RefundQuoteView;
const refundsOnPage = async () =>
  (await request(shop.app).get(`/api/orders/${order.orderId}`).set(asAdmin()).expect(200)).body.data as AdminOrderView;
const links = async () => (await refundsOnPage()).downloadLinks.map(({ url }) => url);
const follow = (url: string) => request(shop.app).get(url).set(as());
const refundEvents = () => emitted(shop.db.source, RefundDone);
const complete = async () => {
  await shop.db.source.query('UPDATE refund_requests SET next_check_at = now() WHERE next_check_at IS NOT NULL');
  await pollRefunds(shop.context);
};
const certificates = () => shop.db.source.query<object[]>('SELECT product_id, kind, reason FROM certificate_changes ORDER BY id');

const webhook = (fields: object, type = 'PAYMENT.CAPTURE.REFUNDED', id = randomUUID()) =>
  request(shop.app)
    .post('/api/orders/paypal/webhook')
    .set(as({ address: '192.0.2.1' }))
    .send({
      id: `WH-${id}`,
      event_type: type,
      create_time: '2026-11-21T10:00:00Z',
      resource: { links: [{ rel: 'up', href: `https://api-m.paypal.com/v2/payments/captures/CAP-${order.id}` }], ...fields },
    });
const dollars = (cents: number) => ({ currency_code: 'USD', value: (cents / 100).toFixed(2) });
const atPaypal = () => [...shop.paypal.refunds.values()];

describe('who may, and what is asked first', () => {
  test('only those who may move money, after a step-up', async () => {
    expect((await send(refundForm(), asUser(7))).status).toBe(403);
    expect((await send(refundForm(), as({ userId: 3, admin: true, role: 'support', steppedUp: true }))).status).toBe(403);
    expect((await send(refundForm(), UNCONFIRMED)).body).toMatchObject({
      code: 'step-up-required',
    });
    expect((await send({}, UNCONFIRMED, 'refunds/quote')).body).toMatchObject({
      code: 'step-up-required',
    });
    expect(shop.paypal.calls.refund).toEqual([]);
  });

  test('a quote says what goes back of what, and stores nothing', async () => {
    expect(await quote({ items: [{ productId: 1 }] })).toEqual({
      amountCents: 39_900,
      feeCents: 0,
      leftCents: ALL,
      full: false,
      items: [
        { productId: 1, project: false, amountCents: 29_900, linkEnded: true, name: 'Salt on the Runway' },
        { productId: 1, project: true, amountCents: 10_000, linkEnded: true, name: 'Salt on the Runway' },
      ],
      certificates: [1],
      ledger: [{ productId: 1, sellerId: 5, storeName: 'North', netCents: 27_930 }],
      houseCents: 11_970,
      coupon: null,
      creditNoteCents: 39_900,
    });
    expect(await quote({ amountCents: 1000, borneBy: 'house' })).toMatchObject({
      ledger: [],
      houseCents: 1000,
      certificates: [],
    });
    expect(await quote()).toMatchObject({ amountCents: ALL, feeCents: 3490, full: true, certificates: [1, 2] });
    expect((await refundsOnPage()).refund_requests).toEqual([]);
  });

  test('an amount that has changed since is refused, and so is a track that is not in the order', async () => {
    expect((await send(refundForm({ shownCents: 1 }))).body).toMatchObject({ code: 'amount-changed' });
    expect((await send(refundForm({ items: [{ productId: 9 }] }))).body).toMatchObject({ code: 'invalid', field: 'items' });
    expect((await send(refundForm({ amountCents: 999_999 }))).body).toMatchObject({ code: 'invalid', field: 'amountCents' });
    expect((await send(refundForm({ reason: ' ' }))).body).toMatchObject({ field: 'reason', message: 'Please give a reason' });
  });
});

describe('a refund that PayPal carries out', () => {
  test('of the whole order is the full refund: links, certificates, sale', async () => {
    const [link] = await links();
    expect(await refund()).toMatchObject({
      state: 'done',
      amountCents: ALL,
      feeCents: 3490,
      providerId: atPaypal()[0]!.refundId,
    });
    expect(await orderRow(shop, order.orderId)).toMatchObject({ payment_state: 'refunded' });
    expect((await follow(link!)).status).toBe(404);
    expect(await emitted(shop.db.source, PaymentRefunded)).toMatchObject([{ amountCents: ALL }]);
    expect(await refundEvents()).toMatchObject([
      { amountCents: ALL, feeCents: 3490, full: true, borneBy: 'sale', backCents: ALL, takenCents: ALL },
    ]);
    expect(await certificates()).toHaveLength(2);
    expect(await emitted(shop.db.source, PaymentNeedsReview)).toEqual([]);
  });

  test('of a track ends its links and revokes its certificate; the other track is untouched', async () => {
    const [track, project, other] = await links();
    expect(await refund({ items: [{ productId: 1 }], borneBy: 'house' })).toMatchObject({ state: 'done', amountCents: 39_900 });
    expect([(await follow(track!)).status, (await follow(project!)).status, (await follow(other!)).status]).toEqual([
      404, 404, 302,
    ]);
    expect(await links()).toEqual([other]);
    expect((await refundsOnPage()).products.map(({ refunded }) => refunded)).toEqual(['track', undefined]);
    expect((await refundsOnPage()).contracts).toMatchObject([{ product_id: 2 }]);
    expect(await certificates()).toEqual([{ product_id: 1, kind: 'revoked', reason: 'refund' }]);
    expect(await orderRow(shop, order.orderId)).toMatchObject({ payment_state: 'paid' });
    expect(await refundEvents()).toMatchObject([
      { full: false, borneBy: 'house', feeCents: 0, backCents: 39_900, takenCents: ALL },
    ]);
    expect((await refundsOnPage()).history.at(-1)).toMatchObject({ event: 'partly refunded' });
    expect(await emitted(shop.db.source, PaymentNeedsReview)).toEqual([]);
  });

  test('a track that was given back alone goes back on sale and is sold again; the rest of the order stays sold', async () => {
    const free = () => request(shop.app).post(`/api/orders/${order.orderId}/free-tracks`).set(asAdmin());
    await refund({ items: [{ productId: 2 }] });
    await free().expect(200);
    await free().expect(200);
    expect(await emitted(shop.db.source, TrackReleased)).toMatchObject([{ productId: 2, orderId: order.orderId }]);
    expect(await claims(shop)).toMatchObject([
      { product_id: 1, order_id: order.orderId, state: 'sold' },
      { product_id: 2, order_id: null, state: 'free' },
    ]);
    const later = await bought(shop, 8, { prices: { 2: 29900 } });
    expect((await refundsOnPage()).products.map(({ claim }) => claim)).toEqual(['sold', 'elsewhere']);
    expect(await rowsOfFacts(shop, 'sold-twice')).toEqual([]);
    expect(await rowsOfFacts(shop, 'paid-orders')).toMatchObject([{ unclaimed: 0 }, { unclaimed: 0 }]);
    await refund({ shownCents: ALL - 29_900 });
    await free().expect(200);
    expect((await claims(shop)).map(({ order_id }) => order_id)).toEqual([null, later.orderId]);
  });

  test('no track goes back on sale whose money has not gone back', async () => {
    await refund({ items: [{ productId: 1, project: true }], shownCents: 10_000 });
    const { body } = await request(shop.app).post(`/api/orders/${order.orderId}/free-tracks`).set(asAdmin()).expect(409);
    expect(body).toMatchObject({ code: 'not-refunded' });
    expect((await claims(shop)).map(({ state }) => state)).toEqual(['sold', 'sold']);
  });

  test('of a project ends its link alone; the track and its certificate stay', async () => {
    const [track, project] = await links();
    await refund({ items: [{ productId: 1, project: true }], withFee: true, shownCents: 10_500 });
    expect([(await follow(track!)).status, (await follow(project!)).status]).toEqual([302, 404]);
    expect(await certificates()).toEqual([]);
    expect(await refundEvents()).toMatchObject([
      { feeCents: 500, items: [{ productId: 1, project: true, amountCents: 10_000 }] },
    ]);
  });

  test('of a track whose files the shop holds, catalog hears of that track alone', async () => {
    await putTrackOnSale(shop, { productId: 3, version: 1, package: aPackage() });
    order = await bought(shop, 8, { prices: { 3: 29900 } });
    await putTrackOnSale(shop, { productId: 4 });
    await refund({ items: [{ productId: 3 }], shownCents: 29_900 });
    expect(await emitted(shop.db.source, TrackLinksRevoked)).toMatchObject([
      { orderId: order.orderId, productId: 3, revision: 2 },
    ]);
  });

  test('of an amount, a second and a third time, until everything is back: to the cent, and then it is the full refund', async () => {
    await refund({ amountCents: 1001 });
    await refund({ amountCents: 33, withFee: true, shownCents: ALL - 1001 });
    await refund({ items: [{ productId: 2 }], shownCents: ALL - 1034 });
    expect(await links()).toHaveLength(2);
    const rest = await quote();
    await refund({ shownCents: rest.leftCents });
    expect(await orderRow(shop, order.orderId)).toMatchObject({ payment_state: 'refunded' });
    const events = await refundEvents();
    expect(events.map(({ full }) => full)).toEqual([false, false, false, true]);
    const back = (of: (item: { productId: number; project: boolean }) => boolean) =>
      events.flatMap(({ items }) => items.filter(of)).reduce((sum, { amountCents }) => sum + amountCents, 0);
    expect(back(({ productId, project }) => productId === 1 && !project)).toBe(29_900);
    expect(back(({ project }) => project)).toBe(10_000);
    expect(back(({ productId }) => productId === 2)).toBe(29_900);
    expect(events.reduce((sum, { feeCents }) => sum + feeCents, 0)).toBe(3490);
    expect(atPaypal().reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(ALL);
    expect((await send(refundForm())).body).toMatchObject({ code: 'already-refunded' });
  });

  test('once for each key, whoever sends it again', async () => {
    const body = refundForm({ amountCents: 500 });
    const first = (await send(body).expect(201)).body as { data: RefundView };
    expect((await send(body).expect(201)).body).toEqual(first);
    expect(shop.paypal.calls.refund).toHaveLength(1);
    await putTrackOnSale(shop, { productId: 3 });
    order = await bought(shop, 8, { prices: { 3: 29900 } });
    expect((await send(body)).body).toMatchObject({ code: 'key-used' });
  });

  test('each refund has a request id of its own', async () => {
    await refund({ amountCents: 500 });
    await refund({ amountCents: 500, shownCents: ALL - 500 });
    expect(new Set(shop.paypal.calls.refund).size).toBe(2);
  });
});

describe('an outcome that nobody knows', () => {
  test.each([['made-but-unknown'], ['unknown']] as const)('%s: 202, and the completer settles it once', async (fault) => {
    shop.paypal.next.refund.push(fault);
    const body = refundForm({ items: [{ productId: 2 }] });
    expect((await send(body).expect(202)).body).toMatchObject({ data: { state: 'asked', providerId: null } });
    expect((await send(body).expect(202)).body).toMatchObject({ data: { state: 'asked' } });
    expect((await send(refundForm())).body).toMatchObject({ code: 'refund-under-way' });
    expect((await send({ reference: 'Wire 1' })).body).toMatchObject({ code: 'refund-under-way' });
    await complete();
    await complete();
    expect((await send(body).expect(201)).body).toMatchObject({ data: { state: 'done' } });
    expect(new Set(shop.paypal.calls.refund).size).toBe(1);
    expect(atPaypal()).toHaveLength(1);
    expect(await refundEvents()).toHaveLength(1);
  });

  test('the webhook of it settles it before the completer; another refund that may be it waits', async () => {
    shop.paypal.next.refund.push('made-but-unknown');
    await refund({ amountCents: 1000 }, 202);
    const { refundId, customId } = atPaypal()[0]!;
    expect((await webhook({ id: 'R-ELSE', amount: dollars(1000), status: 'COMPLETED' })).status).toBe(503);
    expect((await webhook({ id: refundId, custom_id: customId, amount: dollars(1000), status: 'COMPLETED' })).status).toBe(200);
    await complete();
    expect((await refundsOnPage()).refund_requests).toMatchObject([{ state: 'done', providerId: refundId }]);
    expect((await webhook({ id: 'R-ELSE', amount: dollars(1000), status: 'COMPLETED' })).status).toBe(200);
    expect((await refundEvents()).map((event) => event.refundId)).toEqual([refundId, 'R-ELSE']);
  });

  test('the nightly report settles it, when nothing else has', async () => {
    shop.paypal.next.refund.push('made-but-unknown');
    await refund({ amountCents: 1000 }, 202);
    const { refundId: id, customId } = atPaypal()[0]!;
    const movement = { kind: 'refund' as const, id, captureId: `CAP-${order.id}`, amountCents: 1000, currency: 'USD', customId };
    shop.paypal.state.movements.push({ ...movement, at: new Date(Date.now() - 5 * 3_600_000) });
    await reconcileNow(shop.context);
    await complete();
    expect((await refundsOnPage()).refund_requests).toMatchObject([{ state: 'done', providerId: id }]);
    expect(await refundEvents()).toHaveLength(1);
  });

  test('a process that dies before PayPal is asked, or before it can write down the answer, leaves it to the completer', async () => {
    const { gateway } = shop.context;
    const { refundCapture } = gateway;
    for (const [amountCents, dies] of [
      [100, () => Promise.reject(new Error('killed'))],
      [
        200,
        async (...call: Parameters<typeof refundCapture>) =>
          Promise.reject(new Error(`killed ${(await refundCapture(...call)).kind}`)),
      ],
    ] as const) {
      gateway.refundCapture = dies;
      const form = RefundForm.parse(refundForm({ amountCents, shownCents: amountCents }));
      await expect(askRefund(shop.context, 3, order.orderId, form)).rejects.toThrow('killed');
      gateway.refundCapture = refundCapture;
      await complete();
    }
    expect((await refundsOnPage()).refund_requests.map(({ state, amountCents }) => [state, amountCents])).toEqual([
      ['done', 100],
      ['done', 200],
    ]);
    expect(atPaypal()).toHaveLength(2);
    expect((await refundEvents()).map(({ amountCents }) => amountCents)).toEqual([100, 200]);
  });
});

describe('a refund that waits at PayPal', () => {
  beforeEach(() => shop.paypal.next.refund.push('pending'));

  test('gives back nothing until it is carried out, and then once', async () => {
    expect(await refund({ items: [{ productId: 2 }] })).toMatchObject({
      state: 'pending',
      providerId: expect.any(String) as string,
    });
    const { refundId, customId } = atPaypal()[0]!;
    await complete();
    await webhook(
      { id: refundId, custom_id: customId, amount: dollars(29_900), status: 'PENDING' },
      'PAYMENT.REFUND.PENDING',
    ).expect(200);
    expect(await refundEvents()).toEqual([]);
    expect(await links()).toHaveLength(3);
    atPaypal()[0]!.status = 'done';
    await complete();
    await webhook({ id: refundId, custom_id: customId, amount: dollars(29_900), status: 'COMPLETED' }).expect(200);
    expect(await refundEvents()).toHaveLength(1);
    expect(await links()).toHaveLength(2);
  });

  test('keeps its share from other refunds meanwhile', async () => {
    await refund({ items: [{ productId: 2 }] });
    expect(await quote()).toMatchObject({ amountCents: ALL - 29_900, full: false });
    expect((await send(refundForm({ items: [{ productId: 2 }] }))).body).toMatchObject({ code: 'already-refunded' });
    await refund({ shownCents: ALL - 29_900 });
    expect(await orderRow(shop, order.orderId)).toMatchObject({ payment_state: 'paid' });
    [...shop.paypal.refunds.values()][0]!.status = 'done';
    await complete();
    expect(await orderRow(shop, order.orderId)).toMatchObject({ payment_state: 'refunded' });
  });

  test.each([['completer'], ['webhook']])(
    'and fails there: the operator is told, and it can be asked for again (%s)',
    async (by) => {
      await refund({ items: [{ productId: 2 }] });
      const { refundId, customId } = atPaypal()[0]!;
      atPaypal()[0]!.status = 'failed';
      if (by === 'completer') await complete();
      else await webhook({ id: refundId, custom_id: customId, status: 'FAILED' }, 'PAYMENT.REFUND.FAILED').expect(200);
      await complete();
      expect((await refundsOnPage()).refund_requests).toMatchObject([
        { state: 'failed', failure: expect.stringContaining('no money has moved') as string },
      ]);
      expect(await emitted(shop.db.source, PaymentNeedsReview)).toMatchObject([
        { reason: expect.stringContaining('$299.00 failed') as string },
      ]);
      await refund({ items: [{ productId: 2 }] });
      expect(await refundEvents()).toHaveLength(1);
    },
  );
});

test.each([
  ['TRANSACTION_DISPUTED', 'disputed', "accepting the buyer's claim"],
  ['REFUND_TIME_LIMIT_EXCEEDED', 'too-late', 'record the refund'],
  ['REFUND_FAILED_INSUFFICIENT_FUNDS', 'refused', 'Add money to the balance'],
  ['SOMETHING_NEW', 'refused', 'SOMETHING_NEW'],
])('PayPal refuses with %s: 409 %s, a sentence with a way on, and nothing is booked', async (issue, code, words) => {
  shop.paypal.next.refund.push({ issue });
  const body = refundForm();
  for (let i = 0; i < 2; i += 1) {
    const answer = await send(body).expect(409);
    expect(answer.body).toMatchObject({ code, message: expect.stringContaining(words) as string });
  }
  expect(shop.paypal.calls.refund).toHaveLength(1);
  expect((await refundsOnPage()).refund_requests).toMatchObject([{ state: 'failed' }]);
  expect(await refundEvents()).toEqual([]);
  expect(await orderRow(shop, order.orderId)).toMatchObject({ payment_state: 'paid' });
});

test('after 180 days PayPal is not asked, nor for a payment that came another way', async () => {
  await shop.db.source.query(`UPDATE payments SET captured_at = now() - interval '181 days'`);
  expect((await send(refundForm())).body).toMatchObject({ code: 'too-late' });
  await shop.db.source.query(`UPDATE payments SET method = 'bank'`);
  expect((await send(refundForm())).body).toMatchObject({ code: 'not-paypal' });
  expect(shop.paypal.calls.refund).toEqual([]);
});

test('two admins at once: the second sees another amount, and gives nothing back', async () => {
  const lock = shop.db.source.createQueryRunner();
  await lock.startTransaction();
  await lock.query('SELECT 1 FROM orders WHERE id = $1 FOR UPDATE', [order.orderId]);
  const answers = [3, 4].map((userId) => Promise.resolve(send(refundForm({ amountCents: 5000 }), finance(userId))));
  await untilBlocked(shop.db.source, 2);
  await lock.commitTransaction();
  await lock.release();
  const statuses = (await Promise.all(answers)).map(({ status }) => status).sort();
  expect(statuses).toEqual([201, 409]);
  expect(atPaypal()).toHaveLength(1);
});

test("a part that went back at PayPal's own pages is booked at the sale's expense, touches no link, and is told to the operator", async () => {
  await webhook({ id: 'R-1', amount: dollars(10_000), status: 'COMPLETED' }).expect(200);
  await webhook({ id: 'R-1', amount: dollars(10_000), status: 'COMPLETED' }).expect(200);
  expect(await refundEvents()).toMatchObject([
    { refundId: 'R-1', amountCents: 10_000, feeCents: 0, borneBy: 'sale', full: false },
  ]);
  expect(await links()).toHaveLength(3);
  expect(await emitted(shop.db.source, PaymentNeedsReview)).toHaveLength(1);
  expect(await quote()).toMatchObject({ amountCents: ALL - 10_000 });
});

test('a refund that an admin records is booked too', async () => {
  await send({ reference: 'Wire 1' }).expect(201);
  expect(await refundEvents()).toMatchObject([{ amountCents: ALL, feeCents: 3490, full: true }]);
});
