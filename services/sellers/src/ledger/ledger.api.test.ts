import {
  AdminActed,
  DisputeChanged,
  PayoutRecorded,
  PayoutReversed,
  SaleBooked,
  SaleReduced,
  SaleReversed,
} from '@shop/contracts/events';
import { openDatabase } from '@shop/runtime';
import { as, asAdmin, asUser, emitted, testLog } from '@shop/runtime/testing';
import { sealAll, verifySeals } from '@shop/shared';
import { parse } from 'csv-parse/sync';
import request from 'supertest';
import { schema } from '../database';
import { LedgerBalances1796360000000 } from '../migrations/1796360000000-ledger-balances';
import { PayoutsByReference1797730000000 } from '../migrations/1797730000000-payouts-by-reference';
import { ledgerJournal } from './journal';
import {
  captured,
  hears,
  ledger,
  openLedger,
  ledgerFaults,
  pay,
  payout,
  refunded,
  refundedInPart,
  takeBack,
  uuid,
  type LedgerApp,
} from '../testing/ledger-app';

let books: LedgerApp;
beforeEach(async () => {
  books = await openLedger();
});
afterEach(async () => {
  expect(await ledgerFaults(books)).toEqual([]);
  await books.close();
});

const WEDNESDAY = new Date('2026-11-25T09:00:00Z');
const accounts = () =>
  books.db.source.query<{ account: string; cents: number }[]>(
    'SELECT account, sum(amount_cents)::int AS cents FROM ledger_entries GROUP BY account ORDER BY account',
  );

describe('a sale', () => {
  test('is booked once however often it is told, due three business days after a Friday, and announced', async () => {
    await hears(books, captured(7, [{}]), 3);
    await hears(books, captured(7, [{}]));
    expect(await accounts()).toEqual([
      { account: 'clearing', cents: 29900 },
      { account: 'commission', cents: -8970 },
      { account: 'seller', cents: -20930 },
    ]);
    expect(await ledger(books)).toMatchObject({
      data: [
        {
          kind: 'sale',
          orderId: 7,
          name: 'Night Cargo',
          amountCents: 20930,
          state: 'owed',
          openCents: 20930,
          dueOn: '2026-11-25',
        },
      ],
      balances: { owedCents: 20930, dueCents: 0, heldCents: 0, paidCents: 0, overpaidCents: 0 },
    });
    expect(await emitted(books.db.source, SaleBooked)).toMatchObject([
      {
        sellerId: 1,
        storeName: 'Velvet Static',
        owner: { name: 'Nora', email: 'nora@example.com' },
        orderId: 7,
        grossCents: 29900,
        netCents: 20930,
        dueOn: '2026-11-25',
      },
    ]);
  });

  test('becomes due on its day in the time zone of the shop, not a minute earlier', async () => {
    await hears(books, captured(7, [{}]));
    books.goTo(new Date('2026-11-24T20:59:00Z'));
    expect((await ledger(books)).balances).toMatchObject({ owedCents: 20930, dueCents: 0 });
    books.goTo(new Date('2026-11-24T21:00:00Z'));
    expect((await ledger(books)).balances).toMatchObject({ owedCents: 0, dueCents: 20930 });
  });

  test('with a coupon of 100 percent brings the seller 70 percent of 75 percent, and the shop bears it', async () => {
    await hears(books, captured(7, [{ discountCents: 39900, projectCents: 10000 }]));
    expect(await accounts()).toEqual([
      { account: 'commission', cents: -8978 },
      { account: 'promotion', cents: 29925 },
      { account: 'seller', cents: -20947 },
    ]);
    expect((await ledger(books)).data[0]!.why).toContain('Your share is counted from $299.25, 75% of $399.00.');
  });

  test('of several sellers and the operator books each seller their own, and nothing for the operator', async () => {
    await hears(books, captured(7, [{ sellerId: 1 }, { sellerId: null }, { sellerId: 2, priceCents: 10000 }]));
    expect((await ledger(books, 1)).balances).toMatchObject({ owedCents: 20930 });
    expect((await ledger(books, 2)).balances).toMatchObject({ owedCents: 7000 });
    expect(await emitted(books.db.source, SaleBooked)).toHaveLength(2);
  });
});

describe('a refund', () => {
  test('reverses every sale of its order once', async () => {
    await hears(books, captured(7, [{ sellerId: 1 }, { sellerId: 2 }]));
    await hears(books, refunded(7), 2);
    await hears(books, refunded(7));
    const { data, balances } = await ledger(books);
    expect(data).toMatchObject([
      {
        kind: 'refund',
        orderId: 7,
        name: 'Night Cargo',
        amountCents: -20930,
        state: null,
        share: { priceCents: -29900, grossCents: -29900, commissionCents: -8970, netCents: -20930 },
      },
      { kind: 'sale', state: 'reversed', openCents: 0, share: { grossCents: 29900, commissionCents: 8970, netCents: 20930 } },
    ]);
    expect(balances).toEqual({ owedCents: 0, dueCents: 0, heldCents: 0, paidCents: 0, overpaidCents: 0 });
    expect((await accounts()).every(({ cents }) => cents === 0)).toBe(true);
    expect(await emitted(books.db.source, SaleReversed)).toMatchObject([
      { sellerId: 1, owner: { email: 'nora@example.com' }, orderId: 7, netCents: 20930 },
      { sellerId: 2, owner: null, orderId: 7, netCents: 20930 },
    ]);
  });

  test('that is heard of before its sale ends the same', async () => {
    await hears(books, refunded(7));
    await hears(books, captured(7, [{}]), 2);
    await hears(books, refunded(7));
    expect((await ledger(books)).data.map(({ kind, state }) => [kind, state])).toEqual([
      ['refund', null],
      ['sale', 'reversed'],
    ]);
  });

  test('and sale at the same moment, on two replicas, still meet', async () => {
    await Promise.all(
      Array.from({ length: 12 }, (_, i) => [hears(books, captured(i + 1, [{}])), hears(books, refunded(i + 1))]).flat(),
    );
    expect((await ledger(books)).data.filter(({ kind }) => kind === 'refund')).toHaveLength(12);
    expect((await ledger(books)).balances).toEqual({ owedCents: 0, dueCents: 0, heldCents: 0, paidCents: 0, overpaidCents: 0 });
  });

  test('and sales of the same sellers at the same moment do not wait for each other for ever', async () => {
    await Promise.all(
      Array.from({ length: 12 }, async (_, i) => {
        const sellers = i % 2 ? [{ sellerId: 1 }, { sellerId: 2 }] : [{ sellerId: 2 }, { sellerId: 1 }];
        await hears(books, captured(i + 1, sellers));
        if (i % 3 === 0) await hears(books, refunded(i + 1));
      }),
    );
    for (const seller of [1, 2]) expect((await ledger(books, seller)).balances).toMatchObject({ owedCents: 8 * 20930 });
  });

  test('after the payout leaves a debt, which the next sales make up for', async () => {
    await hears(books, captured(7, [{}]));
    books.goTo(WEDNESDAY);
    await pay(books, 1, payout()).expect(201);
    await hears(books, refunded(7));
    expect((await ledger(books)).balances).toEqual({
      owedCents: 0,
      dueCents: 0,
      heldCents: 0,
      paidCents: 20930,
      overpaidCents: 20930,
    });

    await hears(books, captured(8, [{ priceCents: 50000 }], '2026-11-25T08:00:00.000Z'));
    const { balances, data } = await ledger(books);
    expect(balances).toEqual({ owedCents: 14070, dueCents: 0, heldCents: 0, paidCents: 20930, overpaidCents: 0 });
    // The payout is booked at the time of this run, so either line may be the newer.
    const sale = data.find(({ orderId }) => orderId === 8);
    expect(sale).toMatchObject({ state: 'owed', openCents: 14070 });
    expect(sale!.why.at(-1)).toBe('Payouts have covered $209.30 of it; $140.70 is open.');
  });
});

describe('a payout', () => {
  beforeEach(async () => {
    await hears(books, captured(7, [{}]));
    books.goTo(WEDNESDAY);
  });

  test('is recorded, told to the seller and to the audit log', async () => {
    const { body } = await pay(books, 1, payout()).expect(201);
    expect(body).toMatchObject({ success: true, data: { sellerId: 1, amountCents: 20930, method: 'paypal', reference: 'PP-1' } });
    const { data, balances } = await ledger(books);
    expect(data.map(({ kind, state, amountCents }) => [kind, state, amountCents])).toContainEqual(['payout', 'paid', -20930]);
    expect(data.find(({ kind }) => kind === 'sale')).toMatchObject({ state: 'paid', openCents: 0 });
    expect(balances).toEqual({ owedCents: 0, dueCents: 0, heldCents: 0, paidCents: 20930, overpaidCents: 0 });
    const said = { sellerId: 1, amountCents: 20930, method: 'paypal', reference: 'PP-1' };
    expect(await emitted(books.db.source, PayoutRecorded)).toMatchObject([
      { ...said, owner: { email: 'nora@example.com' }, storeName: 'Velvet Static' },
    ]);
    expect(await emitted(books.db.source, AdminActed)).toMatchObject([
      {
        adminId: 1,
        action: 'payout.recorded',
        subject: { type: 'payout', name: expect.stringMatching(/^Payout \d+$/) as string },
        before: null,
        after: { ...said, reference: 'not kept' },
      },
    ]);
  });

  test('sent twice by an impatient finger pays once and answers alike', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => pay(books, 1, payout({ amountCents: 1000 }))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => (body as { data: { id: number } }).data.id)).size).toBe(1);
    expect((await ledger(books)).balances).toMatchObject({ paidCents: 1000, dueCents: 19930 });
    expect(await emitted(books.db.source, PayoutRecorded)).toHaveLength(1);
  });

  test('recorded by two admins at once pays once: the other is told by whom it was, or that nothing is due', async () => {
    const sameReference = await Promise.all([1, 2].map((n) => pay(books, 1, payout({ key: uuid(n), amountCents: 5000 }))));
    expect(sameReference.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(sameReference.find(({ status }) => status === 409)!.body).toMatchObject({
      code: 'reference-known',
      field: 'reference',
      error: 'This payment is recorded already: $50.00 to Velvet Static.',
    });
    const rest = await Promise.all(
      [3, 4].map((n) => pay(books, 1, payout({ key: uuid(n), reference: `PP-${n}`, amountCents: 15930 }))),
    );
    expect(rest.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(rest.find(({ status }) => status === 409)!.body).toMatchObject({
      code: 'not-due',
      field: 'amountCents',
      details: { dueCents: 0 },
    });
    expect((await ledger(books)).balances).toMatchObject({ paidCents: 20930, dueCents: 0 });
  });

  test('has its reference however it is written: in small letters it is recorded already, of another method it is another', async () => {
    await pay(books, 1, payout({ reference: '7AB12345CD', amountCents: 5000 })).expect(201);
    const again = payout({ key: uuid(2), reference: '7ab12345cd', amountCents: 5000 });
    expect(await pay(books, 1, again)).toMatchObject({ status: 409, body: { code: 'reference-known' } });
    await pay(books, 1, { ...again, method: 'other' }).expect(201);
  });

  test('that may be recorded already is held against the last one that stands', async () => {
    const again = () => pay(books, 1, payout({ key: uuid(2), reference: 'PP 1', method: 'other' }));
    const error =
      /^Only \$0\.00 is due to Velvet Static\. The last payout was recorded on 20\d\d-\d\d-\d\d: \$209\.30, sent by PayPal, reference PP-1\.$/;
    await pay(books, 1, payout()).expect(201);
    expect((await again()).body).toMatchObject({ code: 'not-due', error: expect.stringMatching(error) as string });
    const wrong = await pay(books, 1, payout({ key: uuid(3), reference: 'PP-3', amountCents: 100, beyondDue: true })).expect(201);
    await takeBack(books, (wrong.body as { data: { id: number } }).data.id).expect(200);
    expect((await again()).body).toMatchObject({ code: 'not-due', error: expect.stringMatching(error) as string });
  });

  test('needs a confirmation when more than is due, or before it is', async () => {
    expect(await pay(books, 1, payout({ amountCents: 20931 }))).toMatchObject({
      status: 409,
      body: { code: 'not-due', error: 'Only $209.30 is due to Velvet Static.' },
    });
    books.goTo(new Date('2026-11-24T12:00:00Z'));
    expect((await pay(books, 1, payout({ amountCents: 1 }))).status).toBe(409);
  });

  test('that was sent before a refund came is recorded once that is confirmed, and covers the next sales', async () => {
    await hears(books, refunded(7));
    for (const confirm of [false, true])
      expect(await pay(books, 1, payout({ confirm }))).toMatchObject({
        status: 409,
        body: { code: 'not-due', field: 'amountCents', details: { dueCents: 0 } },
      });
    for (const _ of [1, 2]) await pay(books, 1, payout({ beyondDue: true })).expect(201);
    expect((await ledger(books)).balances).toEqual({
      owedCents: 0,
      dueCents: 0,
      heldCents: 0,
      paidCents: 20930,
      overpaidCents: 20930,
    });
    expect((await emitted(books.db.source, AdminActed)).map(({ after }) => after)).toMatchObject([
      { amountCents: 20930, beyondDue: true },
    ]);

    await hears(books, captured(8, [{ priceCents: 50000 }], '2026-11-20T12:00:00.000Z'));
    expect((await ledger(books)).balances).toEqual({
      owedCents: 0,
      dueCents: 14070,
      heldCents: 0,
      paidCents: 20930,
      overpaidCents: 0,
    });
    await pay(books, 1, payout({ key: uuid(2), reference: 'PP-2', amountCents: 14070, beyondDue: true })).expect(201);
    expect((await emitted(books.db.source, AdminActed)).at(-1)!.after).not.toHaveProperty('beyondDue');
  });

  test('that was sent before a refund came covers what is not due yet, before anything is overpaid', async () => {
    await hears(books, refunded(7));
    await hears(books, captured(8, [{ priceCents: 50000 }], '2026-11-25T08:00:00.000Z'));
    await pay(books, 1, payout({ beyondDue: true })).expect(201);
    expect((await ledger(books)).balances).toEqual({
      owedCents: 14070,
      dueCents: 0,
      heldCents: 0,
      paidCents: 20930,
      overpaidCents: 0,
    });
  });

  test('with a key that belongs to another one is refused', async () => {
    await pay(books, 1, payout({ amountCents: 1000 })).expect(201);
    expect(await pay(books, 1, payout({ amountCents: 2000 }))).toMatchObject({ status: 409, body: { code: 'key-used' } });
    expect((await pay(books, 2, payout({ amountCents: 1000 }))).status).toBe(409);
  });

  test('that was recorded wrongly is taken back by a second entry, once; then it is due again and its reference free', async () => {
    const { body } = await pay(books, 1, payout()).expect(201);
    const { id } = (body as { data: { id: number } }).data;
    await takeBack(books, id).expect(200);
    await takeBack(books, id).expect(200);
    expect(await takeBack(books, id, 'Sent twice')).toMatchObject({
      status: 409,
      body: { code: 'already-reversed', error: 'This payout was taken back already: Sent to another store' },
    });
    const { data, balances } = await ledger(books);
    expect(data.filter(({ kind }) => kind.startsWith('payout')).map(({ state, amountCents }) => [state, amountCents])).toEqual([
      [null, 20930],
      ['reversed', -20930],
    ]);
    expect(balances).toEqual({ owedCents: 0, dueCents: 20930, heldCents: 0, paidCents: 0, overpaidCents: 0 });
    expect(await emitted(books.db.source, PayoutReversed)).toMatchObject([{ payoutId: id, reason: 'Sent to another store' }]);
    expect((await emitted(books.db.source, AdminActed)).map(({ action }) => action)).toEqual([
      'payout.recorded',
      'payout.reversed',
    ]);
    await pay(books, 1, payout({ key: uuid(2) })).expect(201);
  });

  test('that was taken back is not recorded again by its form: the key is used', async () => {
    const { body } = await pay(books, 1, payout()).expect(201);
    await takeBack(books, (body as { data: { id: number } }).data.id).expect(200);
    expect(await pay(books, 1, payout())).toMatchObject({ status: 409, body: { code: 'key-used', field: 'key' } });
    expect((await ledger(books)).balances).toMatchObject({ dueCents: 20930, heldCents: 0, paidCents: 0 });
  });

  test.each([
    ['no amount', { amountCents: undefined }, 'amountCents'],
    ['nothing', { amountCents: 0 }, 'amountCents'],
    ['half a cent', { amountCents: 0.5 }, 'amountCents'],
    ['a text', { amountCents: '100' }, 'amountCents'],
    ['less than nothing', { amountCents: -100 }, 'amountCents'],
    ['cash', { method: 'cash' }, 'method'],
    ['no reference', { reference: ' ' }, 'reference'],
    ['a reference of two lines', { reference: 'a\nb' }, 'reference'],
    ['no key', { key: '1' }, 'key'],
    ['an amount that is confirmed in words', { beyondDue: 'yes' }, 'beyondDue'],
    ['somebody’s id', { sellerId: 2 }, 'sellerId'],
  ])('of %s is refused by name', async (_, over, field) => {
    expect(await pay(books, 1, payout(over))).toMatchObject({ status: 400, body: { field } });
  });

  test('to nobody, or of nothing, is not found', async () => {
    await pay(books, 99, payout()).expect(404);
    await takeBack(books, 99).expect(404);
    const [sale] = (await ledger(books)).data;
    await takeBack(books, sale!.id).expect(404);
  });
});

describe("PayPal's fee for a dispute", () => {
  const changed = (version: number, feeCents: number | null, over: object = {}) =>
    DisputeChanged({
      ...{ disputeId: 'PP-D-1', version, orderId: 7, buyerId: 7, change: 'updated', amountCents: 31_395, currency: 'USD' },
      ...{ reason: 'OTHER', stage: 'CHARGEBACK', status: 'UNDER_REVIEW', dueAt: null, outcome: null, feeCents },
      ...over,
    });
  const entries = () =>
    books.db.source.query<{ source: string; cents: number }[]>(
      `SELECT source, amount_cents AS cents FROM ledger_transactions t JOIN ledger_entries ON transaction_id = t.id
       WHERE kind = 'dispute_fee' AND account = 'fees' ORDER BY t.id`,
    );

  test("is booked once as the house's, and a change of it as the difference", async () => {
    await hears(books, captured(7, [{}]));
    const before = (await ledger(books)).balances;
    await hears(books, changed(1, 0), 2);
    await hears(books, changed(2, 2000), 2);
    await hears(books, changed(3, 2000), 2);
    await hears(books, changed(4, 1500), 2);
    await hears(books, changed(5, 0, { disputeId: 'PP-D-2', orderId: null }), 2);
    expect(await entries()).toEqual([
      { source: 'dispute_fee PP-D-1 2', cents: 2000 },
      { source: 'dispute_fee PP-D-1 4', cents: -500 },
    ]);
    expect((await ledger(books)).balances).toEqual(before);
    expect(await accounts()).toContainEqual({ account: 'fees', cents: 1500 });
    await sealAll(books.db.source, ledgerJournal);
    expect(await verifySeals(books.db.source, ledgerJournal)).toMatchObject({ rows: 3, waiting: 0, findings: [] });
  });

  test('comes in any order, and not at all from an older release', async () => {
    await hears(books, changed(1, null));
    await hears(books, changed(5, 0));
    await hears(books, changed(4, 2000), 2);
    expect(await entries()).toEqual([]);
    await Promise.all([6, 7, 8].map((version) => hears(books, changed(version, version * 100))));
    expect((await entries()).reduce((sum, { cents }) => sum + cents, 0)).toBe(800);
  });
});

describe('the books themselves', () => {
  const sql = (text: string) => books.db.source.query(text);

  test.each([
    'UPDATE ledger_entries SET amount_cents = 1',
    'DELETE FROM ledger_entries',
    'UPDATE ledger_transactions SET due_on = now()',
    'DELETE FROM ledger_transactions',
    'TRUNCATE ledger_entries, ledger_transactions CASCADE',
    'DELETE FROM ledger_refunds',
    'UPDATE ledger_balances SET paid_cents = 0',
    'DELETE FROM ledger_balances',
  ])('nobody can %s', async (statement) => {
    await hears(books, captured(7, [{}]));
    await hears(books, refunded(7));
    await expect(books.db.asOwner(statement)).rejects.toThrow(/append-only/);
    await expect(sql(statement)).rejects.toThrow(/permission denied for table ledger_/);
  });

  test('are sealed with every entry: what is booked later, changed or removed behind their back is found', async () => {
    await hears(books, captured(7, [{}]));
    await hears(books, captured(8, [{}]));
    await sealAll(books.db.source, ledgerJournal);
    await hears(books, refunded(7));
    expect(await verifySeals(books.db.source, ledgerJournal)).toMatchObject({ rows: 2, waiting: 1, findings: [] });
    await sealAll(books.db.source, ledgerJournal);
    const quietly = (statement: string) => books.db.asOwner(`ALTER TABLE ledger_entries DISABLE TRIGGER USER; ${statement}`);
    await quietly(`UPDATE ledger_entries SET amount_cents = amount_cents * 2 WHERE transaction_id = 2`);
    expect((await verifySeals(books.db.source, ledgerJournal)).findings).toEqual(['Rows 1 to 2 are not what seal 1 was put on.']);
    await quietly(`UPDATE ledger_entries SET amount_cents = amount_cents / 2 WHERE transaction_id = 2`);
    expect((await verifySeals(books.db.source, ledgerJournal)).findings).toEqual([]);
  });

  test('keep the right balances while sales, refunds and payouts are booked at the same moment', async () => {
    const days = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-20'];
    await hears(books, captured(100, [{}, {}, {}], '2026-11-16T12:00:00.000Z'));
    books.goTo(WEDNESDAY);
    await Promise.all(
      Array.from({ length: 16 }, async (_, i) => {
        const paid = pay(books, 1, payout({ key: uuid(i), reference: `PP-${i}`, amountCents: 100 * (i + 1) })).expect(201);
        const sold = hears(books, captured(i + 1, [{}], `${days[i % 4]}T12:00:00.000Z`));
        if (i % 3 === 0) await Promise.all([sold, hears(books, refunded(i + 1))]);
        const { body } = await paid;
        if (i % 4 === 0) await takeBack(books, (body as { data: { id: number } }).data.id).expect(200);
        await sold;
      }),
    );
    expect(await ledgerFaults(books)).toEqual([]);
  });

  test('of an older shop are added up when it is updated', async () => {
    await hears(books, captured(7, [{ sellerId: 1 }, { sellerId: 2 }]));
    await hears(books, captured(8, [{}, {}], '2026-11-17T12:00:00.000Z'));
    await hears(books, refunded(7));
    books.goTo(WEDNESDAY);
    await pay(books, 1, payout({ amountCents: 30000 })).expect(201);
    await books.db.migrateAgain(new LedgerBalances1796360000000());
    expect((await ledger(books)).balances).toEqual({
      owedCents: 0,
      dueCents: 11860,
      heldCents: 0,
      paidCents: 30000,
      overpaidCents: 0,
    });
    expect(await ledgerFaults(books)).toEqual([]);
  });

  test('can be read while an upgrade makes the index of references', async () => {
    const owner = await openDatabase({ ...schema, url: books.db.ownerUrl, log: testLog });
    const runner = owner.createQueryRunner();
    const migration = new PayoutsByReference1797730000000();
    await migration.down(runner);
    await runner.startTransaction();
    await migration.up(runner);
    const locks: { mode: string }[] = await runner.query(
      `SELECT mode FROM pg_locks WHERE relation = 'ledger_transactions'::regclass AND pid = pg_backend_pid()`,
    );
    await runner.commitTransaction();
    await runner.release();
    await owner.destroy();
    expect(locks).toEqual([{ mode: 'ShareLock' }]);
  });

  test('refuse a transaction that is out of balance, and an entry added to one that is closed', async () => {
    await hears(books, captured(7, [{}]));
    await expect(sql(`INSERT INTO ledger_entries VALUES (1, 'promotion', 5)`)).rejects.toThrow(/closed/);
    await expect(
      books.db.source.transaction(async (db) => {
        await db.query(
          `INSERT INTO ledger_transactions (kind, source, seller_id, occurred_at, method, reference, recorded_by)
           VALUES ('payout', 'by hand', 1, now(), 'other', 'x', 1)`,
        );
        await db.query(
          `INSERT INTO ledger_entries SELECT max(id), 'seller', 100 FROM ledger_transactions UNION ALL SELECT max(id), 'clearing', -99 FROM ledger_transactions`,
        );
      }),
    ).rejects.toThrow(/out of balance by 1 cents/);
  });
});

describe('who may read', () => {
  beforeEach(() => hears(books, captured(7, [{}])));
  const read = (path: string, caller: { authorization: string }) => request(books.app).get(path).set(caller);

  test.each(['ledger', 'ledger.csv'])('%s: the seller and admins; others cannot tell what exists', async (what) => {
    const path = `/api/sellers/1/${what}`;
    expect((await read(path, asUser(11))).status).toBe(200);
    expect((await read(path, asAdmin())).status).toBe(200);
    expect((await read(path, asUser(12))).status).toBe(403);
    expect((await read(path, as())).status).toBe(401);
    expect((await read(`/api/sellers/99/${what}`, asUser(11))).status).toBe(403);
    expect((await read(`/api/sellers/99/${what}`, asAdmin())).status).toBe(404);
  });
});

describe('lists', () => {
  const payouts = (query: object = {}) => request(books.app).get('/api/payouts').query(query).set(asAdmin());

  test('the ledger is paged, narrowed by state, and found by track, order or reference', async () => {
    await hears(books, captured(7, [{ name: 'Salt' }, { name: 'Pepper' }, { name: 'Night' }]));
    await hears(books, captured(8, [{ name: 'Late Salt' }], '2026-11-24T12:00:00.000Z'));
    books.goTo(WEDNESDAY);
    await pay(books, 1, payout()).expect(201);
    expect(await ledger(books, 1, { page: 2, limit: 3 })).toMatchObject({
      data: [{}, {}],
      pagination: { total: 5, totalPages: 2 },
    });
    expect((await ledger(books, 1, { state: 'due' })).data).toHaveLength(2);
    expect((await ledger(books, 1, { q: 'salt' })).data).toHaveLength(2);
    expect((await ledger(books, 1, { q: '#8' })).data).toMatchObject([{ name: 'Late Salt', state: 'owed' }]);
    expect((await ledger(books, 1, { q: 'pp-1' })).data).toMatchObject([{ kind: 'payout' }]);
    await request(books.app).get('/api/sellers/1/ledger').query({ state: 'x' }).set(asAdmin()).expect(400);
  });

  test('the spreadsheet says what the screen says, line for line', async () => {
    await hears(
      books,
      captured(7, [{ name: '=HYPERLINK("https://evil.example")' }, { name: 'Müller, "Live"', discountCents: 20000 }]),
    );
    await hears(books, captured(8, [{ projectCents: 10000 }]));
    await hears(books, refunded(8));
    books.goTo(WEDNESDAY);
    await pay(books, 1, payout({ amountCents: 30000, reference: '@SUM(A1)', confirm: true })).expect(201);
    const { data } = await ledger(books);
    const answer = await request(books.app).get('/api/sellers/1/ledger.csv').set(asUser(11)).expect(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="ledger-1.csv"',
    });
    expect(answer.text.charCodeAt(0)).toBe(0xfeff);
    const lines = parse<Record<string, string>>(answer.text, { columns: true, bom: true });
    const dollars = (cents: number | undefined) => (cents === undefined ? '' : (cents / 100).toFixed(2));
    const safe = (text: string) => (/^[=@]/.test(text) ? `'${text}` : text);
    expect(lines).toHaveLength(data.length);
    expect(lines).toEqual(
      data.map((line) =>
        expect.objectContaining({
          Order: String(line.orderId ?? ''),
          Track: safe(line.name ?? ''),
          Price: dollars(line.share?.priceCents),
          'Coupon borne by the shop': dollars(line.share?.shopDiscountCents),
          Commission: dollars(line.share?.commissionCents),
          Amount: dollars(line.amountCents),
          Due: line.dueOn ?? '',
          State: line.state ?? '',
          Reference: safe(line.payout?.reference ?? ''),
          Why: line.why.join(' '),
        }),
      ),
    );
    const due = await request(books.app).get('/api/sellers/1/ledger.csv').query({ state: 'reversed' }).set(asUser(11));
    expect(parse(due.text, { columns: true, bom: true })).toHaveLength(1);
  });

  test('a sale and its refund add up to nothing in every column of the spreadsheet, and each line to its amount', async () => {
    await hears(books, captured(7, [{ projectCents: 10000, discountCents: 20000 }]));
    await hears(books, refunded(7));
    const { text } = await request(books.app).get('/api/sellers/1/ledger.csv').set(asUser(11)).expect(200);
    const lines = parse<Record<string, string>>(text, { columns: true, bom: true });
    expect(lines.map(({ Kind, Price }) => [Kind, Price])).toEqual([
      ['Refund', '-299.00'],
      ['Sale', '299.00'],
    ]);
    const cents = (line: Record<string, string>, column: string) => Math.round(Number(line[column]) * 100);
    for (const column of ['Price', 'Project', 'Coupon', 'Coupon borne by the shop', 'Commission', 'Amount'])
      expect([column, cents(lines[0]!, column) + cents(lines[1]!, column)]).toEqual([column, 0]);
    for (const line of lines) {
      const [gross, coupon] = [cents(line, 'Price') + cents(line, 'Project'), cents(line, 'Coupon')];
      const ownShare = cents(line, 'Commission') - cents(line, 'Coupon borne by the shop');
      expect(gross - coupon - ownShare).toBe(cents(line, 'Amount'));
    }
  });

  test("a line's day is the one of the shop's calendar, on the screen as in its reasons and in the spreadsheet", async () => {
    await hears(books, captured(7, [{}], '2026-11-20T22:30:00.000Z'));
    const { data } = await ledger(books);
    expect(data).toMatchObject([{ at: '2026-11-20T22:30:00.000Z', on: '2026-11-21' }]);
    expect(data[0]!.why).toContainEqual(expect.stringMatching(/^Paid by the buyer on 2026-11-21,/));
    const { text } = await request(books.app).get('/api/sellers/1/ledger.csv').set(asUser(11)).expect(200);
    expect(parse(text, { columns: true, bom: true })).toMatchObject([{ Date: '2026-11-21' }]);
  });

  test('no text of the spreadsheet is a formula, not even where semicolons end a cell', async () => {
    const name = `Low Tide;=cmd|' /C calc'!A0; @SUM(A1);plain`;
    await hears(books, captured(7, [{ name }]));
    const { text } = await request(books.app).get('/api/sellers/1/ledger.csv').set(asUser(11)).expect(200);
    expect(parse(text, { columns: true, bom: true })).toMatchObject([
      { Track: `Low Tide;'=cmd|' /C calc'!A0; '@SUM(A1);plain`, Amount: '209.30' },
    ]);
    for (const cell of text.split(/[;,\r\n]/)) expect(cell).not.toMatch(/^"?\s*[=@]/);
  });

  test('the admin sees who is due what, since when, and where to send it', async () => {
    await hears(books, captured(7, [{ sellerId: 1 }]));
    await hears(books, captured(8, [{ sellerId: 2 }], '2026-11-24T12:00:00.000Z'));
    books.goTo(WEDNESDAY);
    expect((await payouts()).body).toMatchObject({
      data: [
        {
          id: 1,
          store_name: 'Velvet Static',
          dueCents: 20930,
          owedCents: 0,
          oldestDueOn: '2026-11-25',
          payment_method: 'paypal',
          pay_to: 'pay@velvet.example',
        },
        {
          id: 2,
          store_name: 'Low Tide',
          dueCents: 0,
          owedCents: 20930,
          oldestDueOn: '2026-11-27',
          payment_method: 'card',
          pay_to: '4242',
        },
      ],
      totals: { dueCents: 20930, owedCents: 20930, heldCents: 0, paidCents: 0, overpaidCents: 0 },
      pagination: { total: 2 },
      today: '2026-11-25',
    });
    expect((await payouts({ due: 'true' })).body).toMatchObject({ data: [{ id: 1 }], totals: { owedCents: 0 } });
    expect((await payouts({ q: 'low' })).body).toMatchObject({ data: [{ id: 2 }], pagination: { total: 1 } });
    expect((await payouts({ sort: 'store_name', page: 1, limit: 1 })).body).toMatchObject({ data: [{ id: 2 }] });
    expect((await payouts({ sort: 'password' })).status).toBe(400);
    expect((await payouts().set(asUser(11))).status).toBe(403);
    const sheet = await request(books.app).get('/api/payouts/list.csv').query({ due: 'true' }).set(asAdmin()).expect(200);
    expect(parse(sheet.text, { columns: true, bom: true })).toMatchObject([{ Store: 'Velvet Static', Due: '209.30' }]);
  });
});

describe('a refund of a part', () => {
  test('shrinks the share by the rule by which it was made, once for each refund and track', async () => {
    await hears(books, captured(1, [{}]));
    await hears(books, refundedInPart(1, 'R-1', [10_001]), 2);
    const { data, balances } = await ledger(books);
    expect(data.map(({ kind, amountCents, openCents }) => ({ kind, amountCents, openCents }))).toEqual([
      { kind: 'part_refund', amountCents: -7001, openCents: 0 },
      { kind: 'sale', amountCents: 20_930, openCents: 13_929 },
    ]);
    expect(data[0]!.why).toEqual([
      '$100.01 of what the buyer of order #1 paid for it was given back, so the same part of your share is taken back: $70.01.',
    ]);
    expect(data[1]!.why).toContain('The buyer got $100.01 of it back, so $70.01 of your share was taken back.');
    expect(balances).toMatchObject({ owedCents: 13_929, overpaidCents: 0 });
    expect(await emitted(books.db.source, SaleReduced)).toMatchObject([{ orderId: 1, netCents: 7001, leftCents: 13_929 }]);
  });

  test('that the house bears, or that is all of the money, touches no share by itself', async () => {
    await hears(books, captured(1, [{}]));
    await hears(books, refundedInPart(1, 'R-1', [10_000], { borneBy: 'house' }));
    await hears(books, refundedInPart(1, 'R-2', [19_900], { full: true }));
    expect((await ledger(books)).data).toHaveLength(1);
  });

  test('of a sale with a large coupon shrinks what the shop bears of it too', async () => {
    await hears(books, captured(1, [{ discountCents: 14_950 }]));
    await hears(books, refundedInPart(1, 'R-1', [7475]));
    const [part, sale] = (await ledger(books)).data;
    expect([sale!.amountCents, part!.amountCents]).toEqual([15_697, -7849]);
    expect(await ledgerFaults(books)).toEqual([]);
  });

  test('after it was paid out becomes an overpaid balance; all of the money later takes back only the rest', async () => {
    await hears(books, captured(1, [{}]));
    books.goTo(new Date('2026-11-26T12:00:00Z'));
    await pay(books, 1, payout({ confirm: true })).expect(201);
    await hears(books, refundedInPart(1, 'R-1', [10_000]));
    expect((await ledger(books)).balances).toMatchObject({ paidCents: 20_930, overpaidCents: 7000 });
    await hears(books, refunded(1));
    expect((await ledger(books)).balances).toMatchObject({ overpaidCents: 20_930 });
    expect((await emitted(books.db.source, SaleReversed)).map(({ netCents }) => netCents)).toEqual([13_930]);
    await hears(books, refundedInPart(1, 'R-2', [5000]));
    expect((await ledger(books)).balances).toMatchObject({ overpaidCents: 20_930 });
  });

  test('that is heard of before the sale shrinks it when it is booked', async () => {
    await hears(books, refundedInPart(1, 'R-1', [10_000]));
    await hears(books, captured(1, [{}]), 2);
    expect((await ledger(books)).balances).toMatchObject({ owedCents: 13_930 });
  });
});
