import { comparePayouts, type ReportedPayouts, type ShopPayout } from './compare-payouts';

const FROM = '2026-10-18T05:00:00.000Z';
const UNTIL = '2026-11-22T00:00:00.000Z';
const YESTERDAY = '2026-11-21T10:00:00.000Z';
const JUST_NOW = new Date('2026-11-22T01:00:00Z');

type Reported = ReportedPayouts['list'][number];
const reported = (over: Partial<Reported> = {}): Reported => ({
  transactionId: 'OUT',
  amountCents: 20930,
  currency: 'USD',
  feeCents: 419,
  returnedCents: 0,
  at: YESTERDAY,
  ...over,
});
const ourPayout = (over: Partial<ShopPayout> = {}): ShopPayout => ({
  itemId: 9,
  transactionId: 'OUT',
  sellerId: 4,
  amountCents: 20930,
  feeCents: 419,
  state: 'paid',
  stateAt: new Date(YESTERDAY),
  sentAt: new Date(YESTERDAY),
  ...over,
});
const byHand = (over: Partial<ShopPayout> = {}) => ourPayout({ itemId: null, feeCents: null, ...over });
const unpaid = (state: ShopPayout['state'], over: Partial<ShopPayout> = {}) => ourPayout({ state, feeCents: null, ...over });

type Sides = { theirs?: Reported[]; ours?: ShopPayout[] };
const differences = ({ theirs = [], ours = [] }: Sides) =>
  comparePayouts({ from: FROM, until: UNTIL, count: theirs.length, list: theirs }, ours);

describe('payouts that agree', () => {
  test.each<[string, Sides]>([
    ['one that was paid', { theirs: [reported()], ours: [ourPayout()] }],
    ['its id in other letters', { theirs: [reported()], ours: [ourPayout({ transactionId: 'out' })] }],
    ['one whose fee PayPal does not name', { theirs: [reported({ feeCents: null })], ours: [ourPayout()] }],
    ["one that an admin recorded by PayPal's id, whose fee is not booked", { theirs: [reported()], ours: [byHand()] }],
    ['one that is recorded by hand and not in the report', { ours: [byHand()] }],
    ['one that waits for its seller', { theirs: [reported()], ours: [unpaid('unclaimed')] }],
    ['one that was not paid, on both sides', { theirs: [reported({ returnedCents: 20930 })], ours: [unpaid('failed')] }],
    ['or that PayPal does not show at all', { ours: [unpaid('failed')] }],
    ['one that came back', { theirs: [reported({ returnedCents: 20930 })], ours: [ourPayout({ state: 'reversed' })] }],
    [
      'the return of one that is older than the report',
      {
        theirs: [reported({ amountCents: null, feeCents: null, returnedCents: 20930 })],
        ours: [ourPayout({ state: 'reversed' })],
      },
    ],
    ['one that nobody here knows, and that came back whole', { theirs: [reported({ returnedCents: 20930 })] }],
    ['the return of an older one that nobody here knows', { theirs: [reported({ amountCents: null, returnedCents: 20930 })] }],
    [
      'one that came back here after the end of the report',
      { theirs: [reported()], ours: [unpaid('returned', { stateAt: JUST_NOW })] },
    ],
    ['one that was paid here after the end of the report', { ours: [ourPayout({ stateAt: JUST_NOW })] }],
    ['one that was sent before the report begins', { ours: [ourPayout({ sentAt: new Date('2026-10-18T04:30:00Z') })] }],
  ])('%s', (_, sides) => expect(differences(sides)).toEqual([]));
});

describe('payouts that differ', () => {
  test.each<[string, Sides, object]>([
    [
      'one that the shop does not know',
      { theirs: [reported()] },
      {
        kind: 'payout-unknown',
        sellerId: null,
        amountCents: 20930,
        reason: 'PayPal paid $209.30 out, which is not in our books',
      },
    ],
    [
      'one that came back in part',
      { theirs: [reported({ returnedCents: 20929 })] },
      { kind: 'payout-unknown', sellerId: null, expectedCents: null },
    ],
    [
      'one that PayPal does not have',
      { ours: [ourPayout()] },
      { kind: 'payout-missing', sellerId: 4, amountCents: null, expectedCents: 20930, at: YESTERDAY },
    ],
    [
      'one that has no id of PayPal yet is named by the shop',
      { ours: [ourPayout({ transactionId: null })] },
      { kind: 'payout-missing', providerId: 'payout 9' },
    ],
    [
      'another amount',
      { theirs: [reported({ amountCents: 20931 })], ours: [ourPayout()] },
      { kind: 'payout-amount', sellerId: 4, amountCents: 20931, expectedCents: 20930 },
    ],
    [
      'another amount than an admin recorded',
      { theirs: [reported()], ours: [byHand({ amountCents: 20000 })] },
      { kind: 'payout-amount', reason: 'PayPal paid $209.30 out, here it is $200.00' },
    ],
    [
      'another currency',
      { theirs: [reported({ currency: 'EUR' })], ours: [ourPayout({ feeCents: null })] },
      { kind: 'payout-amount', reason: 'PayPal paid 209.30 EUR out, here it is $209.30' },
    ],
    [
      'another fee',
      { theirs: [reported({ feeCents: 420 })], ours: [ourPayout()] },
      {
        kind: 'payout-fee',
        amountCents: 420,
        expectedCents: 419,
        reason: 'PayPal took a fee of $4.20 for a payout, here it is $4.19',
      },
    ],
    [
      'one that PayPal gave back and that is paid here',
      { theirs: [reported({ returnedCents: 20930 })], ours: [ourPayout()] },
      { kind: 'payout-state', sellerId: 4, reason: 'PayPal gave $209.30 of a payout back, here it is paid' },
    ],
    [
      'such a one that is older than the report',
      { theirs: [reported({ amountCents: null, feeCents: null, returnedCents: 20930 })], ours: [ourPayout()] },
      { kind: 'payout-state', amountCents: 20930 },
    ],
    [
      'one that PayPal gave back and that an admin recorded',
      { theirs: [reported({ returnedCents: 20930 })], ours: [byHand()] },
      { kind: 'payout-state' },
    ],
    [
      'one that came back here, and would be paid again',
      { theirs: [reported()], ours: [unpaid('returned')] },
      { kind: 'payout-state', amountCents: 20930, expectedCents: 0, reason: 'PayPal paid $209.30 out, here it came back' },
    ],
  ])('%s', (_, sides, expected) => expect(differences(sides)).toEqual([expect.objectContaining(expected)]));
});
