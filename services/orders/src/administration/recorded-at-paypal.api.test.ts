import { OrderCaptured, OrderEnded, PaymentNeedsReview, PaymentRefunded } from '@shop/contracts/events';
import type { DifferencesView } from '@shop/contracts/views';
import { as, asAdmin, emitted } from '@shop/runtime/testing';
import request from 'supertest';
import { applyCapture } from '../payment-process/settle';
import type { Capture } from '../payments/payment-gateway';
import {
  approved,
  bought,
  capture,
  claims,
  complete,
  later,
  orderRow,
  place,
  putTrackOnSale,
  useShop,
} from '../testing/orders-app';

const shop = useShop();
beforeEach(async () => {
  for (const productId of [1, 2])
    await putTrackOnSale(shop, { productId, sellerId: 4, sellerUserId: 44, storeName: 'Nordhafen' });
});

const CAPTURE = '8AC54321XY';
const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000);

const ask = (path: string, body: object) => request(shop.app).post(`/api/orders/${path}`).set(asAdmin()).send(body);
/**
 * Makes an order that an admin has recorded a payment for.
 * @returns its number
 */
async function recorded(product = 1, payment: object = { method: 'other', reference: CAPTURE.toLowerCase() }) {
  const { orderId } = (await place(shop, 7, { prices: { [product]: 29900 } }).expect(201)).body as { orderId: number };
  await ask(`${orderId}/payments`, payment).expect(201);
  return orderId;
}
const state = async (id: number) => (await orderRow(shop, id)).payment_state;

const refund = (id: string, value: string | null = '313.95', captureId = CAPTURE) => ({
  id: `WH-${id}`,
  event_type: 'PAYMENT.CAPTURE.REFUNDED',
  create_time: '2026-11-21T10:00:00Z',
  resource: {
    id,
    custom_id: undefined as string | undefined,
    ...(value === null ? {} : { amount: { currency_code: 'USD', value } }),
    ...(id === captureId ? {} : { links: [{ rel: 'up', href: `https://api-m.paypal.com/v2/payments/captures/${captureId}` }] }),
  },
});
const handle = (event: object) =>
  request(shop.app)
    .post('/api/orders/paypal/webhook')
    .set(as({ address: '192.0.2.1' }))
    .send(event);

describe("PayPal's refund of a payment that was recorded by PayPal's id", () => {
  test.each([
    ['a refund', refund('R-1')],
    ['a refund without an amount', refund('R-1', null)],
    ['a reversal, which shows the payment itself', refund(CAPTURE)],
  ])('reverses the sale once: %s', async (_, event) => {
    const orderId = await recorded();
    shop.paypal.state.back.set(CAPTURE, { cents: 31395 });
    for (const id of ['WH-1', 'WH-1', 'WH-2']) await handle({ ...event, id }).expect(200);
    expect(await state(orderId)).toBe('refunded');
    expect(await emitted(shop.db.source, PaymentRefunded)).toMatchObject([
      { orderId, captureId: CAPTURE, refundId: event.resource.id, amountCents: 31395 },
    ]);
    expect(await emitted(shop.db.source, PaymentNeedsReview)).toEqual([]);
  });

  test('counts for the order that its payment was recorded for, whichever it names', async () => {
    const named = await approved(shop, 8, { prices: { 2: 29900 } });
    const orderId = await recorded();
    const event = refund('R-1');
    event.resource.custom_id = shop.paypal.orders.get(named.id)!.customId;
    await handle(event).expect(200);
    expect([await state(orderId), await state(named.orderId)]).toEqual(['refunded', 'created']);
  });

  test('of a part is told, and an admin records the rest', async () => {
    const orderId = await recorded();
    await handle(refund('R-1', '100.00')).expect(200);
    expect(await emitted(shop.db.source, PaymentNeedsReview)).toMatchObject([
      { orderId, captureId: CAPTURE, reason: '$100.00 of $313.95 given back' },
    ]);
    await ask(`${orderId}/refunds`, { reference: 'Wire 12', shownCents: 21395 }).expect(201);
    expect(await state(orderId)).toBe('refunded');
  });

  test('is of the order that PayPal took the payment for, where the shop knows it', async () => {
    const { id, orderId } = await bought(shop, 8);
    const other = await recorded(2);
    // An earlier release took any reference.
    await shop.db.source.query('UPDATE payments SET reference = $2 WHERE order_id = $1', [other, `CAP-${id}`]);
    await handle(refund('R-1', '313.95', `CAP-${id}`)).expect(200);
    expect([await state(orderId), await state(other)]).toEqual(['refunded', 'paid']);
  });

  test('is unknown where a payment of another method has the same reference', async () => {
    const orderId = await recorded(1, { method: 'bank', reference: CAPTURE });
    await handle(refund('R-1')).expect(503);
    expect(await state(orderId)).toBe('paid');
  });
});

describe("PayPal's payment that was recorded by its id, and that the shop hears of after all", () => {
  const captureOf = (paypalOrderId: string): Capture => ({
    captureId: CAPTURE,
    status: 'completed',
    amountCents: 31395,
    currency: 'USD',
    customId: shop.paypal.orders.get(paypalOrderId)!.customId,
    providerFeeCents: 100,
    capturedAt: ago(1),
  });

  test('is no second payment of its order', async () => {
    const { id, orderId } = await approved(shop, 7);
    await ask(`${orderId}/payments`, { method: 'other', reference: CAPTURE }).expect(201);
    await applyCapture(shop.context, orderId, captureOf(id));
    expect(await emitted(shop.db.source, PaymentNeedsReview)).toEqual([]);
  });

  describe('does not pay another order too', () => {
    /**
     * Makes an order whose payment by PayPal an admin has recorded for another one.
     * @returns both, and what PayPal shows
     */
    const elsewhere = async () => {
      const { id, orderId } = await approved(shop, 8, { prices: { 2: 29900 } });
      return { id, orderId, paid: await recorded(), seen: captureOf(id) };
    };
    const notices = () => emitted(shop.db.source, PaymentNeedsReview);
    const ended = () => emitted(shop.db.source, OrderEnded);

    test('the admin is told once, and the order ends by the clock', async () => {
      const { orderId, paid, seen } = await elsewhere();
      for (const amountCents of [31395, 31395, 100]) await applyCapture(shop.context, orderId, { ...seen, amountCents });
      expect(await state(orderId)).toBe('created');
      await later(shop, 16);
      await complete(shop);
      await applyCapture(shop.context, orderId, seen);
      expect(await state(orderId)).toBe('expired');
      expect(await notices()).toMatchObject([
        { orderId, captureId: CAPTURE, reason: `the payment was recorded for order #${paid}`, delivered: false },
      ]);
      expect(await emitted(shop.db.source, OrderCaptured)).toHaveLength(1);
      expect(await ended()).toEqual([]);
    });

    test.each(['capturing', 'pending'])('the buyer of a payment that is %s hears that it came to nothing', async (underWay) => {
      const { orderId, seen } = await elsewhere();
      if (underWay === 'pending') await applyCapture(shop.context, orderId, { ...seen, status: 'pending' });
      else await shop.db.source.query(`UPDATE orders SET payment_state = 'capturing', checks = 1 WHERE id = $1`, [orderId]);
      for (let time = 0; time < 2; time += 1) await applyCapture(shop.context, orderId, seen);
      expect(await state(orderId)).toBe('declined');
      expect(await ended()).toMatchObject([{ orderId, why: 'declined' }]);
      expect(await notices()).toHaveLength(1);
      expect((await claims(shop)).find((claim) => claim.product_id === 2)).toMatchObject({ order_id: null });
    });
  });
});

describe('the id of a payment that PayPal names for another order', () => {
  test.each<[string, (() => void) | null, string]>([
    ['took', null, 'paid'],
    ['took and the shop reviews', () => shop.paypal.next.capture.push((taken) => ({ ...taken, amountCents: 1 })), 'review'],
    ['holds', () => shop.paypal.next.capture.push('pending'), 'pending'],
  ])('is refused as a reference: %s', async (_, prepare, now) => {
    const { id, orderId } = await approved(shop, 8, { prices: { 2: 29900 } });
    prepare?.();
    await capture(shop, 8, id);
    expect(await state(orderId)).toBe(now);
    const other = ((await place(shop, 7).expect(201)).body as { orderId: number }).orderId;
    const { body } = await ask(`${other}/payments`, { method: 'other', reference: `cap-${id}` }).expect(409);
    expect(body).toMatchObject({ code: 'reference-used', field: 'reference' });
    expect(await state(other)).toBe('created');
  });
});

describe("PayPal's books, with a payment that was recorded by its id", () => {
  const captured = { kind: 'capture' as const, id: CAPTURE, captureId: CAPTURE, currency: 'USD', customId: null, at: ago(9) };
  const compared = async () => {
    await ask('reconciliation', {}).expect(200);
    const { body } = await request(shop.app).get('/api/orders/differences?open=true').set(asAdmin()).expect(200);
    return (body as DifferencesView).data;
  };

  test('agree, and do not have to show it', async () => {
    await recorded();
    await shop.db.source.query('UPDATE payments SET captured_at = $1', [ago(9)]);
    expect(await compared()).toEqual([]);
    shop.paypal.state.movements.push({ ...captured, amountCents: 31395 });
    expect(await compared()).toEqual([]);
  });

  test('differ when it took another amount', async () => {
    const orderId = await recorded();
    shop.paypal.state.movements.push({ ...captured, amountCents: 30000 });
    expect(await compared()).toMatchObject([
      { kind: 'capture-amount', order_id: orderId, reason: 'PayPal took $300.00, here it is $313.95' },
    ]);
  });

  test('name its order in a dispute and in a refund that the shop has not heard of, until the refund is recorded', async () => {
    const orderId = await recorded();
    await shop.db.source.query('UPDATE payments SET captured_at = $1', [ago(9)]);
    const { movements, disputes } = shop.paypal.state;
    movements.push({ ...captured, kind: 'refund', id: 'R-1', amountCents: 31395, at: ago(6) });
    disputes.push({ id: 'PP-D-1', captureId: CAPTURE, amountCents: 31395, reason: 'UNAUTHORISED', open: true, at: ago(6) });
    expect((await compared()).map((difference) => [difference.kind, difference.order_id]).sort()).toEqual([
      ['dispute', orderId],
      ['refund-unknown', orderId],
    ]);
    disputes.length = 0;
    await ask(`${orderId}/refunds`, { reference: 'chargeback' }).expect(201);
    expect(await compared()).toEqual([]);
  });
});
