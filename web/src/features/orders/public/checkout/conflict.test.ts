import { timeWithZone } from '@shop/contracts/times';
import type { CheckoutConflictView } from '@shop/contracts/views';
import type { CheckoutItem } from '../../api/checkout-rules';
import { changeOf, conflictOf } from './conflict';

const line = (id: number, name: string, priceCents: number) =>
  ({ id, name, priceCents, hasProject: false, includeProject: false }) as CheckoutItem;
const lines = [line(1, 'Undertow', 30_000), line(2, 'Glasshouse', 40_000)];
const priced = (total: number, ...prices: number[]): CheckoutConflictView => ({
  items: prices.map((price, i) => ({ id: i + 1, name: lines[i]!.name, code: 'price-changed', price })),
  totals: { subtotal: 0, discount: 0, fee: 0, total },
});

test('only a 409 that names its tracks is a conflict', () => {
  const details = priced(1, 300);
  expect(conflictOf({ status: 409, message: '', details })).toBe(details);
  expect(conflictOf({ status: 409, message: '' })).toBeNull();
  expect(conflictOf({ status: 422, message: '', details })).toBeNull();
});

test('tracks that cannot be bought are named with the reason, and the sum is not yet', () => {
  const items = [
    { id: 1, name: '', code: 'own-track' as const },
    { id: 2, name: 'Glasshouse', code: 'removed' as const },
  ];
  expect(changeOf({ items, totals: null }, lines, null)).toMatchObject({
    goneIds: [1, 2],
    onlyHeld: false,
    sentences: ['Undertow is your own track, which you cannot buy.', 'Glasshouse is no longer available.'],
  });
});

test('a track held until tomorrow shows the day, too', () => {
  const heldUntil = '2026-11-29T17:08:00.000Z';
  const change = changeOf({ items: [{ id: 1, name: 'Undertow', code: 'held' }], totals: null, heldUntil }, lines, null);
  expect(change.onlyHeld).toBe(true);
  expect(change.sentences[0]).toContain(`until ${timeWithZone(heldUntil)} at the latest`);
});

test('when the prices are as shown but the sum is not, the coupon has ended', () => {
  const coupon = { id: 4, code: 'SPRING', discount_percent: 10 };
  expect(changeOf(priced(735, 300, 400), lines, coupon)).toMatchObject({
    couponEnded: true,
    sentences: ['The coupon SPRING can no longer be used.', 'The total is now $735.00.'],
  });
  expect(changeOf({ ...priced(735, 300, 400), coupon: 'This coupon has been used up.' }, lines, coupon)).toMatchObject({
    couponEnded: true,
    sentences: ['This coupon has been used up.', 'The total is now $735.00.'],
  });
  expect(changeOf(priced(712.5, 350, 400), lines, coupon)).toMatchObject({
    couponEnded: false,
    prices: { 1: 350, 2: 400 },
    sentences: ['Undertow now costs $350.00.', 'The total is now $712.50.'],
  });
});

test('a chosen project that is no longer offered is named, and ends no coupon', () => {
  const withProject = [{ ...lines[0]!, hasProject: true, includeProject: true }, lines[1]!];
  const conflict: CheckoutConflictView = {
    items: [
      { id: 1, name: 'Undertow', code: 'price-changed', price: 350, projectGone: true },
      { id: 2, name: 'Glasshouse', code: 'price-changed', price: 400 },
    ],
    totals: { subtotal: 750, discount: 75, fee: 37.5, total: 712.5 },
  };
  expect(changeOf(conflict, withProject, { id: 4, code: 'SPRING', discount_percent: 10 })).toMatchObject({
    goneIds: [],
    goneProjectIds: [1],
    couponEnded: false,
    sentences: ['Undertow is no longer offered with its project.', 'Undertow now costs $350.00.', 'The total is now $712.50.'],
  });
});
