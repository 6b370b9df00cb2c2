import { asAdmin, numberOf } from '@shop/runtime/testing';
import fc from 'fast-check';
import request from 'supertest';
import { histories, noonOf, paidFor, SELLERS, described, type Happening, type History } from '../testing/ledger-histories';
import {
  captured,
  hears,
  ledger,
  openLedger,
  ledgerFaults,
  pay,
  refunded,
  refundedInPart,
  takeBack,
  uuid,
  type LedgerApp,
} from '../testing/ledger-app';
import { Model } from '../testing/ledger-model';

const RUNS = numberOf('LEDGER_DATABASE_HISTORIES', 30);

let books: LedgerApp;
beforeEach(async () => {
  books = await openLedger();
});
afterEach(() => books.close());

/** Several histories share a database: each has sellers and orders of its own. */
let base = 0;
const nextBase = () => (base += 10);

/** Plays a history through the reactions and calls, sends some messages twice, and compares the result with the model. */
async function play({ orders, happenings }: History) {
  const shift = nextBase();
  const sellerOf = new Map(await Promise.all(SELLERS.map(async (seller) => [seller, await openStore(shift + seller)] as const)));
  const model = new Model(orders);
  const payoutIds = new Map<number, number>();
  let first: Record<number, string> = {};

  for (const [step, one] of happenings.entries()) {
    const { dueCents: dueBefore } = one.what === 'paid out' ? model.books(one.seller) : { dueCents: 0 };
    const used = one.what === 'paid out' && model.payments.some(({ key }) => key === one.key);
    const effect = model.apply(one);
    books.goTo(noonOf(model.day));
    await happen(one, { step, effect, dueBefore, used });
    expect(await ledgerFaults(books)).toEqual([]);
    for (const seller of SELLERS) {
      const { balances, data } = await ledger(books, sellerOf.get(seller));
      expect(balances).toEqual(model.books(seller));
      const open = (state: string) => data.reduce((sum, line) => (line.state === state ? sum + line.openCents : sum), 0);
      expect([open('owed'), open('due')]).toEqual([balances.owedCents, balances.dueCents]);
      const amount = data.reduce((sum, { amountCents }) => sum + amountCents, 0);
      expect(balances.owedCents + balances.dueCents - balances.overpaidCents).toBe(amount);
    }
  }

  async function happen(
    happening: Happening,
    { step, effect, dueBefore, used }: { step: number; effect: number | null; dueBefore: number; used: boolean },
  ) {
    switch (happening.what) {
      case 'captured': {
        // An order that is told again on a later day keeps the day of its capture.
        first = { [happening.order]: noonOf(model.day).toISOString(), ...first };
        const items = orders[happening.order]!.map((item) => {
          const { priceCents, projectCents, paidCents } = paidFor(item);
          const sellerId = item.seller === null ? null : sellerOf.get(item.seller)!;
          return { sellerId, priceCents, projectCents, paidCents, discountCents: priceCents + projectCents - paidCents };
        });
        return hears(books, captured(shift + happening.order, items, first[happening.order]), 1 + (step % 2));
      }
      case 'refunded':
        return hears(books, refunded(shift + happening.order, noonOf(model.day).toISOString()), 1 + (step % 2));
      case 'refunded in part': {
        const amounts = orders[happening.order]!.map((item) => Math.ceil((paidFor(item).paidCents * happening.permille) / 1000));
        const borneBy = happening.byHouse ? 'house' : 'sale';
        const occurredAt = noonOf(model.day).toISOString();
        const refund = refundedInPart(shift + happening.order, `R-${shift}-${step}`, amounts, { borneBy, occurredAt });
        return hears(books, refund, 1 + (step % 2));
      }
      case 'paid out': {
        if (used) return;
        const amountCents = effect ?? Math.max(1, Math.ceil((dueBefore * happening.permille) / 1000));
        const body = {
          key: uuid(shift + happening.key),
          amountCents,
          method: 'paypal',
          reference: `PP-${shift}-${happening.key}`,
          confirm: true,
          beyondDue: happening.beyondDue,
        };
        const { status, body: answer } = await pay(books, sellerOf.get(happening.seller)!, body);
        expect(status).toBe(effect === null ? 409 : 201);
        if (effect === null) return;
        payoutIds.set(happening.key, (answer as { data: { id: number } }).data.id);
        expect((await pay(books, sellerOf.get(happening.seller)!, body)).status).toBe(201);
        return;
      }
      case 'taken back':
        if (payoutIds.has(happening.key)) expect((await takeBack(books, payoutIds.get(happening.key)!)).status).toBe(200);
        return;
      case 'night':
        return;
    }
  }
}

async function openStore(n: number): Promise<number> {
  const [row] = await books.db.source.query<[{ id: number }]>(
    'INSERT INTO sellers (user_id, store_name) VALUES ($1, $2) RETURNING id',
    [1000 + n, `Store ${n}`],
  );
  return row.id;
}

/** Contains each kind of transaction, whatever chance brings. */
const EVERY_KIND: History = {
  orders: [1, 2, 1, 2].map((seller) => [{ seller, priceCents: 29900, project: true, percentOff: 10 }]),
  happenings: [
    { what: 'captured', order: 0 },
    { what: 'captured', order: 1 },
    { what: 'refunded in part', order: 0, permille: 300, byHouse: false },
    { what: 'refunded', order: 1 },
    { what: 'night', days: 6 },
    { what: 'paid out', seller: 1, permille: 1000, beyondDue: false, key: 0 },
    { what: 'taken back', key: 0 },
  ],
};

test(`${RUNS} random histories through Postgres: always in balance, and every seller has what the model says`, async () => {
  await fc.assert(
    fc.asyncProperty(histories(14), (history) => play(history)),
    {
      numRuns: RUNS,
      examples: [[EVERY_KIND]],
      endOnFailure: false,
      asyncReporter: ({ failed, counterexample, seed, errorInstance }) =>
        failed
          ? Promise.reject(
              new Error(
                `seed ${seed}, the shortest history that goes wrong:\n${described(counterexample![0]!)}\n\n${String(errorInstance)}`,
              ),
            )
          : Promise.resolve(),
    },
  );
  const payouts = await books.db.source.query<{ kind: string }[]>('SELECT DISTINCT kind FROM ledger_transactions ORDER BY kind');
  expect(payouts.map(({ kind }) => kind)).toEqual(['part_refund', 'payout', 'payout_reversal', 'refund', 'sale']);
}, 360_000);

test('the admin’s list says of each seller what their own ledger says', async () => {
  await fc.assert(
    fc.asyncProperty(histories(14), (history) => play(history)),
    { numRuns: 5 },
  );
  books.goTo(noonOf(9));
  const { body } = await request(books.app).get('/api/payouts').set(asAdmin()).expect(200);
  const rows = (body as { data: { id: number; oldestDueOn: string | null }[] }).data;
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) {
    const { balances, data } = await ledger(books, row.id);
    expect(row).toMatchObject(balances);
    const open = data.filter(({ openCents }) => openCents > 0).map(({ dueOn }) => dueOn!);
    expect(row.oldestDueOn).toBe(open.sort()[0] ?? null);
  }
});
