import { TrackFrozen, TrackThawed } from '@shop/contracts/events';
import { forEachTest } from '@shop/runtime/testing';
import { captured, hears, ledger, openLedger, ledgerFaults, pay, payout, refunded, takeBack, uuid } from '../testing/ledger-app';

/** Two sales of 299.00 each, of which the seller has 209.30, both due. */
const books = forEachTest(openLedger);
beforeEach(async () => {
  await hears(books, captured(1, [{}]));
  await hears(books, captured(2, [{}]));
  books.goTo(new Date('2026-11-26T12:00:00Z'));
});

const frozen = (orderId = 1, version = 1, reason: 'claim' | 'dispute' = 'claim') =>
  TrackFrozen({ orderId, productId: orderId * 10, sellerId: 1, version, reason });
const thawed = (orderId = 1, version = 2) => TrackThawed({ orderId, productId: orderId * 10, sellerId: 1, version });
const balances = async () => (await ledger(books)).balances;
const line = async (orderId: number) =>
  (await ledger(books)).data.find((entry) => entry.kind === 'sale' && entry.orderId === orderId);

test('a held line is neither due nor paid out, says why, and is due again once it is released', async () => {
  await hears(books, frozen(), 2);
  expect(await balances()).toEqual({ owedCents: 0, dueCents: 20930, heldCents: 20930, paidCents: 0, overpaidCents: 0 });
  expect(await line(1)).toMatchObject({ state: 'held', openCents: 20930 });
  expect((await line(1))?.why.at(-1)).toContain('On hold: the buyer reported a problem');
  expect((await ledger(books, 1, { state: 'held' })).data).toMatchObject([{ orderId: 1 }]);

  expect((await pay(books, 1, payout({ amountCents: 41860 }))).body).toMatchObject({
    code: 'not-due',
    details: { dueCents: 20930 },
  });
  await pay(books, 1, payout()).expect(201);
  expect(await line(2)).toMatchObject({ state: 'paid', openCents: 0 });
  expect(await line(1)).toMatchObject({ state: 'held', openCents: 20930 });
  expect(await balances()).toEqual({ owedCents: 0, dueCents: 0, heldCents: 20930, paidCents: 20930, overpaidCents: 0 });

  await hears(books, thawed(), 2);
  expect(await balances()).toEqual({ owedCents: 0, dueCents: 20930, heldCents: 0, paidCents: 20930, overpaidCents: 0 });
  expect(await ledgerFaults(books)).toEqual([]);
});

test('what was paid out before is not held, and the next sales are paid in full', async () => {
  await pay(books, 1, payout()).expect(201);
  await hears(books, frozen());
  expect(await balances()).toEqual({ owedCents: 0, dueCents: 20930, heldCents: 0, paidCents: 20930, overpaidCents: 0 });
  expect(await line(1)).toMatchObject({ state: 'paid' });
});

test('once such a payout is taken back, all of the line is held', async () => {
  const { body } = await pay(books, 1, payout()).expect(201);
  await hears(books, frozen());
  await takeBack(books, (body as { data: { id: number } }).data.id).expect(200);
  expect(await balances()).toEqual({ owedCents: 0, dueCents: 20930, heldCents: 20930, paidCents: 0, overpaidCents: 0 });
});

test('a refund ends what was held; the thaw after it changes nothing', async () => {
  await hears(books, frozen());
  await hears(books, refunded(1));
  const after = { owedCents: 0, dueCents: 20930, heldCents: 0, paidCents: 0, overpaidCents: 0 };
  expect(await balances()).toEqual(after);
  await hears(books, thawed());
  expect(await balances()).toEqual(after);
});

test('events in any order: a thaw that came first is not undone, and a line is held before its sale is booked', async () => {
  await hears(books, thawed());
  await hears(books, frozen());
  expect(await balances()).toMatchObject({ heldCents: 0, dueCents: 41860 });
  await hears(books, frozen(1, 3, 'dispute'));
  expect(await balances()).toMatchObject({ heldCents: 20930, dueCents: 20930 });
  await hears(books, frozen(3));
  await hears(books, captured(3, [{}], '2026-11-26T12:00:00.000Z'));
  expect(await balances()).toEqual({ owedCents: 0, dueCents: 20930, heldCents: 41860, paidCents: 0, overpaidCents: 0 });
});

test('money sent beyond what is due is overpaid, not taken from the held line', async () => {
  await hears(books, frozen());
  await pay(books, 1, payout({ key: uuid(2), amountCents: 25000, beyondDue: true })).expect(201);
  expect(await balances()).toEqual({ owedCents: 0, dueCents: 0, heldCents: 20930, paidCents: 25000, overpaidCents: 4070 });
});
