import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { addBusinessDays } from './due-date';
import { payoutPostings, reversed, salePostings, sumOf, type Posting } from './postings';
import { shareOf } from './share';
import { statementOf, type Movement } from './statement';
import { dateOf, histories, paidFor, SELLERS, told, type History } from './testing/histories';
import { Model } from './testing/model';

const RUNS = Number(process.env.LEDGER_HISTORIES ?? 10_000);

/** The ledger's rules over plain lists: what the reactions and use cases do, without a database. */
function play({ orders, happenings }: History) {
  const model = new Model(orders);
  const booked: { seller: number; order: number | null; key: number | null; movement: Movement; postings: Posting[] }[] = [];
  const refunds = new Set<number>();

  const add = (entry: Omit<(typeof booked)[number], 'movement'>, rest: object) => {
    const amountCents = -(entry.postings.find(({ account }) => account === 'seller')?.amountCents ?? 0);
    booked.push({ ...entry, movement: { id: booked.length + 1, amountCents, ...rest } as Movement });
  };
  const isUndone = (id: number) => booked.some(({ movement }) => 'reverses' in movement && movement.reverses === id);
  const undo = (kind: 'refund' | 'payout_reversal', entry: (typeof booked)[number]) => {
    const { seller, movement, postings } = entry;
    if (!isUndone(movement.id))
      add({ seller, order: null, key: null, postings: reversed(postings) }, { kind, reverses: movement.id });
  };
  const settleRefunds = () => {
    for (const entry of [...booked]) if (entry.order !== null && refunds.has(entry.order)) undo('refund', entry);
  };
  const statement = (seller: number) =>
    statementOf(
      booked.filter((entry) => entry.seller === seller).map(({ movement }) => movement),
      dateOf(model.day),
    );

  for (const one of happenings) {
    const amount = model.apply(one);
    if (one.what === 'captured' && !booked.some(({ order }) => order === one.order))
      for (const item of orders[one.order]!)
        if (item.seller !== null)
          add(
            { seller: item.seller, order: one.order, key: null, postings: salePostings(shareOf(paidFor(item))) },
            { kind: 'sale', dueOn: addBusinessDays(dateOf(model.day), 3) },
          );
    if (one.what === 'refunded') refunds.add(one.order);
    settleRefunds();
    if (one.what === 'paid out' && amount !== null)
      add({ seller: one.seller, order: null, key: one.key, postings: payoutPostings(amount) }, { kind: 'payout' });
    if (one.what === 'taken back') for (const entry of [...booked]) if (entry.key === one.key) undo('payout_reversal', entry);

    const balances = Object.fromEntries(SELLERS.map((seller) => [seller, statement(seller).balances]));
    // `expect` is slow, and these are a hundred thousand
    if (!isDeepStrictEqual(balances, model.all())) expect(balances).toEqual(model.all());
    if (booked.some(({ postings }) => sumOf(postings) !== 0)) throw new Error('a transaction is out of balance');
  }
  return { statement, booked };
}

test(`${RUNS} random histories: every transaction sums to zero, and every balance is the model's`, () => {
  const seen: Record<string, number> = {};
  fc.assert(
    fc.property(histories(25), (history) => {
      for (const { movement } of play(history).booked) seen[movement.kind] = (seen[movement.kind] ?? 0) + 1;
    }),
    { numRuns: RUNS, reporter: failWith },
  );
  // they are histories worth trying: nothing that can happen is rare
  for (const kind of ['sale', 'refund', 'payout', 'payout_reversal']) expect(seen[kind]).toBeGreaterThan(RUNS / 20);
});

test('each line of a statement adds up to its balances', () => {
  fc.assert(
    fc.property(histories(25), (history) => {
      const { statement, booked } = play(history);
      for (const seller of SELLERS) {
        const { states, balances } = statement(seller);
        const open = (state: string) =>
          [...states.values()].reduce((sum, line) => (line.state === state ? sum + line.openCents : sum), 0);
        expect([open('owed'), open('due')]).toEqual([balances.owedCents, balances.dueCents]);
        const balance = booked.reduce((sum, one) => (one.seller === seller ? sum + one.movement.amountCents : sum), 0);
        expect(balances.owedCents + balances.dueCents - balances.overpaidCents).toBe(balance);
      }
    }),
    { numRuns: 500, reporter: failWith },
  );
});

/** A wrong history, made as short as it can be, in words. */
function failWith({ failed, counterexample, seed, errorInstance }: fc.RunDetails<[History]>) {
  if (!failed) return;
  throw new Error(`seed ${seed}, the shortest history that goes wrong:\n${told(counterexample![0])}\n\n${String(errorInstance)}`);
}

test('a history that goes wrong is shortened to what matters, and told', () => {
  const neverPaidTwice = fc.property(histories(25), (history) => {
    const { booked } = play(history);
    expect(booked.filter(({ movement }) => movement.kind === 'payout').length).toBeLessThan(2);
  });
  const run = () => fc.assert(neverPaidTwice, { numRuns: 2000, reporter: failWith });
  expect(run).toThrow(/the shortest history that goes wrong:\norder 0: /);
  const lines = message(run).split('\n\n')[0]!.split('\n');
  // one sale, the nights until it is due, and two payouts
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
