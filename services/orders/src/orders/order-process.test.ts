import { PAYMENT_STATES, type PaymentState } from '@shop/contracts/constants';
import { refuseRelease } from '../administration/release-hold';
import { mismatchOf } from '../payment-process/settle';
import type { Capture } from '../payments/payment-gateway';
import { eventOfDecision } from './order-events';
import { decide, MOVES, ORDER_STATES, stateOf, type News, type NewsKind, type OrderState } from './order-process';
import { Order } from './order.entity';

const NOON = new Date('2026-11-20T12:00:00Z');
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
    createdAt: NOON,
    paidAt: null,
    checks: 0,
    way: 'paypal',
    customer: { firstName: 'Ada', lastName: 'Berg', email: 'ada@example.com', country: 'Norway' },
    subtotalCents: 29900,
    discountCents: 0,
    feeCents: 1495,
    totalCents: 31395,
    couponCode: null,
    siteUrl: null,
    logSize: null,
    logRoot: null,
    ...fields,
  });

const payment = { captureId: 'CAP', method: 'paypal' };
const alarm = { reason: 'too little', captureId: 'CAP' };
const reservation = { reservedUntil: NOON, seconds: 900 };
const sold = {
  paidAt: NOON,
  site: { siteName: 'Ghostline', timeZone: 'Europe/Moscow', publicUrl: 'http://shop.example' },
  sale: { items: [], payment, accountEmail: null, downloadKeys: [Buffer.from('a key')] as const },
};

/** News of every kind. */
const NEWS: { [Kind in NewsKind]: News & { kind: Kind } } = {
  'capture-begun': { kind: 'capture-begun', detail: '', nextCheckAt: NOON, reservationRuns: true },
  'attempt-failed': { kind: 'attempt-failed', detail: '', ...reservation },
  'capture-pending': { kind: 'capture-pending', detail: '', captureId: 'CAP', nextCheckAt: NOON },
  'capture-completed': { kind: 'capture-completed', detail: '', ...sold },
  'payment-recorded': { kind: 'payment-recorded', detail: '', ...sold },
  'sale-kept': { kind: 'sale-kept', detail: '' },
  'capture-unfit': { kind: 'capture-unfit', detail: '', ...alarm, amountCents: 1 },
  'capture-lost': { kind: 'capture-lost', detail: '', ...alarm, amountCents: 1 },
  'account-ended': { kind: 'account-ended', detail: '', ...alarm, amountCents: 1 },
  'capture-of-another': { kind: 'capture-of-another', detail: '', ...alarm },
  'paid-again': { kind: 'paid-again', detail: '', ...alarm },
  'capture-declined': { kind: 'capture-declined', detail: '' },
  unpaid: { kind: 'unpaid', detail: '' },
  replaced: { kind: 'replaced', detail: '' },
  restored: { kind: 'restored', detail: '', status: 'pending', ...reservation },
  refunded: { kind: 'refunded', detail: '', captureId: 'CAP', refundId: 'REF', refundedAt: NOON, amountCents: 31395 },
  'refund-asked': { kind: 'refund-asked', detail: '' },
  'refund-failed': { kind: 'refund-failed', detail: '', ...alarm },
  'part-refunded': { kind: 'part-refunded', detail: '' },
  'refunded-in-part': { kind: 'refunded-in-part', detail: '', ...alarm },
  'refunded-too-much': { kind: 'refunded-too-much', detail: '', ...alarm },
  'status-changed': { kind: 'status-changed', detail: '', status: 'processing' },
};

const inState = (state: OrderState) =>
  state === 'review of a sale' ? anOrder({ paymentState: 'review', paidAt: NOON }) : anOrder({ paymentState: state });

/** What becomes of an order by news: the order, and its event. */
function after(order: Order, news: News, moved = { claimVersions: new Map<number, number>(), accountEmail: 'ada@example.com' }) {
  const decision = decide(order, news);
  if (!decision) return null;
  const next = Object.assign(new Order(), order, decision.fields);
  return { order: next, event: eventOfDecision(next, decision, news, moved) };
}

/** The states in which news of this kind changes something. */
const statesFor = (kind: NewsKind) => PAYMENT_STATES.filter((state) => decide(anOrder({ paymentState: state }), NEWS[kind]));

/** The state that news leads to, by the state before: a dot where nothing changes, an equals sign where only a line is written. */
const TABLE = `
                   created   capturing pending   paid      review    declined  expired   refunded  review of a sale
capture-begun      capturing .         .         .         .         .         capturing .         .
attempt-failed     .         created   .         .         .         .         .         .         .
capture-pending    pending   pending   .         .         .         pending   pending   .         .
capture-completed  paid      paid      paid      .         .         paid      paid      .         .
payment-recorded   paid      .         .         .         paid      paid      paid      .         .
sale-kept          .         .         .         .         .         .         .         .         paid
capture-unfit      review    review    review    .         .         review    review    .         .
capture-lost       .         .         review    .         .         .         .         .         .
account-ended      .         .         .         review    .         .         .         .         .
capture-of-another =         =         =         .         .         =         =         .         .
paid-again         .         .         .         =         .         .         .         =         .
capture-declined   declined  declined  declined  .         declined  .         declined  .         .
unpaid             expired   expired   .         .         .         .         .         .         .
replaced           expired   .         .         .         .         .         .         .         .
restored           .         .         .         .         .         .         created   .         .
refunded           .         .         .         refunded  refunded  .         .         .         refunded
refund-asked       .         .         .         =         =         .         .         =         =
refund-failed      .         .         .         =         =         .         .         =         =
part-refunded      .         .         .         =         =         .         .         =         =
refunded-in-part   .         .         .         =         =         .         .         =         =
refunded-too-much  .         .         .         =         =         .         .         =         =
status-changed     =         =         =         =         =         =         =         =         =
`;
const [, ...rows] = TABLE.trim().split('\n');
const cells = rows.flatMap((row) => {
  const [kind, ...next] = row.trim().split(/ +/) as [NewsKind, ...string[]];
  return ORDER_STATES.map((state, at) => [kind, state, next[at]!] as const);
});

test('the table has every kind of news', () => {
  expect(rows.map((row) => row.split(' ')[0])).toEqual(Object.keys(MOVES));
  expect(cells).toHaveLength(Object.keys(MOVES).length * ORDER_STATES.length);
});

test.each(cells)('%s on an order that is %s: %s', (kind, state, next) => {
  const order = inState(state);
  const decision = decide(order, NEWS[kind]);
  if (next === '.') return expect(decision).toBeNull();
  const { paymentState, version } = decision!.fields;
  expect(paymentState ?? '=').toBe(next);
  expect(version).toBe(2);
});

test('claims, history and event of each move', () => {
  const effects = Object.entries(MOVES).map(([kind, moves]) =>
    [kind, ...moves.map(({ claims, history, event }) => [claims, history, event].filter(Boolean).join(', '))].join(': '),
  );
  expect(effects).toEqual([
    'capture-begun: hold all, capture sent',
    'attempt-failed: reserve, declined',
    'capture-pending: hold all, pending',
    'capture-completed: sell, paid, OrderCaptured',
    'payment-recorded: sell, paid, OrderCaptured',
    'sale-kept: paid',
    'capture-unfit: hold, review, PaymentNeedsReview',
    'capture-lost: hold, review, PaymentNeedsReview',
    'account-ended: review, PaymentNeedsReview',
    'capture-of-another: review, PaymentNeedsReview',
    'paid-again: review, PaymentNeedsReview',
    'capture-declined: release, declined, OrderEnded',
    'unpaid: release, expired, OrderEnded',
    'replaced: release, replaced',
    'restored: reserve, restored',
    'refunded: refunded, PaymentRefunded: release, refunded, OrderEnded',
    'refund-asked: refund asked',
    'refund-failed: refund failed, PaymentNeedsReview',
    'part-refunded: partly refunded',
    'refunded-in-part: partly refunded, PaymentNeedsReview',
    'refunded-too-much: too much refunded, PaymentNeedsReview',
    'status-changed: status',
  ]);
});

test('a payment begins only where none has begun, and an expired order may try', () => {
  expect(statesFor('capture-begun')).toEqual(['created', 'expired']);
});

test('money that arrives late still arrives, but paid and refunded never go back', () => {
  expect(statesFor('capture-completed')).toEqual(['created', 'capturing', 'pending', 'declined', 'expired']);
  expect(statesFor('payment-recorded')).toEqual(['created', 'review', 'declined', 'expired']);
  expect(statesFor('refunded')).toEqual(['paid', 'review']);
  for (const ended of ['unpaid', 'capture-declined', 'replaced'] as const)
    expect(statesFor(ended)).not.toEqual(expect.arrayContaining(['paid', 'refunded']));
});

test('each definite decline gives PayPal a new request id, an unknown outcome keeps it', () => {
  const begun = after(anOrder(), NEWS['capture-begun'])!.order;
  expect(begun.captureRequestId).toBe(`capture-${begun.ref}-1`);
  const failed = after(begun, NEWS['attempt-failed'])!.order;
  expect(after(failed, NEWS['capture-begun'])!.order.captureRequestId).toBe(`capture-${begun.ref}-2`);
  expect(after(begun, { ...NEWS.unpaid, attemptFailed: true })!.order.captureRequestId).toBe(`capture-${begun.ref}-2`);
  expect(after(begun, NEWS.unpaid)!.order.captureRequestId).toBe(`capture-${begun.ref}-1`);
});

test('a payment that begins after its reservation has run out leaves none to come back to', () => {
  const order = anOrder({ reservedUntil: NOON });
  expect(after(order, NEWS['capture-begun'])!.order.reservedUntil).toBe(NOON);
  expect(after(order, { ...NEWS['capture-begun'], reservationRuns: false })!.order.reservedUntil).toBeNull();
});

test('a hold is cancelled only while the order holds its tracks and nobody is paying', () => {
  const isReleased = (paymentState: PaymentState) => {
    try {
      refuseRelease(anOrder({ paymentState }));
      return true;
    } catch {
      return false;
    }
  };
  expect(PAYMENT_STATES.filter(isReleased)).toEqual(['created']);
  expect(after(anOrder(), { ...NEWS.unpaid, cancelled: true })!.order).toMatchObject({ payable: false, closed: 'cancelled' });
});

test('what a review and a reservation have left does not outlive them', () => {
  const reviewed = after(anOrder({ reservedUntil: NOON, nextCheckAt: NOON }), NEWS['capture-unfit'])!.order;
  expect(reviewed).toMatchObject({ reviewCaptureId: 'CAP', reviewAmountCents: 1, reservedUntil: null, nextCheckAt: null });
  expect(after(reviewed, NEWS['capture-declined'])!.order).toMatchObject({ reviewCaptureId: null, reviewAmountCents: null });
  expect(after(reviewed, NEWS['payment-recorded'])!.order).toMatchObject({ reviewCaptureId: 'CAP', reviewAmountCents: 1 });
  const held = after(anOrder({ reservedUntil: NOON, checks: 3 }), NEWS['capture-pending'])!.order;
  expect(held).toMatchObject({ heldCaptureId: 'CAP', reservedUntil: null, checks: 0 });
});

test("the order's status follows its payment; a refund leaves it, and a restored order has the one from before", () => {
  const statuses = (['capture-begun', 'capture-pending', 'capture-completed', 'capture-unfit', 'unpaid'] as const).map(
    (kind) => after(anOrder(), NEWS[kind])!.order.status,
  );
  expect(statuses).toEqual(['pending', 'processing', 'completed', 'processing', 'cancelled']);
  expect(after(anOrder({ paymentState: 'paid', status: 'processing' }), NEWS.refunded)!.order.status).toBe('processing');
  const replaced = after(anOrder(), NEWS.replaced)!.order;
  expect(replaced).toMatchObject({ status: 'cancelled', closed: 'replaced' });
  expect(after(replaced, { ...NEWS.restored, status: 'processing' })!.order).toMatchObject({
    status: 'processing',
    closed: null,
    reservedUntil: NOON,
  });
});

test('every change counts the version up', () => {
  const begun = after(anOrder(), NEWS['capture-begun'])!.order;
  const paid = after(begun, NEWS['capture-completed'])!.order;
  expect(after(paid, NEWS['status-changed'])!.order.version).toBe(4);
});

test('paying and refunding say what happened; what was never announced as sold has only ended', () => {
  const paid = after(anOrder(), NEWS['capture-completed'])!;
  expect(paid.event).toMatchObject({
    type: 'orders.order-captured',
    data: {
      orderId: 12,
      version: 2,
      payment,
      site: { name: 'Ghostline', timeZone: 'Europe/Moscow' },
      totalCents: 31395,
      capturedAt: NOON.toISOString(),
    },
  });
  expect(after(paid.order, NEWS.refunded)!.event).toMatchObject({
    type: 'orders.payment-refunded',
    data: { orderId: 12, version: 3, refundId: 'REF', amountCents: 31395, refundedAt: NOON.toISOString() },
  });
  expect(after(inState('review'), NEWS.refunded)!.event).toMatchObject({
    type: 'orders.order-ended',
    data: { orderId: 12, version: 2, accountEmail: 'ada@example.com', why: 'refunded' },
  });
});

test('an admin learns whether what needs a review was delivered', () => {
  const delivered = (state: OrderState, kind: NewsKind) => after(inState(state), NEWS[kind])!.event?.data;
  expect(delivered('created', 'capture-unfit')).toMatchObject({ ...alarm, delivered: false, version: 2 });
  expect(delivered('review of a sale', 'refunded-in-part')).toMatchObject({ ...alarm, delivered: true });
  const order = anOrder({ paymentState: 'paid', paidAt: NOON });
  expect(stateOf(after(order, NEWS['account-ended'])!.order)).toBe('review of a sale');
});

test('an end is said to a buyer who still counted on the order, and to nobody else', () => {
  const endEventOf = (fields: Partial<Order>, news: News = NEWS.unpaid) => after(anOrder(fields), news)!.event?.data ?? null;
  const cancelled: News = { ...NEWS.unpaid, cancelled: true };
  expect(endEventOf({ paymentState: 'created', way: 'paypal', checks: 0 })).toBeNull();
  expect(endEventOf({ paymentState: 'capturing', way: 'paypal', checks: 2 })).toEqual({
    orderId: 12,
    version: 2,
    buyerId: 7,
    accountEmail: 'ada@example.com',
    why: 'declined',
  });
  expect(endEventOf({ paymentState: 'created', way: 'arranged', checks: 0 }, cancelled)).toMatchObject({ why: 'cancelled' });
  expect(endEventOf({ paymentState: 'created', way: 'arranged', checks: 0, closed: 'cancelled' })).toMatchObject({
    why: 'cancelled',
  });
  expect(endEventOf({ paymentState: 'created', way: 'paypal', checks: 0, closed: 'cancelled' })).toBeNull();
  expect(endEventOf({ paymentState: 'capturing', way: 'paypal', checks: 2, closed: 'replaced' })).toBeNull();
  expect(endEventOf({ paymentState: 'pending', way: 'paypal', checks: 0 }, NEWS['capture-declined'])).toMatchObject({
    why: 'declined',
  });
});

test('cancelling closes an unpaid order and any other status opens it again; a replaced one stays closed', () => {
  const withStatus = (order: Order, status: Order['status']) => after(order, { ...NEWS['status-changed'], status })!.order;
  const cancelled = withStatus(anOrder({ paymentState: 'expired' }), 'cancelled');
  expect(cancelled.payable).toBe(false);
  expect(withStatus(cancelled, 'pending').payable).toBe(true);
  expect(withStatus(anOrder({ paymentState: 'capturing' }), 'cancelled').closed).toBe('cancelled');
  expect(withStatus(anOrder({ paymentState: 'paid' }), 'cancelled').closed).toBeNull();
  const replaced = anOrder({ paymentState: 'expired', closed: 'replaced' });
  expect(withStatus(replaced, 'processing').payable).toBe(false);
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
    capturedAt: NOON,
  };
  expect(mismatchOf(order, capture)).toBeNull();
  expect(mismatchOf(order, { ...capture, amountCents: 31394 })).toBe('$313.94 paid, $313.95 due');
  expect(mismatchOf(order, { ...capture, currency: 'EUR' })).toBe('paid in EUR, not USD');
  expect(mismatchOf(order, { ...capture, customId: null })).toBe('the payment names another order');
  expect(mismatchOf(order, { ...capture, status: 'refunded' })).toMatch('given back');
  expect(mismatchOf(anOrder({ customer: { ...anOrder().customer, email: '' } }), capture)).toMatch('account has been deleted');
});
