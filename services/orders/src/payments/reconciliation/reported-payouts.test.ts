import type { PayoutMovement } from '../payment-gateway';
import { reportedPayouts } from './reported-payouts';

const FROM = new Date('2026-10-18T05:00:00Z');
const UNTIL = new Date('2026-11-22T00:00:00Z');
const at = new Date('2026-11-21T10:00:00Z');

const out = (over: Partial<PayoutMovement> = {}): PayoutMovement => ({
  ...{ kind: 'payout', id: 'OUT', payoutId: 'OUT', amountCents: 1000, currency: 'USD', feeCents: null, at },
  ...over,
});
const fee = (amountCents: number, id = 'FEE') => out({ kind: 'fee', id, amountCents });
const back = (over: Partial<PayoutMovement> = {}) => out({ kind: 'return', id: 'BACK', ...over });
const read = (...payouts: PayoutMovement[]) => reportedPayouts({ payouts }, FROM, UNTIL).list;

test('a payout has the sum of its fees, or else the one that it names, and what came back', () => {
  expect(read(out(), fee(20), fee(-5, 'FEE-BACK'), back({ amountCents: 400 }))).toEqual([
    { transactionId: 'OUT', amountCents: 1000, currency: 'USD', feeCents: 15, returnedCents: 400, at: at.toISOString() },
  ]);
  expect(read(out({ feeCents: 21 }))).toMatchObject([{ feeCents: 21 }]);
  expect(read(out())).toMatchObject([{ feeCents: null, returnedCents: 0 }]);
});

test('of a payout that is older than the report, only the return is known', () => {
  expect(read(back({ payoutId: 'OLD' }), fee(20, 'FEE'))).toMatchObject([
    { transactionId: 'OLD', amountCents: null, feeCents: null, returnedCents: 1000 },
  ]);
});

test('what happened after the last moment is left to a later comparison', () => {
  const later = new Date('2026-11-22T00:00:01Z');
  expect(read(out({ at: later }), fee(20))).toEqual([]);
  expect(read(out(), back({ at: later }))).toMatchObject([{ returnedCents: 0 }]);
  expect(reportedPayouts({ payouts: [out()] }, FROM, UNTIL)).toMatchObject({ count: 1, until: UNTIL.toISOString() });
});
