import type { PayoutItemState } from '@shop/contracts/constants';
import { batchClosed, feeOf, isOver, stateAfter } from './batch';

test('a batch that is closed says in words how', () => {
  const refusals = (['sending', 'sent', 'done', 'denied', 'cancelled'] as const).map((state) => batchClosed({ id: 4, state }));
  expect(refusals.map(({ message }) => message)).toEqual([
    'Batch #4 is being sent to PayPal already.',
    'Batch #4 is at PayPal already.',
    'Batch #4 is done already.',
    'Batch #4 was denied by PayPal.',
    'Batch #4 is cancelled already.',
  ]);
});

const UNDER_WAY: PayoutItemState[] = ['sent', 'unclaimed', 'on-hold'];
const PAYPAL = [
  'NEW',
  'PENDING',
  'SUCCESS',
  'UNCLAIMED',
  'ONHOLD',
  'BLOCKED',
  'FAILED',
  'RETURNED',
  'REFUNDED',
  'REVERSED',
  '???',
];

test.each<[string, PayoutItemState]>([
  ['SUCCESS', 'paid'],
  ['UNCLAIMED', 'unclaimed'],
  ['ONHOLD', 'on-hold'],
  ['HELD', 'on-hold'],
  ['BLOCKED', 'on-hold'],
  ['FAILED', 'failed'],
  ['DENIED', 'failed'],
  ['RETURNED', 'returned'],
  ['CANCELED', 'returned'],
  ['REFUNDED', 'reversed'],
  ['REVERSED', 'reversed'],
])('%s makes a payout that is under way %s', (status, state) => {
  for (const before of UNDER_WAY) expect(stateAfter(before, status)).toBe(state);
});

test.each(['NEW', 'PENDING', '???'])('%s is older than what is known, or unknown: nothing changes', (status) => {
  for (const before of UNDER_WAY) expect(stateAfter(before, status)).toBe(before);
});

test('what was paid can only come back, and is reversed then, whatever PayPal calls it', () => {
  const changes = PAYPAL.map((status) => [status, stateAfter('paid', status)]).filter(([, state]) => state !== 'paid');
  expect(changes).toEqual([
    ['RETURNED', 'reversed'],
    ['REFUNDED', 'reversed'],
    ['REVERSED', 'reversed'],
  ]);
});

test.each<PayoutItemState>(['returned', 'failed', 'reversed', 'cancelled', 'draft'])(
  '%s stays so, whatever comes late',
  (state) => {
    for (const status of PAYPAL) expect(stateAfter(state, status)).toBe(state);
  },
);

test('nothing is expected of what is paid or over, something of what is under way', () => {
  expect((['paid', 'returned', 'failed', 'reversed', 'cancelled'] as const).every(isOver)).toBe(true);
  expect(UNDER_WAY.some(isOver)).toBe(false);
});

test('the fee is estimated as 2 %, rounded to the cent, and has a limit', () => {
  expect([1, 25, 20_930, 99_999, 100_000, 1_000_000].map(feeOf)).toEqual([0, 1, 419, 2000, 2000, 2000]);
});
