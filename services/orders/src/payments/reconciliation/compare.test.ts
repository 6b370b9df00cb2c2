import type { Dispute, Movement } from '../payment-gateway';
import { compare, type Books } from './compare';

const NOW = new Date('2026-11-22T04:00:00Z');
const FROM = new Date('2026-10-18T04:00:00Z');
const REF = '7f9c24e5-2b1a-4d9b-8f2e-0a1b2c3d4e5f';
const YESTERDAY = new Date('2026-11-21T10:00:00Z');
const JUST_NOW = new Date('2026-11-22T01:00:00Z');
/** The first and the last moment that a comparison looks at. */
const [FIRST, LAST] = [new Date('2026-10-18T05:00:00Z'), new Date('2026-11-22T00:00:00Z')];

const paid = (over: Partial<Movement> = {}): Movement => ({
  kind: 'capture',
  id: 'CAP',
  captureId: 'CAP',
  amountCents: 31395,
  currency: 'USD',
  customId: REF,
  at: YESTERDAY,
  ...over,
});
const back = (over: Partial<Movement> = {}): Movement => ({ ...paid(), kind: 'refund', id: 'R-1', ...over });
const captureInBooks = (over: Partial<Books['captures'][number]> = {}) => ({
  captureId: 'CAP',
  orderId: 7,
  amountCents: 31395,
  at: YESTERDAY,
  settled: true,
  recorded: false,
  ...over,
});
const given = (over: Partial<Books['refunds'][number]> = {}) => ({
  refundId: 'R-1',
  captureId: 'CAP',
  orderId: 7,
  amountCents: 31395,
  at: YESTERDAY,
  recorded: false,
  ...over,
});
const disputed = (over: Partial<Dispute> = {}): Dispute => ({
  id: 'PP-D-1',
  captureId: 'CAP',
  amountCents: 31395,
  reason: 'UNAUTHORISED',
  open: true,
  at: YESTERDAY,
  ...over,
});

const returned = (over: Partial<Movement> = {}): Movement => ({ ...paid(), kind: 'return', id: 'WON', ...over });

type Sides = {
  theirs?: Movement[];
  disputes?: Dispute[];
  captures?: Books['captures'];
  refunds?: Books['refunds'];
  until?: Date;
};
const compared = ({ theirs = [], disputes = [], captures = [], refunds = [], until = NOW }: Sides) =>
  compare(
    { movements: theirs, disputes, payouts: [], until },
    { captures, refunds, orderOfRef: new Map([[REF, 7]]), orderOfHeld: new Map([['HELD', 7]]) },
    FROM,
    NOW,
  );
const differences = (sides: Sides) => compared(sides).map(({ kind, providerId, orderId }) => [kind, providerId, orderId]);

describe('books that agree', () => {
  test.each<[string, Sides]>([
    ['a payment', { theirs: [paid()], captures: [captureInBooks()] }],
    ['a payment that was given back', { theirs: [paid(), back()], captures: [captureInBooks()], refunds: [given()] }],
    [
      'in parts',
      {
        theirs: [paid(), back({ amountCents: 100 }), back({ id: 'R-2', amountCents: 200 })],
        captures: [captureInBooks()],
        refunds: [given({ amountCents: 100 }), given({ refundId: 'R-2', amountCents: 200 })],
      },
    ],
    [
      'a refund an admin wrote down before PayPal told of it',
      {
        theirs: [paid(), back()],
        captures: [captureInBooks()],
        refunds: [given({ refundId: 'recorded-7', recorded: true })],
      },
    ],
    [
      'a refund an admin wrote down that went another way',
      {
        theirs: [paid()],
        captures: [captureInBooks()],
        refunds: [given({ refundId: 'recorded-7', recorded: true })],
      },
    ],
    [
      'a reversal, which has another id here',
      { theirs: [paid(), back({ id: 'REV' })], captures: [captureInBooks()], refunds: [given({ refundId: 'CAP' })] },
    ],
    ['a payment an admin recorded, which is in the report', { theirs: [paid()], captures: [captureInBooks({ recorded: true })] }],
    ['or is not, because it is older', { captures: [captureInBooks({ recorded: true })] }],
    [
      'money under review, whatever it is',
      { theirs: [paid({ amountCents: 1 })], captures: [captureInBooks({ settled: false })] },
    ],
    [
      'a payment of another shop on the account, and its refund',
      {
        theirs: [
          paid({ id: 'X', captureId: 'X', customId: 'order-17' }),
          back({ captureId: 'X', customId: 'order-17' }),
          returned({ captureId: 'X', customId: 'order-17' }),
        ],
      },
    ],
    ['a refund of another shop, whose payment is older', { theirs: [back({ captureId: 'OLD', customId: 'order-17' })] }],
    [
      'one that does not say whose it is',
      { theirs: [paid({ id: 'X', captureId: 'X', customId: 'order-17' }), back({ captureId: 'X', customId: null })] },
    ],
    ['a reversal of a payment that we made, called off', { theirs: [returned({ customId: null, maybeOutgoing: true })] }],
    [
      'a second payment that went back whole',
      {
        theirs: [paid(), paid({ id: 'CAP-2', captureId: 'CAP-2' }), back({ captureId: 'CAP-2' })],
        captures: [captureInBooks()],
        refunds: [given({ captureId: 'CAP-2' })],
      },
    ],
    [
      'a dispute that is over, or of another shop',
      {
        theirs: [paid(), paid({ id: 'X', captureId: 'X', customId: 'shop-2 #4' })],
        captures: [captureInBooks()],
        disputes: [disputed({ open: false }), disputed({ id: 'PP-D-2', captureId: 'X' })],
      },
    ],
    [
      'what is younger than four hours, on either side',
      {
        theirs: [paid({ at: JUST_NOW }), back({ at: JUST_NOW })],
        captures: [captureInBooks({ captureId: 'CAP-2', at: JUST_NOW })],
        refunds: [given({ refundId: 'R-2', captureId: 'CAP-2', at: JUST_NOW })],
        disputes: [disputed({ captureId: 'CAP-2', at: JUST_NOW })],
      },
    ],
    [
      'a payment whose reference only contains one of ours',
      { theirs: [paid({ customId: `${REF}0` }), paid({ id: 'X', captureId: 'X', customId: `0${REF}` })] },
    ],
    ['what the report does not reach yet', { captures: [captureInBooks()], until: new Date('2026-11-21T09:00:00Z') }],
    ['what is older than the window', { captures: [captureInBooks({ at: new Date('2026-10-18T04:30:00Z') })] }],
  ])('%s', (_, sides) => expect(differences(sides)).toEqual([]));
});

describe('books that differ', () => {
  test.each<[string, Sides, [string, string, number | null][]]>([
    ['a payment we do not know', { theirs: [paid()] }, [['capture-unknown', 'CAP', 7]]],
    ['a payment nobody knows', { theirs: [paid({ customId: null })] }, [['capture-unknown', 'CAP', null]]],
    ['a payment with an empty reference', { theirs: [paid({ customId: '' })] }, [['capture-unknown', 'CAP', null]]],
    [
      'payments of the last moment that is compared',
      { theirs: [paid({ at: LAST })], captures: [captureInBooks({ captureId: 'CAP-2', at: LAST })] },
      [
        ['capture-unknown', 'CAP', 7],
        ['capture-missing', 'CAP-2', 7],
      ],
    ],
    [
      'a payment and a refund of the first one',
      { captures: [captureInBooks({ at: FIRST })], refunds: [given({ at: FIRST })] },
      [
        ['capture-missing', 'CAP', 7],
        ['refund-missing', 'R-1', 7],
      ],
    ],
    [
      'a second payment that went back but for a cent',
      {
        theirs: [
          paid(),
          paid({ id: 'CAP-2', captureId: 'CAP-2' }),
          back({ captureId: 'CAP-2', amountCents: 31000 }),
          back({ id: 'R-2', captureId: 'CAP-2', amountCents: 394 }),
        ],
        captures: [captureInBooks()],
        refunds: [
          given({ captureId: 'CAP-2', amountCents: 31000 }),
          given({ refundId: 'R-2', captureId: 'CAP-2', amountCents: 394 }),
        ],
      },
      [['capture-unknown', 'CAP-2', 7]],
    ],
    [
      'a second payment for an order',
      { theirs: [paid(), paid({ id: 'CAP-2', captureId: 'CAP-2' })], captures: [captureInBooks()] },
      [['capture-unknown', 'CAP-2', 7]],
    ],
    ['a payment PayPal does not know', { captures: [captureInBooks()] }, [['capture-missing', 'CAP', 7]]],
    ['another amount', { theirs: [paid({ amountCents: 31394 })], captures: [captureInBooks()] }, [['capture-amount', 'CAP', 7]]],
    [
      'another amount than an admin recorded',
      { theirs: [paid({ amountCents: 31394 })], captures: [captureInBooks({ recorded: true })] },
      [['capture-amount', 'CAP', 7]],
    ],
    ['another currency', { theirs: [paid({ currency: 'EUR' })], captures: [captureInBooks()] }, [['capture-amount', 'CAP', 7]]],
    [
      'a refund whose webhook was lost',
      { theirs: [paid(), back()], captures: [captureInBooks()] },
      [['refund-unknown', 'R-1', 7]],
    ],
    [
      'one of a payment that was under review at another order, whose money was noted as given back',
      {
        theirs: [paid(), back()],
        captures: [captureInBooks({ orderId: 8, recorded: true })],
        refunds: [given({ refundId: 'recorded-7', recorded: true })],
      },
      [['refund-unknown', 'R-1', 8]],
    ],
    [
      'a second part of it',
      {
        theirs: [paid(), back({ amountCents: 100 }), back({ id: 'R-2', amountCents: 100 })],
        captures: [captureInBooks()],
        refunds: [given({ amountCents: 100 })],
      },
      [['refund-unknown', 'R-2', 7]],
    ],
    [
      'a refund of a payment older than the window',
      { theirs: [back()], captures: [captureInBooks({ at: new Date('2026-09-01') })] },
      [['refund-unknown', 'R-1', 7]],
    ],
    [
      'a refund and a return of a payment that neither side has any more, by the reference',
      { theirs: [back({ captureId: 'OLD' }), returned({ captureId: 'OLD' })] },
      [
        ['refund-unknown', 'R-1', 7],
        ['refund-returned', 'WON', 7],
      ],
    ],
    [
      'a refund of an amount that is given back nowhere here',
      {
        theirs: [paid(), back({ id: 'REV', amountCents: 200 })],
        captures: [captureInBooks()],
        refunds: [given({ refundId: 'recorded-7', amountCents: 100, recorded: true })],
      },
      [['refund-unknown', 'REV', 7]],
    ],
    [
      'a refund PayPal does not know',
      { theirs: [paid()], captures: [captureInBooks()], refunds: [given()] },
      [['refund-missing', 'R-1', 7]],
    ],
    [
      'a refund of another amount',
      { theirs: [paid(), back({ amountCents: 100 })], captures: [captureInBooks()], refunds: [given()] },
      [['refund-amount', 'R-1', 7]],
    ],
    [
      'a refund that PayPal returns to us',
      { theirs: [paid(), back(), returned()], captures: [captureInBooks()], refunds: [given()] },
      [['refund-returned', 'WON', 7]],
    ],
    [
      'one that names its refund, which is in the report or in our books alone',
      {
        theirs: [paid(), back(), returned({ captureId: 'R-1' }), returned({ id: 'WON-2', captureId: 'R-0', customId: null })],
        captures: [captureInBooks()],
        refunds: [given(), given({ refundId: 'R-0', at: new Date('2026-09-01') })],
      },
      [
        ['refund-returned', 'WON', 7],
        ['refund-returned', 'WON-2', 7],
      ],
    ],
    [
      'a reversal of a payment to us, called off',
      { theirs: [returned({ customId: null, maybeOutgoing: true })], captures: [captureInBooks({ at: new Date('2026-09-01') })] },
      [['refund-returned', 'WON', 7]],
    ],
    ['one that no order fits', { theirs: [returned({ customId: null })] }, [['refund-returned', 'WON', null]]],
    [
      'a second payment that went back and was returned',
      {
        theirs: [paid(), paid({ id: 'CAP-2', captureId: 'CAP-2' }), back({ captureId: 'CAP-2' }), returned({ captureId: 'R-1' })],
        captures: [captureInBooks()],
        refunds: [given({ captureId: 'CAP-2' })],
      },
      [
        ['capture-unknown', 'CAP-2', 7],
        ['refund-returned', 'WON', 7],
      ],
    ],
    [
      'an open dispute that no order fits, with a payment or without one',
      { disputes: [disputed({ captureId: 'X' }), disputed({ id: 'PP-D-2', captureId: null })] },
      [
        ['dispute', 'PP-D-1', null],
        ['dispute', 'PP-D-2', null],
      ],
    ],
    ['one of the last moment that is compared', { disputes: [disputed({ at: LAST })] }, [['dispute', 'PP-D-1', null]]],
    [
      "one about a payment of ours with another shop's reference",
      {
        theirs: [paid({ customId: 'order-17' })],
        captures: [captureInBooks()],
        disputes: [disputed()],
      },
      [['dispute', 'PP-D-1', 7]],
    ],
    ['one about a payment that PayPal holds', { disputes: [disputed({ captureId: 'HELD' })] }, [['dispute', 'PP-D-1', 7]]],
    ['an open dispute', { theirs: [paid()], captures: [captureInBooks()], disputes: [disputed()] }, [['dispute', 'PP-D-1', 7]]],
  ])('%s', (_, sides, expected) => expect(differences(sides)).toEqual(expected));
});

describe('a difference says what either side has:', () => {
  const captures = [captureInBooks()];
  test.each<[string, Sides, object]>([
    [
      'another amount',
      { theirs: [paid({ amountCents: 31394 })], captures },
      { amountCents: 31394, expectedCents: 31395, reason: 'PayPal took $313.94, here it is $313.95', at: YESTERDAY },
    ],
    [
      'another currency',
      { theirs: [paid({ currency: 'EUR' })], captures },
      { reason: 'PayPal took 313.95 EUR, here it is $313.95' },
    ],
    [
      'a payment that is not in our books',
      { theirs: [paid()] },
      { amountCents: 31395, expectedCents: null, reason: 'PayPal took $313.95, which is not in our books' },
    ],
    [
      'one that is in ours alone',
      { captures },
      {
        amountCents: null,
        expectedCents: 31395,
        reason: '$313.95 was paid here, but PayPal shows no such payment',
        at: YESTERDAY,
      },
    ],
    [
      'a refund of another amount',
      { theirs: [paid(), back({ amountCents: 100 })], captures, refunds: [given()] },
      { amountCents: 100, expectedCents: 31395, reason: 'PayPal gave $1.00 back, here it is $313.95' },
    ],
    [
      'a refund that is not in our books',
      { theirs: [paid(), back()], captures },
      { amountCents: 31395, expectedCents: null, reason: 'PayPal gave $313.95 back, which is not in our books' },
    ],
    [
      'one that is in ours alone, too',
      { theirs: [paid()], captures, refunds: [given()] },
      { expectedCents: 31395, reason: '$313.95 was given back here, but PayPal shows no such refund' },
    ],
    [
      'money that came back',
      { theirs: [paid(), back(), returned()], captures, refunds: [given()] },
      { amountCents: 31395, expectedCents: null, reason: 'PayPal gave $313.95 back to us after a refund' },
    ],
    [
      'a dispute in the words of PayPal',
      { theirs: [paid()], captures, disputes: [disputed({ reason: 'ITEM_NOT_AS_DESCRIBED' })] },
      {
        amountCents: 31395,
        expectedCents: null,
        reason: 'the buyer disputes $313.95 at PayPal (item not as described)',
        at: YESTERDAY,
      },
    ],
    [
      'a dispute without a reason or an order',
      { disputes: [disputed({ captureId: 'X', reason: '' })] },
      { reason: 'the buyer disputes $313.95 at PayPal, for a payment that no order here has' },
    ],
  ])('%s', (_, sides, expected) => expect(compared(sides)).toMatchObject([expected]));
});
