import { anOrder } from '#testing/an-order.ts';
import { stateText } from './order-state';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const textOf = (more: Parameters<typeof anOrder>[0]) => stateText(anOrder(more), NOW);

describe('an unpaid order says why it ended', () => {
  const over = { payment_state: 'expired', status: 'cancelled' } as const;

  test.each([
    [null, 'This order was not paid in time, so its tracks went back on sale.'],
    ['replaced', 'A newer order of yours took the place of this one. Nothing was charged.'],
    ['cancelled', 'This order was cancelled. Nothing was charged.'],
  ] as const)('closed: %s', (closed, text) => {
    expect(textOf({ ...over, closed })).toBe(text);
  });

  test('and may be paid again once an admin has opened it, without a hold on its tracks', () => {
    expect(textOf({ ...over, status: 'pending' })).toBe('This order is not paid, and its reservation has ended.');
  });
});

test.each([
  ['2026-11-20T12:00:01Z', 'Its tracks are reserved for you until'],
  ['2026-11-20T12:00:00Z', 'its reservation has ended'],
])('an unpaid order whose tracks are reserved until %s says so', (reserved_until, text) => {
  expect(textOf({ reserved_until })).toContain(text);
});

test('a payment that was returned ends links only where there were some', () => {
  const refunded = { payment_state: 'refunded', status: 'completed' } as const;
  expect(textOf({ ...refunded, paid_at: '2026-11-20T10:00:00Z' })).toBe(
    'The payment of this order was returned to you. Its links no longer work.',
  );
  expect(textOf(refunded)).toBe('The payment of this order was returned to you.');
});

test('a paid order needs no words', () => {
  expect(textOf({ payment_state: 'paid', status: 'completed' })).toBeNull();
});
