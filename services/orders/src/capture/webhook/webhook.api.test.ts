import { OrderCaptured, PaymentNeedsReview, PaymentRefunded, PayoutNewsCame, TrackReleased } from '@shop/contracts/events';
import { as, asAdmin, emitted, eventually } from '@shop/runtime/testing';
import request from 'supertest';
import {
  approved,
  bought,
  capture,
  claims,
  complete,
  create,
  openTestShop,
  orderRow,
  putTrackOnSale,
  type TestShop,
} from '../../testing/orders-app';

let shop: TestShop;
beforeEach(async () => {
  shop = await openTestShop();
  await putTrackOnSale(shop);
});
afterEach(() => shop.close());

const handle = (body: unknown, address = '192.0.2.1') =>
  request(shop.app)
    .post('/api/orders/paypal/webhook')
    .set(as({ address }))
    .set('content-type', 'application/json')
    .send(typeof body === 'string' ? body : JSON.stringify(body));

const captureEvent = (paypalOrderId: string, id = 'WH-1', type = 'PAYMENT.CAPTURE.COMPLETED') => ({
  id,
  event_type: type,
  resource: {
    id: `CAP-${paypalOrderId}`,
    custom_id: shop.paypal.orders.get(paypalOrderId)?.customId,
    amount: { currency_code: 'USD', value: '313.95' },
    supplementary_data: { related_ids: { order_id: paypalOrderId } },
  },
});

const refundEvent = (paypalOrderId: string, value = '313.95', refundId = 'R-1', type = 'PAYMENT.CAPTURE.REFUNDED') => ({
  id: `WH-${refundId}`,
  event_type: type,
  create_time: '2026-11-21T10:00:00Z',
  resource: {
    id: refundId,
    custom_id: shop.paypal.orders.get(paypalOrderId)?.customId,
    amount: { currency_code: 'USD', value },
    links: [{ rel: 'up', href: `https://api-m.paypal.com/v2/payments/captures/CAP-${paypalOrderId}` }],
  },
});

const state = async (id: number) => (await orderRow(shop, id)).payment_state;
const words = async (id: number) =>
  (await shop.db.source.query<{ event: string }[]>('SELECT event FROM order_events WHERE order_id = $1 ORDER BY id', [id])).map(
    ({ event }) => event,
  );
const sales = async () => (await emitted(shop.db.source, OrderCaptured)).length;

describe('a captured payment is settled once, whoever hears of it first', () => {
  test('the webhook before the client, twice, and the client after it', async () => {
    const created = await approved(shop, 7);
    await shop.paypal.gateway.captureOrder(created.id, 'by-somebody');
    expect((await handle(captureEvent(created.id))).status).toBe(200);
    expect((await handle(captureEvent(created.id))).status).toBe(200);
    expect(await state(created.orderId)).toBe('paid');
    expect((await capture(shop, 7, created.id)).status).toBe(200);
    expect(await sales()).toBe(1);
    expect(shop.paypal.calls.lookUp).toHaveLength(1);
  });

  test('the webhook after the client learns nothing new, and asks nothing', async () => {
    const created = await approved(shop, 7);
    expect((await capture(shop, 7, created.id)).status).toBe(200);
    expect((await handle(captureEvent(created.id))).status).toBe(200);
    expect(await sales()).toBe(1);
    expect(shop.paypal.calls).toMatchObject({ lookUp: [], check: 1, verify: 0 });
  });

  test('a forged one about a settled capture is refused as any other', async () => {
    const created = await bought(shop, 7);
    shop.paypal.state.signature = 'forged';
    expect((await handle(captureEvent(created.id))).status).toBe(400);
    shop.paypal.state.signature = 'unknown';
    expect((await handle(captureEvent(created.id))).status).toBe(503);
    expect(shop.paypal.calls.verify).toBe(0);
  });

  test('the capture is settled while PayPal checks the webhook of it: nobody looks it up', async () => {
    const created = await approved(shop, 7);
    shop.paypal.state.whileVerifying = () => capture(shop, 7, created.id);
    expect((await handle(captureEvent(created.id))).status).toBe(200);
    expect(await sales()).toBe(1);
    expect(shop.paypal.calls).toMatchObject({ lookUp: [], verify: 1 });
  });

  test('the webhook while the client waits for PayPal', async () => {
    const created = await approved(shop, 7);
    let answer = () => {};
    shop.paypal.state.answersAfter = new Promise<void>((resolve) => (answer = resolve));
    const client = capture(shop, 7, created.id).then(({ status }) => status);
    await eventually(() => expect(shop.paypal.calls.capture).toHaveLength(1));
    const delivery = await handle(captureEvent(created.id));
    answer();
    expect([delivery.status, await client]).toEqual([200, 200]);
    expect(await sales()).toBe(1);
  });

  test('the webhook after the client, and one that comes late for a pending payment', async () => {
    const created = await bought(shop, 7);
    await handle(captureEvent(created.id));
    await handle(captureEvent(created.id, 'WH-2', 'PAYMENT.CAPTURE.PENDING'));
    expect(await state(created.orderId)).toBe('paid');
    expect(await sales()).toBe(1);
  });

  test('a pending payment is cleared or denied by webhook', async () => {
    await putTrackOnSale(shop, { productId: 2 });
    for (const [product, word, end] of [
      [1, 'completed', 'paid'],
      [2, 'declined', 'declined'],
    ] as const) {
      shop.paypal.next.capture.push('pending');
      const created = await approved(shop, 7, { prices: { [product]: 29900 } });
      await capture(shop, 7, created.id);
      shop.paypal.orders.get(created.id)!.capture!.status = word;
      await handle(captureEvent(created.id, `WH-${word}`, word === 'declined' ? 'PAYMENT.CAPTURE.DENIED' : undefined));
      expect(await state(created.orderId)).toBe(end);
    }
  });
});

describe('a webhook without effect', () => {
  test('a forged one: 400', async () => {
    const created = await approved(shop, 7);
    shop.paypal.state.verdict = 'forged';
    expect(await handle(captureEvent(created.id))).toMatchObject({ status: 400, body: { code: 'bad-signature' } });
    expect(await handle(refundEvent(created.id))).toMatchObject({ status: 400 });
    expect(await state(created.orderId)).toBe('created');
  });

  test.each([['not JSON'], [''], ['[]'], ['null'], ['"text"'], ['{"id":"a"},"webhook_id":"b"']])(
    '%j: 400, and PayPal is not asked',
    async (body) => {
      expect((await handle(body)).status).toBe(400);
      expect(shop.paypal.calls).toMatchObject({ verify: 0, check: 0 });
    },
  );

  test('one whose signature does not fit costs PayPal nothing, and its address is soon refused', async () => {
    const created = await approved(shop, 7);
    shop.paypal.state.signature = 'forged';
    for (let i = 0; i < 20; i += 1) expect((await handle(captureEvent(created.id))).status).toBe(400);
    expect(await handle(captureEvent(created.id))).toMatchObject({
      status: 429,
      headers: { 'retry-after': expect.any(String) as string },
    });
    expect(shop.paypal.calls.verify).toBe(0);

    shop.paypal.state.knowsCertificate = false;
    const checked = shop.paypal.calls.check;
    expect((await handle(captureEvent(created.id))).status).toBe(429);
    expect(shop.paypal.calls.check).toBe(checked);
    expect((await handle(captureEvent(created.id), '192.0.2.77')).status).toBe(400);
  });

  test('forgeries from its address never keep a genuine one out', async () => {
    const created = await approved(shop, 7);
    await shop.paypal.gateway.captureOrder(created.id, 'by-somebody');
    shop.paypal.state.signature = 'forged';
    for (let i = 0; i < 22; i += 1) await handle(captureEvent(created.id));
    shop.paypal.state.signature = 'fits';
    expect((await handle(captureEvent(created.id))).status).toBe(200);
    expect(await state(created.orderId)).toBe('paid');
  });

  test('one that was heard before, sent once more as it was: nobody is asked again', async () => {
    const created = await bought(shop, 7);
    await handle(refundEvent(created.id));
    const { verify } = shop.paypal.calls;
    expect((await handle(refundEvent(created.id))).status).toBe(200);
    expect(shop.paypal.calls.verify).toBe(verify);
  });

  test('one whose certificate cannot be had right now: 503, so that PayPal sends it again', async () => {
    const created = await approved(shop, 7);
    shop.paypal.state.signature = 'unknown';
    expect((await handle(captureEvent(created.id))).status).toBe(503);
    expect(shop.paypal.calls.verify).toBe(0);
  });

  test('one that is not UTF-8: 400', async () => {
    const { status } = await request(shop.app)
      .post('/api/orders/paypal/webhook')
      .set(as())
      .set('content-type', 'application/json')
      .serialize((body: unknown) => body as string)
      .send(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]) as unknown as string);
    expect(status).toBe(400);
    expect(shop.paypal.calls.check).toBe(0);
  });

  test('one that cannot be checked, or whose order cannot be looked up: 503, so that PayPal sends it again', async () => {
    const created = await approved(shop, 7);
    await shop.paypal.gateway.captureOrder(created.id, 'by-somebody');
    shop.paypal.state.verdict = 'unknown';
    expect((await handle(captureEvent(created.id))).status).toBe(503);
    shop.paypal.state.verdict = 'genuine';
    shop.paypal.next.lookUp.push('unknown');
    expect((await handle(captureEvent(created.id))).status).toBe(503);
    expect((await handle(captureEvent(created.id))).status).toBe(200);
    expect(await state(created.orderId)).toBe('paid');
  });

  test('one for which PayPal stays silent: 503, after the time that all its calls have together', async () => {
    await shop.close();
    shop = await openTestShop({ providerWithinMs: 100 });
    await putTrackOnSale(shop);
    const created = await approved(shop, 7);
    shop.paypal.state.silent = true;
    expect((await handle(captureEvent(created.id))).status).toBe(503);
    expect(shop.paypal.calls.lookUp).toHaveLength(0);

    shop.paypal.state.silent = false;
    shop.paypal.state.whileVerifying = () => Promise.resolve((shop.paypal.state.silent = true));
    const verify = jest.spyOn(shop.paypal.gateway, 'verifyWebhook');
    const lookUp = jest.spyOn(shop.paypal.gateway, 'lookUpOrder');
    expect((await handle(captureEvent(created.id))).status).toBe(503);
    expect(lookUp.mock.lastCall?.[1]).toBe(verify.mock.lastCall?.[1]);
  });

  test('a genuine one that claims a capture PayPal does not show', async () => {
    const created = await approved(shop, 7);
    expect((await handle(captureEvent(created.id))).status).toBe(200);
    expect(await state(created.orderId)).toBe('created');
  });

  test.each([
    [{ id: 'WH-9', event_type: 'CHECKOUT.ORDER.APPROVED', resource: { id: 'X' } }],
    [{ id: 'WH-9', event_type: 'PAYMENT.CAPTURE.COMPLETED', resource: {} }],
    [{ id: 'WH-9', event_type: 'PAYMENT.CAPTURE.REFUNDED', resource: { id: 'R', custom_id: 'of another shop' } }],
    [{ id: 'WH-9', event_type: 'PAYMENT.CAPTURE.COMPLETED', resource: 'text' }],
    [{ nothing: true }],
  ])('%j is taken and changes nothing', async (event) => {
    expect((await handle(event)).status).toBe(200);
  });

  test('one of a kind that nothing follows from is checked by the shop alone, each time', async () => {
    const event = { id: 'WH-9', event_type: 'CHECKOUT.ORDER.APPROVED', resource: { id: 'X' } };
    for (let i = 0; i < 2; i += 1) expect((await handle(event)).status).toBe(200);
    expect(shop.paypal.calls).toMatchObject({ check: 2, verify: 0 });
    shop.paypal.state.signature = 'forged';
    expect((await handle(event)).status).toBe(400);
  });
});

describe('a refund', () => {
  test('revokes the links, tells the others once, and keeps the track off sale until an admin frees it', async () => {
    const created = await bought(shop, 7);
    const [link] = (await capture(shop, 7, created.id)).body.downloadLinks as { url: string }[];
    expect((await request(shop.app).get(link!.url).set(as())).status).toBe(302);

    expect((await handle(refundEvent(created.id))).status).toBe(200);
    await handle(refundEvent(created.id));
    await handle({ ...refundEvent(created.id), id: 'WH-again' });
    expect(await state(created.orderId)).toBe('refunded');
    expect((await request(shop.app).get(link!.url).set(as())).status).toBe(404);
    expect(await emitted(shop.db.source, PaymentRefunded)).toMatchObject([
      { orderId: created.orderId, captureId: `CAP-${created.id}`, refundId: 'R-1', amountCents: 31395 },
    ]);
    expect((await create(shop, 8)).status).toBe(409);

    await request(shop.app).post(`/api/orders/${created.orderId}/free-tracks`).set(asAdmin()).expect(200);
    expect((await claims(shop))[0]).toMatchObject({ state: 'free' });
    expect((await create(shop, 8)).status).toBe(201);
  });

  test('in parts counts when all of it is back; each part is told to the admin', async () => {
    const created = await bought(shop, 7);
    await handle(refundEvent(created.id, '100.00', 'R-1'));
    expect(await state(created.orderId)).toBe('paid');
    await handle(refundEvent(created.id, '100.00', 'R-2'));
    const alarms = await emitted(shop.db.source, PaymentNeedsReview);
    expect(alarms).toMatchObject([{ delivered: true }, { delivered: true }]);
    expect(alarms[1]!.version).toBeGreaterThan(alarms[0]!.version);
    await handle(refundEvent(created.id, '113.95', 'R-3'));
    expect(await state(created.orderId)).toBe('refunded');
    expect(await emitted(shop.db.source, PaymentRefunded)).toMatchObject([{ amountCents: 31395 }]);
  });

  test('of a second payment for the same order is only written down: the sale stands', async () => {
    const created = await bought(shop, 7);
    const [link] = (await capture(shop, 7, created.id)).body.downloadLinks as { url: string }[];
    const second = refundEvent(created.id);
    second.resource.links[0]!.href = 'https://api-m.paypal.com/v2/payments/captures/CAP-SECOND';
    expect((await handle(second)).status).toBe(200);
    expect(await state(created.orderId)).toBe('paid');
    expect((await request(shop.app).get(link!.url).set(as())).status).toBe(302);
    expect(await emitted(shop.db.source, PaymentRefunded)).toHaveLength(0);

    await handle(refundEvent(created.id, '313.95', 'R-2'));
    expect(await state(created.orderId)).toBe('refunded');
    expect(await emitted(shop.db.source, PaymentRefunded)).toMatchObject([{ refundId: 'R-2', amountCents: 31395 }]);

    await handle({ ...second, id: 'WH-R-3', resource: { ...second.resource, id: 'R-3' } });
    expect((await words(created.orderId)).filter((word) => word === 'other payment refunded')).toHaveLength(2);
    expect(await emitted(shop.db.source, PaymentNeedsReview)).toEqual([]);
  });

  test('heard before the payment itself delivers nothing and goes to review', async () => {
    const created = await approved(shop, 7);
    await shop.paypal.gateway.captureOrder(created.id, 'by-somebody');
    shop.paypal.orders.get(created.id)!.capture!.status = 'refunded';
    await handle(refundEvent(created.id));
    expect(await state(created.orderId)).toBe('refunded');
    expect(await sales()).toBe(0);
    expect(await emitted(shop.db.source, PaymentRefunded)).toHaveLength(0);
    await complete(shop);
  });

  test.each([
    ['less', -395],
    ['more', 605],
  ])('of a capture that took %s than was due counts as all of it once all of it is back', async (_, off) => {
    shop.paypal.next.capture.push((original) => ({ ...original, amountCents: original.amountCents + off }));
    const created = await approved(shop, 7);
    expect((await capture(shop, 7, created.id)).status).toBe(202);
    const decimal = ((31395 + off) / 100).toFixed(2);
    await handle(refundEvent(created.id, '100.00', 'R-1'));
    expect(await state(created.orderId)).toBe('review');
    await handle(refundEvent(created.id, (Number(decimal) - 100).toFixed(2), 'R-2'));
    expect(await state(created.orderId)).toBe('refunded');
  });

  test('of a payment under review frees the tracks, of which nothing was delivered; a part of it does not', async () => {
    const inReview = async () => {
      shop.paypal.next.capture.push((original) => ({ ...original, amountCents: 30000 }));
      const created = await approved(shop, 7);
      expect((await capture(shop, 7, created.id)).status).toBe(202);
      return created;
    };
    const delivery = await inReview();
    await handle(refundEvent(delivery.id, '100.00', 'R-1'));
    expect((await claims(shop))[0]).toMatchObject({ order_id: delivery.orderId, state: 'capturing' });
    await handle(refundEvent(delivery.id, '200.00', 'R-2'));
    expect((await claims(shop))[0]).toMatchObject({ state: 'free' });

    const { orderId } = await inReview();
    await request(shop.app).post(`/api/orders/${orderId}/refunds`).set(asAdmin()).send({ reference: 'Wire 12' }).expect(201);
    expect(await emitted(shop.db.source, TrackReleased)).toMatchObject([
      { productId: 1, orderId: delivery.orderId },
      { productId: 1, orderId },
    ]);
    expect((await create(shop, 8)).status).toBe(201);
  });

  test('of a lost payment that no release has named is known by its PayPal order, also when a person let it count', async () => {
    const lost = async () => {
      shop.paypal.next.capture.push('pending');
      const created = await approved(shop, 7);
      expect((await capture(shop, 7, created.id)).status).toBe(202);
      await shop.db.source.query('UPDATE orders SET held_capture_id = NULL');
      const refund = refundEvent(created.id, '313.95', `R-${created.id}`);
      shop.paypal.orders.delete(created.id);
      await complete(shop);
      expect(await state(created.orderId)).toBe('review');
      return { orderId: created.orderId, refund };
    };
    const first = await lost();
    expect((await handle(first.refund)).status).toBe(200);
    expect(await state(first.orderId)).toBe('refunded');
    expect((await claims(shop))[0]).toMatchObject({ state: 'free' });

    const second = await lost();
    const payment = { method: 'other', reference: 'seen at PayPal' };
    await request(shop.app).post(`/api/orders/${second.orderId}/payments`).set(asAdmin()).send(payment).expect(201);
    expect((await handle(second.refund)).status).toBe(200);
    expect(await state(second.orderId)).toBe('refunded');
  });

  /** The amounts of the order's refunds, after an admin has recorded the rest. */
  async function amountsOnceRecorded(orderId: number) {
    const { body } = await request(shop.app)
      .post(`/api/orders/${orderId}/refunds`)
      .set(asAdmin())
      .send({ reference: 'bank transfer 17' })
      .expect(201);
    return (body as { data: { refunds: { amount: number }[] } }).data.refunds.map((entry) => entry.amount).sort();
  }

  test('recorded after a part of a lost payment that no release has named is the rest of it', async () => {
    const created = await bought(shop, 7);
    await shop.db.source.query('UPDATE orders SET review_capture_id = paypal_order_id');
    await shop.db.source.query('UPDATE payments SET capture_id = $1', [created.id]);
    expect((await handle(refundEvent(created.id, '100.00'))).status).toBe(200);
    expect(await amountsOnceRecorded(created.orderId)).toEqual([100, 213.95]);
  });

  test('recorded with an amount that is not what is left is refused: a part may have gone back since it was shown', async () => {
    const { orderId, id } = await bought(shop, 7);
    const record = (shownCents: number) =>
      request(shop.app).post(`/api/orders/${orderId}/refunds`).set(asAdmin()).send({ reference: 'Wire 12', shownCents });
    await handle(refundEvent(id, '100.00')).expect(200);
    expect(await record(31395)).toMatchObject({
      status: 409,
      body: {
        code: 'amount-changed',
        error: '$213.95 is left to return by now, not $313.95. Please look at the order again.',
      },
    });
    expect(await state(orderId)).toBe('paid');
    for (let i = 0; i < 2; i += 1) expect((await record(21395)).status).toBe(201);
    expect(await state(orderId)).toBe('refunded');
  });

  test('recorded for a payment that differs from its order is what was taken and is not back yet, not what was due', async () => {
    shop.paypal.next.capture.push((original) => ({ ...original, amountCents: 30000 }));
    const created = await approved(shop, 7);
    await capture(shop, 7, created.id);
    await handle(refundEvent(created.id, '100.00', 'R-1'));
    expect(await amountsOnceRecorded(created.orderId)).toEqual([100, 200]);
  });

  test('of money that a person let count for an order is still held against what PayPal took', async () => {
    shop.paypal.next.capture.push((original) => ({ ...original, amountCents: 30000 }));
    const created = await approved(shop, 7);
    await capture(shop, 7, created.id);
    await request(shop.app)
      .post(`/api/orders/${created.orderId}/payments`)
      .set(asAdmin())
      .send({ method: 'other', reference: 'rest in cash' })
      .expect(201);
    await handle(refundEvent(created.id, '300.00'));
    expect(await state(created.orderId)).toBe('refunded');
    expect(await emitted(shop.db.source, PaymentRefunded)).toMatchObject([{ amountCents: 30000 }]);
  });

  test('whose payment is not known yet is answered 503 until it is, and counts then', async () => {
    const created = await approved(shop, 7);
    const event = refundEvent(created.id);
    expect(await handle(event)).toMatchObject({ status: 503 });
    const stranger = { ...event, resource: { ...event.resource, custom_id: '0b8f0a52-3f0e-4f0e-9a55-6f1d0c7f2b11' } };
    expect(await handle(stranger)).toMatchObject({ status: 503 });
    expect(await handle({ ...event, resource: { ...event.resource, custom_id: undefined } })).toMatchObject({ status: 503 });

    expect((await capture(shop, 7, created.id)).status).toBe(200);
    expect((await handle(event)).status).toBe(200);
    expect(await state(created.orderId)).toBe('refunded');
  });

  test('recorded by an admin does the same, once', async () => {
    const created = await bought(shop, 7);
    for (let i = 0; i < 2; i += 1)
      await request(shop.app)
        .post(`/api/orders/${created.orderId}/refunds`)
        .set(asAdmin())
        .send({ reference: 'bank transfer 17' })
        .expect(201);
    await handle(refundEvent(created.id));
    expect(await state(created.orderId)).toBe('refunded');
    expect(await emitted(shop.db.source, PaymentRefunded)).toHaveLength(1);
  });

  const recorded = (orderId: number, reference = 'bank transfer 17') =>
    request(shop.app).post(`/api/orders/${orderId}/refunds`).set(asAdmin()).send({ reference }).expect(201);

  test('of an order whose money is back is told to the admin each time, and changes nothing', async () => {
    const { orderId, id } = await bought(shop, 7);
    await recorded(orderId);
    await handle(refundEvent(id, '100.00', 'R-1')).expect(200);
    await handle({ ...refundEvent(id, '100.00', 'R-1'), id: 'WH-again' }).expect(200);
    await handle(refundEvent(id, '213.95', 'R-2')).expect(200);
    expect(await state(orderId)).toBe('refunded');
    expect(await emitted(shop.db.source, PaymentRefunded)).toHaveLength(1);
    const alarms = await emitted(shop.db.source, PaymentNeedsReview);
    expect(alarms).toMatchObject([
      { orderId, captureId: `CAP-${id}`, delivered: true, reason: '$100.00 more was given back than was taken' },
      { orderId, captureId: `CAP-${id}`, delivered: true, reason: '$313.95 more was given back than was taken' },
    ]);
    expect(alarms[1]!.version).toBeGreaterThan(alarms[0]!.version);
    expect((await words(orderId)).slice(-3)).toEqual(['refunded', 'too much refunded', 'too much refunded']);
  });

  test('that says no amount is all that PayPal had left, whatever an admin has recorded', async () => {
    const { orderId, id } = await bought(shop, 7);
    await recorded(orderId);
    const event = refundEvent(id, '313.95', 'R-1', 'PAYMENT.CAPTURE.REVERSED');
    await handle({ ...event, resource: { ...event.resource, amount: undefined } }).expect(200);
    const reason = '$313.95 more was given back than was taken';
    expect(await emitted(shop.db.source, PaymentNeedsReview)).toMatchObject([{ orderId, reason }]);
  });

  /** A reversal: PayPal took a payment's money back, and shows the payment itself. */
  const reversal = (id: string, value = '313.95') => {
    const { resource, ...event } = refundEvent(id, value, `CAP-${id}`, 'PAYMENT.CAPTURE.REVERSED');
    return { ...event, resource: { ...resource, links: undefined } };
  };

  test('that shows the payment itself is of what was left of it', async () => {
    const { orderId, id } = await bought(shop, 7);
    await handle(refundEvent(id, '100.00', 'R-1')).expect(200);
    await handle(reversal(id)).expect(200);
    expect(await state(orderId)).toBe('refunded');
    expect(await emitted(shop.db.source, PaymentRefunded)).toMatchObject([
      { orderId, refundId: `CAP-${id}`, amountCents: 31395 },
    ]);
    expect((await emitted(shop.db.source, PaymentNeedsReview)).map(({ reason }) => reason)).toEqual([
      '$100.00 of $313.95 given back',
    ]);
  });

  test('that shows the payment itself, after PayPal has returned all of it, is of nothing', async () => {
    const { id } = await bought(shop, 7);
    await handle(refundEvent(id)).expect(200);
    await handle(reversal(id)).expect(200);
    expect(await emitted(shop.db.source, PaymentRefunded)).toHaveLength(1);
    expect(await emitted(shop.db.source, PaymentNeedsReview)).toEqual([]);
  });

  describe('of a part, which shows the payment itself,', () => {
    const amounts = async () =>
      (await shop.db.source.query<{ amount_cents: number }[]>('SELECT amount_cents FROM refunds ORDER BY amount_cents')).map(
        (row) => row.amount_cents,
      );
    const reasons = async () => (await emitted(shop.db.source, PaymentNeedsReview)).map(({ reason }) => reason);
    const again = (id: string, nth: number) => ({ ...reversal(id), id: `WH-again-${nth}` });
    const backIs = (id: string, cents: number | null, currency = 'USD') =>
      shop.paypal.state.back.set(`CAP-${id}`, { cents, currency });

    test("is held against the payment's own state at PayPal: the sale stands, until all of it is back", async () => {
      const { orderId, id } = await bought(shop, 7);
      const event = reversal(id);
      backIs(id, 10000);
      await handle({ ...event, resource: { ...event.resource, status: 'PARTIALLY_REFUNDED' } }).expect(200);
      expect(await state(orderId)).toBe('paid');
      await handle(again(id, 1)).expect(200);
      expect(await amounts()).toEqual([10000]);
      expect(await reasons()).toEqual(['$100.00 of $313.95 given back']);
      backIs(id, 31395);
      await handle(again(id, 2)).expect(200);
      expect([await state(orderId), await amounts()]).toEqual(['refunded', [31395]]);
      expect(await emitted(shop.db.source, PaymentRefunded)).toMatchObject([{ orderId, amountCents: 31395 }]);
    });

    test('counts once with the refund that names itself later, whichever is heard first', async () => {
      const { orderId, id } = await bought(shop, 7);
      backIs(id, 10000);
      await handle(reversal(id)).expect(200);
      await handle(refundEvent(id, '100.00', 'R-1')).expect(200);
      expect(await amounts()).toEqual([10000]);
      backIs(id, 15000);
      await handle(refundEvent(id, '50.00', 'R-2')).expect(200);
      await handle(again(id, 1)).expect(200);
      expect(await amounts()).toEqual([5000, 10000]);
      expect(await state(orderId)).toBe('paid');
    });

    test('counts once when both are heard at the same moment', async () => {
      for (let i = 0; i < 8; i += 1) {
        await putTrackOnSale(shop, { productId: 50 + i });
        const { id, orderId } = await bought(shop, 20 + i, { prices: { [50 + i]: 29900 } });
        backIs(id, 10000);
        const answers = await Promise.all([
          handle(reversal(id)),
          handle(refundEvent(id, '100.00', `R-${i}`)),
          handle(again(id, i)),
        ]);
        for (const { status } of answers) expect([200, 503]).toContain(status);
        // PayPal sends again what was answered 503.
        await handle(refundEvent(id, '100.00', `R-${i}`)).expect(200);
        const [sum] = await shop.db.source.query<[{ back: number }]>(
          'SELECT sum(amount_cents)::int AS back FROM refunds WHERE order_id = $1',
          [orderId],
        );
        expect(sum.back).toBe(10000);
        expect(await state(orderId)).toBe('paid');
      }
    });

    test.each([
      ['that nobody can tell', null, 'PayPal has taken a part of the payment back and does not say how much'],
      ['that PayPal does not show', 0, 'PayPal tells of a refund and shows nothing as given back'],
    ])('%s is for a person to look at, and changes nothing', async (_, cents, reason) => {
      const { orderId, id } = await bought(shop, 7);
      backIs(id, cents);
      await handle(reversal(id)).expect(200);
      expect([await state(orderId), await amounts(), await reasons()]).toEqual(['paid', [], [reason]]);
    });

    test.each(['gone', 'unknown'] as const)('is answered 503 while the payment is %s', async (outcome) => {
      const { orderId, id } = await bought(shop, 7);
      shop.paypal.state.back.set(`CAP-${id}`, outcome);
      await handle(reversal(id)).expect(503);
      expect(await state(orderId)).toBe('paid');
    });
  });

  test('in another currency than the payment gives back nothing of it; in the same one it counts', async () => {
    const { orderId, id } = await bought(shop, 7);
    const inEuros = (refundId: string) => {
      const event = refundEvent(id, '313.95', refundId);
      return { ...event, resource: { ...event.resource, amount: { currency_code: 'EUR', value: '313.95' } } };
    };
    shop.paypal.state.back.set(`CAP-${id}`, { cents: 0 });
    await handle(inEuros('R-1')).expect(200);
    expect(await state(orderId)).toBe('paid');
    expect(await emitted(shop.db.source, PaymentRefunded)).toEqual([]);
    expect(await emitted(shop.db.source, PaymentNeedsReview)).toMatchObject([{ orderId, delivered: true }]);
    // An amount of euros that says nothing about dollars: what PayPal shows of the payment counts.
    shop.paypal.state.back.set(`CAP-${id}`, { cents: 10000 });
    await handle(inEuros('R-2')).expect(200);
    expect((await emitted(shop.db.source, PaymentNeedsReview)).at(-1)).toMatchObject({
      reason: '$100.00 of $313.95 given back',
    });
    shop.paypal.state.back.set(`CAP-${id}`, { cents: 10000, currency: 'EUR' });
    await handle(inEuros('R-3')).expect(200);
    expect(await state(orderId)).toBe('refunded');
  });

  test('that shows a second payment of the order is of what that one took', async () => {
    const { orderId, id } = await bought(shop, 7);
    const event = reversal(id, '299.00');
    shop.paypal.state.back.set('CAP-SECOND', { cents: 29900 });
    await handle({ ...event, resource: { ...event.resource, id: 'CAP-SECOND' } }).expect(200);
    expect(await state(orderId)).toBe('paid');
    const { body } = await request(shop.app).get(`/api/orders/${orderId}`).set(asAdmin());
    expect((body as { data: { refunds: object[] } }).data.refunds).toMatchObject([{ amount: 299, reference: 'CAP-SECOND' }]);
  });

  test('that shows the payment itself is told although an admin has recorded a transfer by that id', async () => {
    const { orderId, id } = await bought(shop, 7);
    await recorded(orderId, `CAP-${id}`);
    await handle(reversal(id)).expect(200);
    const reason = '$313.95 more was given back than was taken';
    expect(await emitted(shop.db.source, PaymentNeedsReview)).toMatchObject([{ orderId, reason }]);
  });

  test('of all the money after a part of it ends the sale once, and says what is too much', async () => {
    const { orderId, id } = await bought(shop, 7);
    await handle(refundEvent(id, '100.00', 'R-1')).expect(200);
    await handle(refundEvent(id, '313.95', 'R-2', 'PAYMENT.CAPTURE.REVERSED')).expect(200);
    expect(await state(orderId)).toBe('refunded');
    expect(await emitted(shop.db.source, PaymentRefunded)).toMatchObject([{ orderId, refundId: 'R-2' }]);
    expect(await emitted(shop.db.source, PaymentNeedsReview)).toMatchObject([
      { reason: '$100.00 of $313.95 given back' },
      { reason: '$100.00 more was given back than was taken' },
    ]);
  });

  test("that an admin has recorded by PayPal's id counts once", async () => {
    const { orderId, id } = await bought(shop, 7);
    await recorded(orderId, 'R-1');
    await handle(refundEvent(id, '313.95', 'R-1')).expect(200);
    expect(await emitted(shop.db.source, PaymentNeedsReview)).toEqual([]);
    const { body } = await request(shop.app).get(`/api/orders/${orderId}`).set(asAdmin());
    expect((body as { data: { refunds: object[] } }).data.refunds).toMatchObject([{ amount: 313.95 }]);
  });

  test('heard from PayPal cannot be recorded by an admin as well', async () => {
    const created = await bought(shop, 7);
    await handle(refundEvent(created.id));
    const { body } = await request(shop.app)
      .post(`/api/orders/${created.orderId}/refunds`)
      .set(asAdmin())
      .send({ reference: 'bank transfer 17' })
      .expect(409);
    expect(body).toMatchObject({ error: "This order's money was given back already (PayPal)." });
  });

  test('of an unpaid order cannot be recorded', async () => {
    const created = await approved(shop, 7);
    await request(shop.app).post(`/api/orders/${created.orderId}/refunds`).set(asAdmin()).send({ reference: 'x' }).expect(409);
    await request(shop.app).post(`/api/orders/${created.orderId}/free-tracks`).set(asAdmin()).expect(409);
  });
});

test.each([
  ['PAYMENT.PAYOUTSBATCH.SUCCESS', { batch_header: { payout_batch_id: 'PB-7' } }],
  ['PAYMENT.PAYOUTS-ITEM.UNCLAIMED', { payout_item_id: 'PI-1', payout_batch_id: 'PB-7' }],
])('%s is told to sellers once, although PayPal sends it twice', async (type, resource) => {
  for (let i = 0; i < 2; i++) expect((await handle({ id: 'WH-P1', event_type: type, resource })).status).toBe(200);
  const news = { newsId: 'WH-P1', about: type, payoutBatchId: 'PB-7' };
  expect(await emitted(shop.db.source, PayoutNewsCame)).toEqual([news]);
  expect(await emitted(shop.db.source, PaymentNeedsReview)).toEqual([]);
});

test('news of a payout without the number of its batch is taken and leads nowhere', async () => {
  const answer = await handle({ id: 'WH-P2', event_type: 'PAYMENT.PAYOUTSBATCH.DENIED', resource: {} });
  expect(answer.status).toBe(200);
  expect(await emitted(shop.db.source, PayoutNewsCame)).toEqual([]);
});
