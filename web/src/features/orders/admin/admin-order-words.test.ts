import { PAYMENT_STATES } from '@shop/contracts/constants';
import { tracksToFree, canRecordPayment, canRecordRefund, paymentText, unreturnedCents } from './admin-order-words';
import { anAdminOrder } from '#testing/an-admin-order.ts';

const [item] = anAdminOrder().products;

test('every state of a payment is explained, and offers what the service allows', () => {
  const offered = PAYMENT_STATES.map((payment_state) => {
    const order = anAdminOrder({ payment_state });
    expect(paymentText(order)).toMatch(/\.$/);
    return [payment_state, canRecordPayment(order), canRecordRefund(order), tracksToFree(order).length > 0];
  });
  expect(offered).toEqual([
    ['created', true, false, false],
    ['capturing', false, false, false],
    ['pending', false, false, false],
    ['paid', false, true, false],
    ['review', true, true, false],
    ['declined', true, false, false],
    ['expired', true, false, false],
    ['refunded', false, false, true],
  ]);
});

test.each([
  ['cancelled', /another status opens it again/],
  ['replaced', /started a newer order/],
] as const)('an unpaid order that is %s takes no payment and promises none', (closed, text) => {
  for (const payment_state of ['expired', 'declined'] as const) {
    const order = anAdminOrder({ payment_state, closed });
    expect(paymentText(order)).toMatch(text);
    expect(canRecordPayment(order)).toBe(false);
  }
  // Money that was received all the same may settle it.
  const inReview = anAdminOrder({ payment_state: 'review', closed });
  expect(paymentText(inReview)).toMatch(/^Money came in/);
  expect(canRecordPayment(inReview)).toBe(true);
});

test('an order of a deleted account takes no payment', () => {
  const customer_info = { firstName: '', lastName: '', email: '', country: '' };
  expect(canRecordPayment(anAdminOrder({ payment_state: 'created', customer_info }))).toBe(false);
});

test('the tracks of a refunded order are put back on sale once', () => {
  for (const claim of ['free', 'elsewhere'] as const)
    expect(tracksToFree(anAdminOrder({ payment_state: 'refunded', products: [{ ...item!, claim }] }))).toEqual([]);
});

test('of a paid order, the tracks that were given back alone are put back on sale', () => {
  const products = [
    { ...item!, id: 1, refunded: 'track' as const },
    { ...item!, id: 2, refunded: 'project' as const },
    { ...item!, id: 3 },
  ].map((product) => ({ ...product, claim: 'sold' as const }));
  expect(tracksToFree(anAdminOrder({ payment_state: 'paid', products })).map(({ id }) => id)).toEqual([1]);
});

test('money that PayPal refunded is not to be returned again; a refund of a second payment does not count', () => {
  const refund = { refund_id: 'R', reference: 'R', amount: 79.05, refunded_at: '2026-11-21T10:00:00.000Z' };
  expect(unreturnedCents(anAdminOrder({ refunds: [{ ...refund, capture_id: 'CAP-1' }] }))).toBe(30000);
  expect(unreturnedCents(anAdminOrder({ refunds: [{ ...refund, capture_id: 'CAP-OTHER' }] }))).toBe(37905);
});

test('refunds of a payment that was decided for the buyer count, whatever its recorded reference is', () => {
  const refunds = [
    { refund_id: 'R', reference: 'R', capture_id: 'CAP-1', amount: 79.05, refunded_at: '2026-11-21T10:00:00.000Z' },
  ];
  const payment = { ...anAdminOrder().payment!, method: 'other', reference: 'agreed by phone' };
  expect(unreturnedCents(anAdminOrder({ payment, captured_amount: 379, refunds }))).toBe(29995);
  expect(unreturnedCents(anAdminOrder({ payment: null, review_capture_id: 'CAP-1', captured_amount: 379, refunds }))).toBe(29995);
});
