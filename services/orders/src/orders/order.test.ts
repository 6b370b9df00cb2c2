import { PAYMENT_STATES, type PaymentState } from '@shop/contracts/constants';
import { mismatchOf } from '../checkout/settle';
import type { Capture } from '../payments/payment-gateway';
import { Order } from './order.entity';

const soon = new Date('2026-11-20T12:00:00Z');
const anOrder = (fields: Partial<Order> = {}) =>
  Object.assign(new Order(), {
    id: 12,
    ref: '0b6e7c1e-6a5d-4c6e-9a52-0f1f5b1f3c11',
    version: 1,
    buyerId: 7,
    status: 'pending',
    paymentState: 'created',
    closed: null,
    attempt: 1,
    createdAt: soon,
    paidAt: null,
    customer: { firstName: 'Ada', lastName: 'Berg', email: 'ada@example.com', country: 'Norway' },
    subtotalCents: 29900,
    discountCents: 0,
    feeCents: 1495,
    totalCents: 31395,
    couponCode: null,
    ...fields,
  });

const payment = { captureId: 'CAP', method: 'paypal' };
const site = { siteName: 'Ghostline', timeZone: 'Europe/Moscow' };
const sale = {
  items: [],
  payment,
  claimVersions: new Map<number, number>(),
  accountEmail: null,
  downloadKeys: [Buffer.from('a key')] as const,
};
const refund = { captureId: 'CAP', refundId: 'REF', refundedAt: soon };

const in_ = (paymentState: PaymentState) => anOrder({ paymentState });
const refuses = (move: () => void) => {
  try {
    move();
    return false;
  } catch {
    return true;
  }
};

test('a payment begins only where none has begun, and an expired order may try', () => {
  expect(PAYMENT_STATES.filter((state) => !refuses(() => in_(state).startCapture(soon, true)))).toEqual([
    'created',
    'capturing',
    'expired',
  ]);
});

test('money that arrives late still arrives, but paid and refunded never go back', () => {
  expect(PAYMENT_STATES.filter((state) => refuses(() => in_(state).pay(soon, site, sale)))).toEqual(['refunded']);
  expect(PAYMENT_STATES.filter((state) => !refuses(() => in_(state).refund(refund, 31395, null)))).toEqual([
    'paid',
    'review',
    'refunded',
  ]);
  for (const state of ['paid', 'refunded', 'review'] as const) expect(refuses(() => in_(state).end('expired', null))).toBe(true);
  expect(PAYMENT_STATES.filter((state) => refuses(() => in_(state).end('declined', null)))).toEqual(['paid', 'refunded']);
});

test('each definite decline gives PayPal a new request id, an unknown outcome keeps it', () => {
  const order = anOrder();
  order.startCapture(soon, true);
  const first = order.captureRequestId;
  expect(first).toBe(`capture-${order.ref}-1`);
  order.failAttempt(soon);
  order.startCapture(soon, true);
  expect(order.captureRequestId).toBe(`capture-${order.ref}-2`);
});

test('a payment that begins after its reservation has run out leaves none to come back to', () => {
  const order = anOrder({ reservedUntil: soon });
  order.startCapture(soon, true);
  expect(order.reservedUntil).toBe(soon);
  order.startCapture(soon, false);
  expect(order.reservedUntil).toBeNull();
});

test('a hold is cancelled only while the order holds its tracks and nobody is paying', () => {
  expect(PAYMENT_STATES.filter((state) => !refuses(() => in_(state).cancelHold()))).toEqual(['created']);
  const order = anOrder();
  order.cancelHold();
  expect(order.payable).toBe(false);
});

test('PayPal names a lost payment once, and never one that had a name', () => {
  const lost = anOrder({ paymentState: 'review', paypalOrderId: 'PP', reviewCaptureId: 'PP' });
  expect([lost.nameLost('CAP'), lost.reviewCaptureId, lost.nameLost('CAP-2')]).toEqual(['PP', 'CAP', null]);
  expect(anOrder({ paypalOrderId: null, reviewCaptureId: null }).nameLost('CAP')).toBeNull();
  const held = anOrder({ paymentState: 'pending', heldCaptureId: null });
  expect([held.nameHeld('CAP'), held.nameHeld('CAP')]).toEqual([true, false]);
});

test('every change counts the version up', () => {
  const order = anOrder();
  order.startCapture(soon, true);
  order.pay(soon, site, sale);
  order.changeStatus('processing');
  expect(order.version).toBe(4);
});

test('paying and refunding say what happened; what was never announced as sold has only ended', () => {
  const order = anOrder();
  expect(order.pay(soon, site, sale)).toMatchObject({
    type: 'orders.order-captured',
    data: {
      orderId: 12,
      version: 2,
      payment,
      site: { name: 'Ghostline', timeZone: 'Europe/Moscow' },
      totalCents: 31395,
      capturedAt: soon.toISOString(),
    },
  });
  expect(order.refund(refund, 31395, null)).toMatchObject({
    type: 'orders.payment-refunded',
    data: { orderId: 12, version: 3, refundId: 'REF', amountCents: 31395, refundedAt: soon.toISOString() },
  });
  expect(in_('review').refund(refund, 31395, 'ada@example.com')).toMatchObject({
    type: 'orders.order-ended',
    data: { orderId: 12, version: 2, accountEmail: 'ada@example.com', why: 'refunded' },
  });
});

test('an end is said to a buyer who still counted on the order, and to nobody else', () => {
  const told = (fields: Partial<Order>) => anOrder(fields).end('expired', 'ada@example.com')?.data ?? null;
  expect(told({ paymentState: 'created', way: 'paypal', checks: 0 })).toBeNull();
  expect(told({ paymentState: 'capturing', way: 'paypal', checks: 2 })).toEqual({
    orderId: 12,
    version: 2,
    buyerId: 7,
    accountEmail: 'ada@example.com',
    why: 'declined',
  });
  expect(told({ paymentState: 'created', way: 'arranged', checks: 0, closed: 'cancelled' })).toMatchObject({ why: 'cancelled' });
  expect(told({ paymentState: 'created', way: 'paypal', checks: 0, closed: 'cancelled' })).toBeNull();
  expect(told({ paymentState: 'capturing', way: 'paypal', checks: 2, closed: 'replaced' })).toBeNull();
});

test('cancelling closes an unpaid order and any other status opens it again; a replaced one stays closed', () => {
  const order = anOrder();
  order.changeStatus('cancelled');
  expect(order.payable).toBe(false);
  order.changeStatus('pending');
  expect(order.payable).toBe(true);
  const replaced = anOrder({ paymentState: 'expired', closed: 'replaced' });
  replaced.changeStatus('processing');
  expect(replaced.payable).toBe(false);
});

test('a capture fits its order in amount, currency and custom id, or it is reviewed', () => {
  const order = anOrder();
  const capture: Capture = {
    captureId: 'CAP',
    status: 'completed',
    amountCents: 31395,
    currency: 'USD',
    customId: order.ref,
    providerFeeCents: null,
    capturedAt: soon,
  };
  expect(mismatchOf(order, capture)).toBeNull();
  expect(mismatchOf(order, { ...capture, amountCents: 31394 })).toBe('$313.94 paid, $313.95 due');
  expect(mismatchOf(order, { ...capture, currency: 'EUR' })).toBe('paid in EUR, not USD');
  expect(mismatchOf(order, { ...capture, customId: null })).toBe('the payment names another order');
  expect(mismatchOf(order, { ...capture, status: 'refunded' })).toMatch('given back');
  expect(mismatchOf(anOrder({ customer: { ...anOrder().customer, email: '' } }), capture)).toMatch('account has been deleted');
});
