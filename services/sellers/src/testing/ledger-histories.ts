import fc from 'fast-check';

/**
 * The happenings of a ledger, in any order and any number of times. Orders and sellers are few, so that histories collide. `day`
 * counts from Monday, 5 January 2026.
 */
export type Happening =
  | { what: 'captured'; order: number }
  | { what: 'refunded'; order: number }
  /** Per mille of the payment for each track of the order, which the sale bears or the house. */
  | { what: 'refunded in part'; order: number; permille: number; byHouse: boolean }
  /** Per mille of the amount due. More than 1000, or a cent when nothing is due, is too much unless it is `beyondDue`. */
  | { what: 'paid out'; seller: number; permille: number; beyondDue: boolean; key: number }
  | { what: 'taken back'; key: number }
  | { what: 'night'; days: number };

type PlannedItem = { seller: number | null; priceCents: number; project: boolean; percentOff: number };
export type History = { orders: PlannedItem[][]; happenings: Happening[] };

export const SELLERS = [1, 2];

const item: fc.Arbitrary<PlannedItem> = fc.record({
  seller: fc.constantFrom(null, ...SELLERS),
  priceCents: fc.oneof(fc.integer({ min: 100, max: 2000 }), fc.integer({ min: 100, max: 1_000_000 }), fc.constant(29900)),
  project: fc.boolean(),
  percentOff: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 100 }), fc.constant(100)),
});

const order = fc.nat({ max: 3 });
const happening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ what: fc.constant('captured' as const), order }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('refunded' as const), order }) },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('refunded in part' as const),
      order,
      permille: fc.oneof(fc.integer({ min: 1, max: 1000 }), fc.constant(1000)),
      byHouse: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('paid out' as const),
      seller: fc.constantFrom(...SELLERS),
      permille: fc.oneof(fc.constant(1000), fc.integer({ min: 1, max: 1100 }), fc.integer({ min: 1, max: 5000 })),
      beyondDue: fc.boolean(),
      key: fc.nat({ max: 2 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('taken back' as const), key: fc.nat({ max: 2 }) }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('night' as const), days: fc.integer({ min: 1, max: 6 }) }) },
);

export const histories = (maxLength: number): fc.Arbitrary<History> =>
  fc.record({
    orders: fc.array(fc.array(item, { minLength: 1, maxLength: 3 }), { minLength: 4, maxLength: 4 }),
    happenings: fc.array(happening, { maxLength, size: 'max' }),
  });

const DAY_MS = 24 * 3600 * 1000;
/** Noon in UTC: the same date in every time zone of the tests. */
export const noonOf = (day: number) => new Date(Date.UTC(2026, 0, 5, 12) + day * DAY_MS);
export const dateOf = (day: number) => noonOf(day).toISOString().slice(0, 10);

/** A buyer's payment for a planned item, in cents, as orders computes it. */
export const paidFor = ({ priceCents, project, percentOff }: PlannedItem) => {
  const projectCents = project ? 10000 : 0;
  const gross = priceCents + projectCents;
  return { priceCents, projectCents, paidCents: gross - Math.floor((gross * percentOff + 50) / 100) };
};

/** The text of a failed run: one line for each happening. */
export const described = ({ orders, happenings }: History) =>
  [
    ...orders.map(
      (items, i) => `order ${i}: ${items.map((entry) => JSON.stringify({ ...entry, ...paidFor(entry) })).join(', ')}`,
    ),
    ...happenings.map((step) => JSON.stringify(step)),
  ].join('\n');
