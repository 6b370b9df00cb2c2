import fc from 'fast-check';
import {
  centsToDollars,
  dollarsToCents,
  formatCents,
  formatWholeDollars,
  isOnSale,
  percentOf,
  salePercent,
  sellerNetCents,
  splitByLargestRemainder,
  subsidyCents,
  totalsOf,
} from './pricing';

const RUNS = { numRuns: 10_000 };
const price = fc.integer({ min: 100, max: 1_000_000 });
const item = fc.record({ priceCents: price, includeProject: fc.boolean(), hasProject: fc.boolean() });
const percent = fc.integer({ min: 0, max: 100 });

/** Rounds halves up, in whole numbers of any size. */
const exactPercent = (cents: bigint, of: bigint) => (cents * of + 50n) / 100n;

test('a percentage is exact to the cent, halves up', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 200_000_000 }), percent, (cents, of) => {
      expect(BigInt(percentOf(cents, of))).toBe(exactPercent(BigInt(cents), BigInt(of)));
    }),
    RUNS,
  );
  expect([percentOf(10, 5), percentOf(9, 5), percentOf(30, 5), percentOf(0, 5)]).toEqual([1, 0, 2, 0]);
});

test('the totals are those of exact arithmetic, for any cart and coupon', () => {
  fc.assert(
    fc.property(fc.array(item, { maxLength: 100 }), percent, (items, discount) => {
      const subtotal = items.reduce(
        (sum, item) => sum + BigInt(item.priceCents) + (item.includeProject && item.hasProject ? 10_000n : 0n),
        0n,
      );
      const totals = totalsOf(items, discount);
      expect(totals).toEqual({
        subtotalCents: Number(subtotal),
        discountCents: Number(exactPercent(subtotal, BigInt(discount))),
        feeCents: Number(exactPercent(subtotal, 5n)),
        totalCents: Number(subtotal - exactPercent(subtotal, BigInt(discount)) + exactPercent(subtotal, 5n)),
      });
      expect(totals.totalCents).toBeGreaterThanOrEqual(totals.feeCents);
    }),
    RUNS,
  );
});

test('a track for $399 with its project: $499, 10 % off, 5 % fee', () => {
  expect(totalsOf([{ priceCents: 39_900, includeProject: true, hasProject: true }], 10)).toEqual({
    subtotalCents: 49_900,
    discountCents: 4990,
    feeCents: 2495,
    totalCents: 47_405,
  });
  expect(totalsOf([{ priceCents: 39_900, includeProject: true, hasProject: false }]).subtotalCents).toBe(39_900);
  expect(totalsOf([])).toEqual({ subtotalCents: 0, discountCents: 0, feeCents: 0, totalCents: 0 });
});

/** Splits by largest remainder in whole numbers of any size; of equal remainders the earlier wins. */
function exactSplit(amount: bigint, weights: readonly bigint[]): bigint[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  const parts = weights.map((weight) => (amount * weight) / total);
  const remainder = amount - parts.reduce((sum, part) => sum + part, 0n);
  weights
    .map((weight, i) => ({ i, rest: (amount * weight) % total }))
    .sort((a, b) => (a.rest === b.rest ? a.i - b.i : a.rest > b.rest ? -1 : 1))
    .slice(0, Number(remainder))
    .forEach(({ i }) => (parts[i]! += 1n));
  return parts;
}

test('a discount that is split adds up to the cent, and each part is the fair one', () => {
  const weights = fc
    .array(fc.integer({ min: 0, max: 1_010_000 }), { minLength: 1, maxLength: 100 })
    .filter((all) => all.some(Boolean));
  fc.assert(
    fc.property(weights, percent, (all, of) => {
      const amount = percentOf(
        all.reduce((sum, part) => sum + part, 0),
        of,
      );
      const parts = splitByLargestRemainder(amount, all);
      expect(parts.map(BigInt)).toEqual(exactSplit(BigInt(amount), all.map(BigInt)));
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(amount);
      expect(parts.every((part, i) => part <= all[i]!)).toBe(true);
    }),
    RUNS,
  );
});

test('equal tracks share alike, the odd cents go to the first', () => {
  expect(splitByLargestRemainder(100, [1, 1, 1])).toEqual([34, 33, 33]);
  expect(splitByLargestRemainder(5, [29_900, 29_900, 29_900])).toEqual([2, 2, 1]);
  expect(splitByLargestRemainder(0, [1, 2])).toEqual([0, 0]);
  expect(splitByLargestRemainder(0, [])).toEqual([]);
  expect(splitByLargestRemainder(0, [0, 0])).toEqual([0, 0]);
});

/** 70 % of the payment or of 75 % of the price, in whole numbers of any size; of what is left after a refund, the same part. */
const exactNet = (gross: bigint, paid: bigint, refunded: bigint) => {
  const basis = (paid * 100n > gross * 75n ? paid * 100n : gross * 75n) * 70n;
  if (refunded === 0n) return basis / 10_000n;
  return refunded >= paid ? 0n : (basis * (paid - refunded)) / (paid * 10_000n);
};

test('the net of a seller is that of exact arithmetic, for any coupon and refund', () => {
  const sale = price.chain((gross) => fc.tuple(fc.constant(gross), fc.integer({ min: 1, max: gross }), fc.nat({ max: gross })));
  fc.assert(
    fc.property(sale, ([gross, paid, refunded]) => {
      expect(BigInt(sellerNetCents(gross, paid, refunded))).toBe(exactNet(BigInt(gross), BigInt(paid), BigInt(refunded)));
    }),
    RUNS,
  );
  expect([sellerNetCents(29_900, 29_900), sellerNetCents(29_901, 0), sellerNetCents(100, 100, 100)]).toEqual([20_930, 15_698, 0]);
});

test('the house subsidises a seller only where the buyer paid less than the net', () => {
  expect([
    subsidyCents(30_000, 30_000),
    subsidyCents(30_000, 15_750),
    subsidyCents(30_000, 15_749),
    subsidyCents(30_000, 0),
  ]).toEqual([0, 0, 1, 15_750]);
});

test('dollars and cents are each other’s image', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (cents) => {
      expect(dollarsToCents(centsToDollars(cents))).toBe(cents);
    }),
    RUNS,
  );
});

test('amounts are written as the screens want them', () => {
  expect([formatCents(123_450), formatCents(5), formatCents(0), formatCents(-1999), formatCents(100_000_000)]).toEqual([
    '$1,234.50',
    '$0.05',
    '$0.00',
    '-$19.99',
    '$1,000,000.00',
  ]);
  expect([formatWholeDollars(1234.99), formatWholeDollars(299)]).toEqual(['$1,234', '$299']);
  expect([formatCents(NaN), formatCents('12' as unknown as number)]).toEqual(['–', '–']);
});

test('a product is on sale only below an old price above zero', () => {
  expect(
    [
      { price: 75, old_price: 100 },
      { price: 100, old_price: 100 },
      { price: 100, old_price: 75 },
      { price: 100, old_price: 0 },
      { price: 100, old_price: null },
      { price: 0, old_price: 0 },
      { price: 66.67, old_price: 100 },
      { price: 749, old_price: 750 },
      { price: 1, old_price: 999 },
    ].map((product) => [isOnSale(product), salePercent(product)]),
  ).toEqual([
    [true, 25],
    [false, 0],
    [false, 0],
    [false, 0],
    [false, 0],
    [false, 0],
    [true, 33],
    [true, 1],
    [true, 99],
  ]);
});
