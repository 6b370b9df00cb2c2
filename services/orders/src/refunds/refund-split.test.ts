import fc from 'fast-check';
import { piecesOf, planRefund, restOf, splitOf, type Piece, type Split } from './refund-split';

const cents = fc.integer({ min: 0, max: 1_010_000 });
const item = fc
  .record({
    priceCents: fc.integer({ min: 100, max: 1_000_000 }),
    projectChosen: fc.boolean(),
    off: fc.integer({ min: 0, max: 100 }),
  })
  .map(({ priceCents, projectChosen, off }) => {
    const projectCents = projectChosen ? 10_000 : 0;
    const gross = priceCents + projectCents;
    return { priceCents, projectCents, projectChosen, paidCents: gross - Math.floor((gross * off) / 100) };
  });
const order = fc
  .record({ items: fc.array(item, { minLength: 1, maxLength: 8 }), feeCents: cents })
  .map(({ items, feeCents }) => ({ feeCents, items: items.map((entry, i) => ({ ...entry, productId: i + 1 })) }));
const wish = fc.record({
  tracks: fc.option(fc.uniqueArray(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 8 }), { nil: undefined }),
  project: fc.boolean(),
  part: fc.option(fc.integer({ min: 1, max: 100 }), { nil: undefined }),
  withFee: fc.boolean(),
  elsewhere: fc.boolean(),
});

/** The sum of everything that went back, added up one line at a time, without the code under test. */
function addedUp(splits: readonly Split[]): bigint {
  let total = 0n;
  for (const split of splits) {
    total += BigInt(split.feeCents);
    for (const line of split.items) total += BigInt(line.amountCents);
  }
  return total;
}

/** Refuses like the shop, which then refunds nothing. */
function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof Error && error.name === 'AssertionError') throw error;
    return null;
  }
}

test('any refunds, one after the other, sum to the cent, never take more of a track or the fee than was paid, and end at all of it', () => {
  fc.assert(
    fc.property(order, fc.array(wish, { maxLength: 12 }), ({ items, feeCents }, wishes) => {
      const pieces = piecesOf(feeCents, items);
      const takenCents = items.reduce((sum, entry) => sum + entry.paidCents, feeCents);
      expect(pieces.reduce((sum, piece) => sum + piece.paidCents, feeCents)).toBe(takenCents);
      expect(pieces.reduce((sum, piece) => sum + piece.feeCents, 0)).toBe(feeCents);
      const splits: Split[] = [];
      let backCents = 0;
      const note = (split: Split | null) => {
        if (!split) return;
        expect(addedUp([split])).toBe(BigInt(split.amountCents));
        splits.push(split);
        backCents += split.amountCents;
      };
      for (const { tracks, project, part, withFee, elsewhere } of wishes) {
        const leftCents = takenCents - backCents;
        const rest = restOf(pieces, feeCents, splits);
        const amountCents = part === undefined ? undefined : Math.ceil((leftCents * part) / 100) || undefined;
        const chosen = tracks?.map((productId) => ({ productId, ...(project && { project: true as const }) }));
        if (elsewhere && amountCents) note(splitOf(amountCents, rest, amountCents === leftCents));
        else note(attempt(() => planRefund(rest, leftCents, { items: chosen, amountCents, withFee })));
      }
      if (takenCents > backCents) note(planRefund(restOf(pieces, feeCents, splits), takenCents - backCents, { withFee: false }));
      expect(addedUp(splits)).toBe(BigInt(takenCents));
      for (const piece of pieces) {
        const back = splits
          .flatMap((split) => split.items)
          .filter(({ productId, project }) => productId === piece.productId && project === piece.project)
          .reduce((sum, line) => sum + line.amountCents, 0);
        expect(back).toBe(piece.paidCents);
      }
    }),
    { numRuns: 2000 },
  );
});

const pieces: Piece[] = [
  { productId: 1, project: false, paidCents: 29_900, feeCents: 1495 },
  { productId: 1, project: true, paidCents: 10_000, feeCents: 500 },
  { productId: 2, project: false, paidCents: 29_900, feeCents: 1495 },
];
const rest = (splits: Split[] = []) => restOf(pieces, 3490, splits);
const plan = (wanted: Parameters<typeof planRefund>[2], splits: Split[] = []) =>
  planRefund(rest(splits), 73_290 - splits.reduce((sum, split) => sum + split.amountCents, 0), wanted);

test('a track goes back with its project, without the fee unless the admin says so', () => {
  expect(plan({ items: [{ productId: 1 }], withFee: false })).toEqual({
    amountCents: 39_900,
    feeCents: 0,
    items: [
      { productId: 1, project: false, amountCents: 29_900, linkEnded: true },
      { productId: 1, project: true, amountCents: 10_000, linkEnded: true },
    ],
  });
  expect(plan({ items: [{ productId: 1, project: true }], withFee: true })).toMatchObject({ amountCents: 10_500, feeCents: 500 });
});

test('an amount touches no link, and is split like what was paid', () => {
  expect(plan({ amountCents: 100, withFee: false })).toEqual({
    amountCents: 100,
    feeCents: 0,
    items: [
      { productId: 1, project: false, amountCents: 43, linkEnded: false },
      { productId: 1, project: true, amountCents: 14, linkEnded: false },
      { productId: 2, project: false, amountCents: 43, linkEnded: false },
    ],
  });
});

test('all that is left is the whole order with its fee, also when an amount says so', () => {
  const first = plan({ items: [{ productId: 2 }], withFee: false });
  expect(plan({ withFee: false }, [first])).toMatchObject({ amountCents: 43_390, feeCents: 3490 });
  expect(plan({ amountCents: 43_390, withFee: false }, [first])).toEqual(plan({ withFee: false }, [first]));
});

test('what went back, was never bought, or is more than was paid is refused', () => {
  const first = plan({ items: [{ productId: 2 }], withFee: false });
  expect(() => plan({ items: [{ productId: 2 }], withFee: false }, [first])).toThrow(
    'What you have chosen was given back already.',
  );
  expect(() => plan({ items: [{ productId: 2, project: true }], withFee: false })).toThrow(
    'The project of track 2 was not bought.',
  );
  expect(() => plan({ items: [{ productId: 2 }], withFee: false, keepLinks: true })).toThrow('only with an amount');
  expect(() => plan({ items: [{ productId: 9 }], withFee: false })).toThrow('Track 9 is not in the order.');
  expect(() => plan({ amountCents: 70_000, withFee: false })).toThrow(
    'At most $698.00 is left to give back of it, without the service fee.',
  );
});

test('money that went back elsewhere is of the tracks first, and of the fee only what they do not take', () => {
  expect(splitOf(70_000, rest(), false)).toMatchObject({ amountCents: 70_000, feeCents: 200 });
});
