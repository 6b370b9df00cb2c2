import { numberOf } from '@shop/runtime/testing';
import fc from 'fast-check';
import { addBusinessDays } from './due-date';
import { differenceOf, payoutPostings, reversalOf, salePostings, type Posting } from './postings';
import { shareOf } from './share';
import { dateOf, histories, paidFor, described, type History } from '../testing/ledger-histories';
import { Model } from '../testing/ledger-model';

const sumOf = (postings: readonly Posting[]) => postings.reduce((sum, { amountCents }) => sum + amountCents, 0);

const RUNS = numberOf('LEDGER_HISTORIES', 10_000);

test(`${RUNS} random histories: every transaction sums to zero, and every sale is worth and due what the model says`, () => {
  fc.assert(
    fc.property(histories(25), ({ orders, happenings }) => {
      const model = new Model(orders);
      for (const happening of happenings) {
        const before = model.sales.length;
        const amount = model.apply(happening);
        if (happening.what === 'paid out' && amount !== null && sumOf(payoutPostings(amount)) !== 0)
          throw new Error('out of balance');
        const sales = model.sales.slice(before);
        const items =
          happening.what === 'captured' && sales.length > 0
            ? orders[happening.order]!.filter(({ seller }) => seller !== null)
            : [];
        for (const [at, item] of items.entries()) {
          const share = shareOf(paidFor(item), sales[at]!.back);
          const postings = salePostings(share);
          if (sumOf(differenceOf(shareOf(paidFor(item)), share)) !== 0) throw new Error('out of balance');
          if (sumOf(postings) !== 0 || sumOf(reversalOf(postings)) !== 0) throw new Error('out of balance');
          // `expect` is slow, and these are many.
          const pay = -(postings.find(({ account }) => account === 'seller')?.amountCents ?? 0);
          if (pay !== sales[at]!.pay) expect(pay).toBe(sales[at]!.pay);
          const due = addBusinessDays(dateOf(model.day), 3);
          if (due !== dateOf(sales[at]!.dueDay)) expect(due).toBe(dateOf(sales[at]!.dueDay));
        }
      }
    }),
    { numRuns: RUNS, reporter: failWith },
  );
});

test('they are histories worth trying: nothing that can happen is rare', () => {
  const counts = { sale: 0, refund: 0, payout: 0, takenBack: 0 };
  fc.assert(
    fc.property(histories(25), ({ orders, happenings }) => {
      const model = new Model(orders);
      for (const happening of happenings) model.apply(happening);
      counts.sale += model.sales.length;
      counts.refund += model.sales.filter(({ givenBack }) => givenBack).length;
      counts.payout += model.payments.length;
      counts.takenBack += model.payments.filter(({ takenBack }) => takenBack).length;
    }),
    { numRuns: 1000 },
  );
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(50);
});

/** Prints the shortest wrong history in words. */
function failWith({ failed, counterexample, seed, errorInstance }: fc.RunDetails<[History]>) {
  if (!failed) return;
  throw new Error(
    `seed ${seed}, the shortest history that goes wrong:\n${described(counterexample![0])}\n\n${String(errorInstance)}`,
  );
}

test('a history that goes wrong is shortened to what matters, and told', () => {
  const neverPaidTwice = fc.property(histories(25), ({ orders, happenings }) => {
    const model = new Model(orders);
    for (const happening of happenings) model.apply(happening);
    expect(model.payments.length).toBeLessThan(2);
  });
  const run = () => fc.assert(neverPaidTwice, { numRuns: 2000, reporter: failWith });
  expect(run).toThrow(/the shortest history that goes wrong:\norder 0: /);
  const lines = message(run).split('\n\n')[0]!.split('\n');
  // One sale, the nights until it is due, and two payouts.
  expect(lines.filter((line) => line.startsWith('{')).length).toBeLessThan(8);
});

function message(run: () => void): string {
  try {
    run();
  } catch (error) {
    return String(error);
  }
  return '';
}
