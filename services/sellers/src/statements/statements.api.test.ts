import { PaymentsReconciled, StatementReady } from '@shop/contracts/events';
import type { StatementView } from '@shop/contracts/views';
import { asAdmin, asUser, emitted, forEachTest } from '@shop/runtime/testing';
import fc from 'fast-check';
import request from 'supertest';
import { book } from '../ledger/journal';
import { feePostings } from '../ledger/postings';
import { captured, hears, openLedger, pay, payout, refunded } from '../testing/ledger-app';
import { statementOf } from './statement-queries';
import { tellStatements } from './tell-statements';

const shop = forEachTest(openLedger);
const timeZone = 'Europe/Moscow';
const site = { siteName: 'Ghostline', timeZone };

const get = (path: string, as = asUser(11)) => request(shop.app).get(`/api/sellers/1/statements${path}`).set(as).buffer(true);
const months = async () => ((await get('')).body as { data: StatementView[] }).data;
const statement = (month: string, now: Date) =>
  statementOf(
    shop.db.source.manager,
    { sellerId: 1, month, timeZone },
    { siteName: 'Ghostline', storeName: 'Velvet Static', now },
  );

/** A sale in October, two in November, of which one is refunded in December. */
async function quarter() {
  await hears(shop, captured(1, [{}], '2026-10-05T12:00:00.000Z'));
  await hears(shop, captured(2, [{}], '2026-11-02T12:00:00.000Z'));
  // Half past midnight on 1 December in Moscow.
  await hears(shop, captured(3, [{}], '2026-11-30T21:30:00.000Z'));
  await hears(shop, refunded(2, '2026-12-03T12:00:00.000Z'));
  shop.goTo(new Date('2026-12-20T12:00:00Z'));
}

test("a month of the shop's calendar begins with what the one before ended with", async () => {
  await quarter();
  expect(await months()).toEqual([
    { month: '2026-12', openingCents: 41_860, closingCents: 41_860, open: true },
    { month: '2026-11', openingCents: 20_930, closingCents: 41_860, open: false },
    { month: '2026-10', openingCents: 0, closingCents: 20_930, open: false },
  ]);
});

test('its lines add up from the opening to the closing balance', async () => {
  await quarter();
  const december = await statement('2026-12', new Date('2026-12-20T12:00:00Z'));
  expect(december).toMatchObject({
    openingCents: 41_860,
    sums: [
      { kind: 'Sales', amountCents: 20_930 },
      { kind: 'Refunds', amountCents: -20_930 },
    ],
    closingCents: 41_860,
    open: true,
    lines: [
      { on: '2026-12-01', kind: 'Sale', text: 'Night Cargo, order 3' },
      { on: '2026-12-03', kind: 'Refund', text: 'Night Cargo, order 2' },
    ],
  });
  const { text } = await get('/2026-12.csv');
  const amounts = text
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => Number(line.split(',').at(-1)!.replace("'", '')));
  expect(amounts).toEqual([418.6, 209.3, -209.3, 418.6]);
});

test('a payout is in the statement with its reference', async () => {
  await hears(shop, captured(1, [{}], '2026-10-05T12:00:00.000Z'));
  await pay(shop, 1, payout());
  const [{ at }] = await shop.db.source.query<[{ at: Date }]>(
    `SELECT occurred_at AS at FROM ledger_transactions WHERE kind = 'payout'`,
  );
  const month = new Intl.DateTimeFormat('en-CA', { timeZone }).format(at).slice(0, 7);
  const facts = await statement(month, at);
  expect(facts?.closingCents).toBe(0);
  expect(facts?.lines.at(-1)).toMatchObject({ kind: 'Payout', text: 'PP-1', amountCents: -20_930 });
});

test('any sales and refunds over any months: each statement begins where the last one ended, and the last is the ledger', async () => {
  const day = fc.date({ min: new Date('2026-01-01T00:00:00Z'), max: new Date('2026-06-30T23:59:59Z'), noInvalidDate: true });
  const sale = fc.record({ at: day, priceCents: fc.integer({ min: 1, max: 100_000 }), back: fc.option(day) });
  let orderId = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(sale, { minLength: 1, maxLength: 4 }), async (sales) => {
      for (const { at, priceCents, back } of sales) {
        orderId += 1;
        await hears(shop, captured(orderId, [{ priceCents }], at.toISOString()));
        if (back) await hears(shop, refunded(orderId, new Date(Math.max(back.getTime(), at.getTime())).toISOString()));
      }
      const [{ cents }] = await shop.db.source.query<[{ cents: number }]>(
        `SELECT coalesce(-sum(amount_cents), 0)::int AS cents FROM ledger_entries WHERE account = 'seller'`,
      );
      shop.goTo(new Date('2026-07-20T12:00:00Z'));
      const listed = (await months()).reverse();
      let before = 0;
      for (const { month, openingCents, closingCents } of listed) {
        const facts = await statement(month, new Date('2026-07-20T12:00:00Z'));
        expect(facts).toMatchObject({ openingCents, closingCents });
        expect(openingCents).toBe(before);
        expect(facts!.lines.reduce((sum, line) => sum + line.amountCents, openingCents)).toBe(closingCents);
        expect(facts!.sums.reduce((sum, part) => sum + part.amountCents, openingCents)).toBe(closingCents);
        before = closingCents;
      }
      expect(before).toBe(cents);
    }),
    { numRuns: 8 },
  );
});

test('it is a PDF for the seller and admins of money, and nobody else', async () => {
  await quarter();
  const pdf = await get('/2026-11.pdf');
  expect(pdf).toMatchObject({ status: 200, headers: { 'content-type': 'application/pdf' } });
  expect((pdf.body as Buffer).subarray(0, 5).toString()).toBe('%PDF-');
  expect((await get('/2026-11.pdf')).body).toEqual(pdf.body);
  for (const path of ['', '/2026-11.pdf', '/2026-11.csv']) {
    expect((await get(path, asUser(12))).status).toBe(403);
    expect((await get(path, asAdmin(1, 'support'))).status).toBe(403);
    expect((await get(path, asAdmin(1, 'finance'))).status).toBe(200);
  }
  for (const path of ['/2026-09.pdf', '/2027-01.pdf', '/2027-01.csv']) expect((await get(path)).status).toBe(404);
  expect((await get('/2026-13.pdf')).status).toBe(400);
});

test('a seller hears of a month once, when it has been over for two days and something was booked', async () => {
  const today = new Date();
  const last = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 1, 15, 12));
  await hears(shop, captured(1, [{}], last.toISOString()));
  await book(shop.db.source.manager, {
    ...{ kind: 'dispute_fee', sellerId: null, orderId: 1, reference: 'PP-D-1', version: 1, occurredAt: last },
    postings: feePostings(2000),
  });
  const third = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), 3, 12));
  expect(await tellStatements(shop.db.source, site, new Date(third.getTime() - 2 * 86_400_000))).toBe(0);
  expect(await tellStatements(shop.db.source, site, third)).toBe(1);
  expect(await tellStatements(shop.db.source, site, third)).toBe(0);
  expect(await emitted(shop.db.source, StatementReady)).toMatchObject([
    {
      sellerId: 1,
      month: last.toISOString().slice(0, 7),
      openingCents: 0,
      closingCents: 20_930,
      owner: { email: 'nora@example.com' },
    },
  ]);
});

test('it prints the newest head of the sales log in that month', async () => {
  await quarter();
  const night = (at: string, size: number) =>
    hears(
      shop,
      PaymentsReconciled({
        ...{ runId: size, night: null, at, reached: true, captures: 0, refunds: 0, disputes: 0, open: [], sales: [] },
        log: { size, root: `root ${size}` },
      }),
      2,
    );
  await night('2026-11-10T01:00:00Z', 41);
  await night('2026-11-29T01:00:00Z', 43);
  await night('2026-11-20T01:00:00Z', 42);
  expect(await statement('2026-11', new Date('2026-12-20T12:00:00Z'))).toMatchObject({ log: { size: 43, root: 'root 43' } });
});
