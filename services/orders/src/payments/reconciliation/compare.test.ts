import type { Dispute, Movement } from '../payment-gateway';
import { compare, type Books } from './compare';

const NOW = new Date('2026-11-22T04:00:00Z');
const FROM = new Date('2026-10-18T04:00:00Z');
const REF = '7f9c24e5-2b1a-4d9b-8f2e-0a1b2c3d4e5f';
const YESTERDAY = new Date('2026-11-21T10:00:00Z');
const JUST_NOW = new Date('2026-11-22T01:00:00Z');

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
const differences = ({ theirs = [], disputes = [], captures = [], refunds = [], until = NOW }: Sides) =>
  compare(
    { movements: theirs, disputes, payouts: [], until },
    { captures, refunds, orderOfRef: new Map([[REF, 7]]), orderOfHeld: new Map([['HELD', 7]]) },
    FROM,
    NOW,
  ).map(({ kind, providerId, orderId }) => [kind, providerId, orderId]);

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
    ['what the report does not reach yet', { captures: [captureInBooks()], until: new Date('2026-11-21T09:00:00Z') }],
    ['what is older than the window', { captures: [captureInBooks({ at: new Date('2026-10-18T04:30:00Z') })] }],
  ])('%s', (_, sides) => expect(differences(sides)).toEqual([]));
});

describe('books that differ', () => {
  test.each<[string, Sides, [string, string, number | null][]]>([
    ['a payment we do not know', { theirs: [paid()] }, [['capture-unknown', 'CAP', 7]]],
    ['a payment nobody knows', { theirs: [paid({ customId: null })] }, [['capture-unknown', 'CAP', null]]],
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
    ['one about a payment that PayPal holds', { disputes: [disputed({ captureId: 'HELD' })] }, [['dispute', 'PP-D-1', 7]]],
    ['an open dispute', { theirs: [paid()], captures: [captureInBooks()], disputes: [disputed()] }, [['dispute', 'PP-D-1', 7]]],
  ])('%s', (_, sides, expected) => expect(differences(sides)).toEqual(expected));
});
