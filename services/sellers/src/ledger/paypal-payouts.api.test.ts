import { LedgerCompared, PaymentsReconciled, PayoutNewsCame } from '@shop/contracts/events';
import { inTx } from '@shop/messaging';
import { asUser, emitted, forEachTest } from '@shop/runtime/testing';
import request from 'supertest';
import { approveBatch, cancelBatch } from '../payouts/approve-batch';
import type { PayoutParts } from '../payouts/batch';
import { draftBatch } from '../payouts/draft-batch';
import { askPaypal, sendBatch } from '../payouts/send-batch';
import { captured, hears, ledger, openLedger, pay as record, payout, uuid } from '../testing/ledger-app';
import { compareLedger } from './compare-ledger-when-payments-reconciled';

const NOW = new Date('2026-11-26T12:00:00Z');
const OLD = 'pay@velvet.example';
const NEW = 'new@velvet.example';

/** What PayPal says of every payout that is on its way. */
let status = 'PENDING';
const batches = new Map<string, { id: number; amountCents: number }[]>();
const parts: PayoutParts = {
  ...{ siteName: 'Ghostline', timeZone: 'Europe/Moscow', minCents: 2000, secondApprovalCents: null, withinMs: 2000 },
  clock: () => NOW,
  paypal: {
    send: ({ ref, items }) => {
      batches.set(
        ref,
        items.map(({ id, amountCents }) => ({ id, amountCents })),
      );
      return Promise.resolve({ kind: 'taken', paypalId: ref });
    },
    lookUp: (ref) =>
      Promise.resolve({
        ...{ kind: 'found', ref, status: 'SUCCESS' },
        items: (batches.get(ref) ?? []).map(({ id, amountCents }) => ({
          ...{ itemId: id, amountCents, status, paypalItemId: `I-${id}`, transactionId: `T-${id}`, feeCents: 25 },
          error: 'RECEIVER_UNREGISTERED',
        })),
      }),
    cancel: () => Promise.resolve(null),
  },
};

/** Both stores are paid by PayPal and have 209.30 due of an order each. */
const books = forEachTest(openLedger);
beforeEach(async () => {
  status = 'PENDING';
  batches.clear();
  await books.db.source.query(
    `UPDATE sellers SET payment_method = 'paypal', paypal_email = coalesce(paypal_email, 'pay@tide.example');
     UPDATE sellers SET confirmed_paypal = paypal_email`,
  );
  await hears(books, captured(1, [{}]));
  await hears(books, captured(2, [{ sellerId: 2, storeName: 'Low Tide' }]));
  books.goTo(NOW);
});

const draft = (...sellerIds: number[]) => inTx(books.db.source, (tx) => draftBatch(tx, 1, { sellerIds }, parts));
const approve = (id: number, ...confirmedSellers: number[]) =>
  inTx(books.db.source, (tx) => approveBatch(tx, 1, id, { confirmedSellers }, parts));
async function pay(...sellerIds: number[]): Promise<void> {
  const id = await draft(...sellerIds);
  await approve(id, ...sellerIds);
  await sendBatch(books.db.source, 1, id, parts);
}
async function paypalSays(word: string): Promise<void> {
  status = word;
  await books.db.source.query(`UPDATE payout_batches SET ask_at = now() - interval '1 second' WHERE ask_at IS NOT NULL`);
  await askPaypal(books.db.source, parts);
}
const payouts = async (sellerId = 1) => (await ledger(books, sellerId)).payouts;
const states = async () => (await payouts())?.map(({ state }) => state);

test('a payout is shown once it is sent: a draft, an approved batch and a cancelled one are not', async () => {
  const id = await draft(1);
  expect(await payouts()).toBeUndefined();
  await approve(id, 1);
  expect(await payouts()).toBeUndefined();
  await inTx(books.db.source, (tx) => cancelBatch(tx, 1, id));
  expect(await payouts()).toBeUndefined();

  await pay(1);
  expect(await payouts()).toEqual([
    { id: expect.any(Number), sentAt: expect.any(String), amountCents: 20930, paidTo: OLD, state: 'sent' },
  ]);
});

test('each follows PayPal: unclaimed and given back, failed, paid and taken back, the newest first', async () => {
  await pay(1);
  await paypalSays('UNCLAIMED');
  expect(await states()).toEqual(['unclaimed']);
  await paypalSays('RETURNED');
  expect(await states()).toEqual(['returned']);

  await books.db.source.query(`UPDATE sellers SET paypal_email = $1, confirmed_paypal = $1 WHERE id = 1`, [NEW]);
  await pay(1);
  await paypalSays('ONHOLD');
  expect(await states()).toEqual(['on-hold', 'returned']);
  await paypalSays('FAILED');
  expect(await states()).toEqual(['failed', 'returned']);

  await pay(1);
  await paypalSays('SUCCESS');
  expect(await states()).toEqual(['paid', 'failed', 'returned']);
  expect((await payouts())?.map(({ paidTo }) => paidTo)).toEqual([NEW, NEW, OLD]);
  expect(JSON.stringify(await payouts())).not.toContain('RECEIVER_UNREGISTERED');
  expect((await ledger(books)).balances).toMatchObject({ paidCents: 20930, dueCents: 0 });
});

test('a paid one that PayPal reverses is shown as such, and its sales are due and can be paid again', async () => {
  await pay(1);
  await paypalSays('SUCCESS');
  const [payoutBatchId = ''] = batches.keys();
  await hears(books, PayoutNewsCame({ newsId: 'WH-1', about: 'PAYMENT.PAYOUTS-ITEM.REFUNDED', payoutBatchId }), 2);
  await paypalSays('REVERSED');
  expect(await states()).toEqual(['reversed']);
  expect(await ledger(books)).toMatchObject({
    balances: { dueCents: 20930, paidCents: 0, overpaidCents: 0 },
    data: [
      { kind: 'payout_reversal', amountCents: 20930 },
      { kind: 'payout', state: 'reversed' },
      { kind: 'sale', state: 'due' },
    ],
  });
  await paypalSays('SUCCESS');
  expect(await states()).toEqual(['reversed']);

  await pay(1);
  await paypalSays('SUCCESS');
  expect(await states()).toEqual(['paid', 'reversed']);
  expect((await ledger(books)).balances).toMatchObject({ dueCents: 0, paidCents: 20930 });
});

test('what PayPal has not decided comes first, however old it is, and there are ten at most', async () => {
  await pay(1);
  await paypalSays('UNCLAIMED');
  const [waiting] = (await payouts()) ?? [];
  await books.db.source.query(
    `WITH batch AS (
       INSERT INTO payout_batches (state, created_by, approved_by, sent_by, sent_at, paypal_id)
       SELECT 'done', 1, 1, 1, now() + n * interval '1 minute', 'P-' || n FROM generate_series(1, 12) n RETURNING id
     ) INSERT INTO payout_items (batch_id, seller_id, pay_to, amount_cents, fee_cents, state)
       SELECT id, 1, $1, 2500, 50, 'failed' FROM batch`,
    [OLD],
  );
  const listed = (await payouts()) ?? [];
  expect(listed).toHaveLength(10);
  expect(listed[0]).toEqual(waiting);
  const times = listed.slice(1).map(({ sentAt }) => sentAt);
  expect(times).toEqual([...times].sort().reverse());
});

test("another seller's payouts of the same batch are not in it", async () => {
  await pay(1, 2);
  const [[mine], [theirs]] = [(await payouts(1)) ?? [], (await payouts(2)) ?? []];
  expect(mine).toMatchObject({ paidTo: OLD });
  expect(theirs).toMatchObject({ paidTo: 'pay@tide.example' });
  expect(theirs?.id).not.toBe(mine?.id);
  const { body } = await request(books.app).get('/api/sellers/1/ledger').set(asUser(11)).expect(200);
  expect((body as { payouts: unknown }).payouts).toEqual([mine]);
  await request(books.app).get('/api/sellers/1/ledger').set(asUser(12)).expect(403);
});

describe("payouts of PayPal's books", () => {
  type Reported = { transactionId: string; amountCents?: number; feeCents?: number; returnedCents?: number };
  const minutes = (n: number) => new Date(Date.now() + n * 60_000).toISOString();
  /** Orders counts no sale; `until` is in a minute, because what a test pays is not older than PayPal's delay. */
  const reconciled = (list: Reported[] | null, over: object = {}) =>
    PaymentsReconciled({
      ...{ runId: 1, night: null, at: minutes(0), reached: true, captures: 0, refunds: 0, disputes: 0, open: [], sales: [] },
      payouts: list && {
        ...{ from: minutes(-60), until: minutes(1), count: list.length },
        list: list.map((payoutFacts) => ({
          amountCents: 20930,
          currency: 'USD',
          feeCents: 25,
          returnedCents: 0,
          at: minutes(-1),
          ...payoutFacts,
        })),
      },
      ...over,
    });
  const isLate = () => books.db.source.query(`UPDATE ledger_comparisons SET kept_at = kept_at - interval '16 minutes'`);
  const compared = async () => {
    await compareLedger(books.db.source);
    return (await emitted(books.db.source, LedgerCompared)).map((event) => event.payouts);
  };
  const transactions = () => [...batches.values()].flat().map(({ id }) => `T-${id}`);

  test('are compared with those of the shop, and with those that were recorded by hand', async () => {
    await pay(1);
    const [first = ''] = transactions();
    const byHand = { amountCents: 20930, confirm: true };
    await record(books, 1, payout({ ...byHand, reference: first, beyondDue: true })).expect(201);
    await record(books, 2, payout({ ...byHand, reference: 'T-HAND', key: uuid(2) })).expect(201);
    await paypalSays('SUCCESS');
    await hears(books, reconciled([{ transactionId: first }, { transactionId: 't-hand' }]), 2);
    expect(await compared()).toEqual([[]]);
  });

  test('differ once they have done so for a while: unknown, missing, with another fee, or given back', async () => {
    await pay(1, 2);
    await paypalSays('SUCCESS');
    const [first = '', second] = transactions();
    await hears(books, reconciled([{ transactionId: first, feeCents: 26, returnedCents: 20930 }, { transactionId: 'ELSE' }]));
    expect(await compared()).toEqual([]);
    await isLate();
    expect(await compared()).toMatchObject([
      [
        { kind: 'payout-fee', providerId: first, sellerId: 1, amountCents: 26, expectedCents: 25 },
        { kind: 'payout-state', providerId: first, sellerId: 1 },
        { kind: 'payout-unknown', providerId: 'ELSE', sellerId: null },
        { kind: 'payout-missing', providerId: second, sellerId: 2, expectedCents: 20930 },
      ],
    ]);
  });

  test('of several pages are one list, and an older release that sends none is held against nothing', async () => {
    await pay(1, 2);
    await paypalSays('SUCCESS');
    const [first = '', second = ''] = transactions();
    await hears(books, reconciled([{ transactionId: second }], { page: 1, pages: 2 }));
    await hears(books, reconciled([{ transactionId: first }], { page: 0, pages: 2 }));
    await hears(books, reconciled(null, { runId: 2, page: 0, pages: 2 }));
    expect(await compared()).toEqual([[]]);
    await hears(books, reconciled(null, { runId: 3 }));
    expect(await compared()).toEqual([[], null]);
  });

  test('that came back here must have come back there, since they would be paid again', async () => {
    await pay(1);
    await paypalSays('UNCLAIMED');
    await paypalSays('RETURNED');
    const [transactionId = ''] = transactions();
    await hears(books, reconciled([{ transactionId }]));
    await isLate();
    expect(await compared()).toMatchObject([[{ kind: 'payout-state', sellerId: 1, amountCents: 20930, expectedCents: 0 }]]);
    await hears(books, reconciled([{ transactionId, returnedCents: 20930 }], { runId: 2 }));
    expect((await compared()).at(-1)).toEqual([]);

    await record(books, 1, payout({ amountCents: 20930, reference: transactionId, confirm: true })).expect(201);
    await hears(books, reconciled([{ transactionId }], { runId: 3 }));
    expect((await compared()).at(-1)).toEqual([]);
  });
});
