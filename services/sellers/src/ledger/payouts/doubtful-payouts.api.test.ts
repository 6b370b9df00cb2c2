import { AdminActed, LedgerCompared, PaymentDiffered, PaymentsReconciled, TrackFrozen } from '@shop/contracts/events';
import { asAdmin, emitted } from '@shop/runtime/testing';
import request from 'supertest';
import { compareLedger } from '../compare-ledger-when-payments-reconciled';
import { captured, hears, openLedger, pay, payout, refunded, uuid, type LedgerApp } from '../../testing/ledger-app';

let shop: LedgerApp;
beforeEach(async () => {
  shop = await openLedger();
  await hears(shop, captured(7, [{}]));
  await hears(shop, captured(8, [{ sellerId: 2 }]));
  shop.goTo(new Date('2026-12-01T12:00:00Z'));
});
afterEach(() => shop.close());

const differed = (over: object = {}) =>
  PaymentDiffered({
    differenceId: 4,
    version: 1,
    orderId: 7,
    sellerIds: [1],
    open: true,
    reason: 'PayPal gave $10.00 back',
    ...over,
  });
const reconciled = (over: object = {}) =>
  PaymentsReconciled({
    runId: 1,
    night: null,
    at: new Date().toISOString(),
    reached: true,
    captures: 2,
    refunds: 0,
    disputes: 0,
    open: [],
    sales: [],
    ...over,
  });

describe('a payout', () => {
  test("waits while PayPal differs about one of the seller's sales, even confirmed; other sellers are paid", async () => {
    await hears(shop, differed(), 2);
    for (const confirm of [false, true])
      expect(await pay(shop, 1, payout({ confirm }))).toMatchObject({
        status: 409,
        body: { code: 'payout-blocked', details: { differences: [{ differenceId: 4, orderId: 7 }] } },
      });
    expect((await pay(shop, 2, payout({ key: uuid(2), reference: 'PP-2' }))).status).toBe(201);

    await hears(shop, differed({ version: 2, open: false }));
    await hears(shop, differed());
    expect((await pay(shop, 1, payout())).status).toBe(201);
  });

  test('waits once a difference that no order fitted is about a sale of the seller', async () => {
    await hears(shop, differed({ orderId: null, sellerIds: [] }));
    await pay(shop, 1, payout({ amountCents: 100 })).expect(201);
    await hears(shop, differed({ version: 2 }), 2);
    await hears(shop, differed({ orderId: null, sellerIds: [] }));
    expect(await pay(shop, 1, payout({ key: uuid(2), reference: 'PP-2', amountCents: 100 }))).toMatchObject({
      status: 409,
      body: { code: 'payout-blocked', details: { differences: [{ differenceId: 4, orderId: 7 }] } },
    });
  });

  test("asks for a confirmation when PayPal's books could not be compared, and no more once they were", async () => {
    await hears(shop, reconciled({ reached: false }));
    expect(await pay(shop, 1, payout())).toMatchObject({
      status: 409,
      body: {
        code: 'confirmation-required',
        field: 'confirm',
        details: { reasons: ["PayPal's books could not be compared with ours the last time."] },
      },
    });
    expect((await pay(shop, 1, payout({ confirm: true }))).status).toBe(201);
    await hears(shop, reconciled({ runId: 2 }));
    await hears(shop, reconciled({ reached: false }));
    expect((await pay(shop, 2, payout({ key: uuid(2), reference: 'PP-2' }))).status).toBe(201);
  });

  test('asks for one when the books have not been compared for days', async () => {
    await hears(shop, reconciled({ at: new Date(Date.now() - 49 * 3_600_000).toISOString() }));
    expect(await pay(shop, 1, payout())).toMatchObject({ status: 409, body: { code: 'confirmation-required' } });
  });

  test('asks for one for 72 hours after it was changed where the seller is paid to', async () => {
    const changed = (hours: number) =>
      shop.db.source.query(`UPDATE sellers SET payout_changed_at = now() - make_interval(hours => $1) WHERE id = 1`, [hours]);
    await changed(71);
    expect(await pay(shop, 1, payout())).toMatchObject({ status: 409, body: { code: 'confirmation-required' } });
    await changed(73);
    expect((await pay(shop, 1, payout())).status).toBe(201);
  });

  test('asks for one when the operator pays for a coupon in it, and says how much and for which orders', async () => {
    const free = { discountCents: 29900 };
    await hears(shop, captured(9, [free, { productId: 99 }]));
    shop.goTo(new Date('2026-12-02T12:00:00Z'));
    // The first sale has no subsidy: paying it alone raises no doubt.
    expect((await pay(shop, 1, payout())).status).toBe(201);
    const { body } = await request(shop.app).get('/api/payouts').set(asAdmin()).expect(200);
    expect((body as { data: object[] }).data).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: 1, dueCents: 36627, subsidyCents: 15697 }),
        expect.objectContaining({ id: 2, subsidyCents: 0 }),
      ]),
    );
    const next = payout({ key: uuid(2), reference: 'PP-2', amountCents: 100 });
    expect(await pay(shop, 1, next)).toMatchObject({
      status: 409,
      body: {
        code: 'confirmation-required',
        details: { reasons: [expect.stringMatching(/\$1\.00 subsidised by the house.*order #9 /) as string] },
      },
    });
    expect((await pay(shop, 1, { ...next, confirm: true })).status).toBe(201);
    expect((await emitted(shop.db.source, AdminActed)).at(-1)).toMatchObject({
      action: 'payout.recorded',
      after: { amountCents: 100, subsidyCents: 100, confirmed: true },
    });
    await hears(shop, refunded(9));
    const last = await request(shop.app).get('/api/payouts').set(asAdmin()).expect(200);
    expect((last.body as { data: { subsidyCents: number }[] }).data.map(({ subsidyCents }) => subsidyCents)).toEqual([0, 0]);
  });

  test('counts the subsidy of what payouts cover while an older line is on hold, and of nothing that is held', async () => {
    // Beside the sale without a coupon, 209.30: a sale of 29.90, of which the seller has 156.97, so 127.07 of it is the house's.
    await hears(shop, captured(9, [{ discountCents: 26910 }]));
    await hears(shop, TrackFrozen({ orderId: 7, productId: 70, sellerId: 1, version: 1, reason: 'claim' }));
    const dueSubsidy = async () => {
      const { body } = await request(shop.app).get('/api/payouts').query({ q: 'velvet' }).set(asAdmin()).expect(200);
      return (body as { data: [{ subsidyCents: number }] }).data[0].subsidyCents;
    };
    const part = (n: number, amountCents: number) => payout({ key: uuid(n), reference: `PP-${n}`, amountCents });
    expect(await dueSubsidy()).toBe(12707);
    await pay(shop, 1, { ...part(2, 7990), confirm: true }).expect(201);
    expect(await dueSubsidy()).toBe(15697 - 7990);
    await pay(shop, 1, part(3, 2707)).expect(409);
    await pay(shop, 1, { ...part(3, 2707), confirm: true }).expect(201);
    expect((await emitted(shop.db.source, AdminActed)).map(({ after }) => after?.subsidyCents)).toEqual([5000, 2707]);
    await hears(shop, TrackFrozen({ orderId: 9, productId: 90, sellerId: 1, version: 1, reason: 'claim' }));
    expect(await dueSubsidy()).toBe(0);
  });

  test("pays out the buyer's money of a sale first, and parts of it contain its subsidy once", async () => {
    await hears(shop, captured(9, [{ discountCents: 26910 }]));
    await pay(shop, 1, payout()).expect(201);
    const dueSubsidy = async () => {
      const { body } = await request(shop.app).get('/api/payouts').query({ q: 'velvet' }).set(asAdmin()).expect(200);
      return (body as { data: [{ subsidyCents: number }] }).data[0].subsidyCents;
    };
    const part = (n: number, amountCents: number) => payout({ key: uuid(n), reference: `PP-${n}`, amountCents });
    expect(await dueSubsidy()).toBe(12707);
    await pay(shop, 1, part(2, 2990)).expect(201);
    expect(await dueSubsidy()).toBe(12707);
    await pay(shop, 1, part(3, 5000)).expect(409);
    await pay(shop, 1, { ...part(3, 5000), confirm: true }).expect(201);
    expect(await dueSubsidy()).toBe(7707);
    await pay(shop, 1, { ...part(4, 7707), confirm: true }).expect(201);
    expect(await dueSubsidy()).toBe(0);
    const acts = await emitted(shop.db.source, AdminActed);
    expect(acts.map(({ after }) => [after?.amountCents, after?.subsidyCents])).toEqual([
      [20930, undefined],
      [2990, undefined],
      [5000, 5000],
      [7707, 7707],
    ]);
  });

  test('that was recorded is answered again as it was, whatever has come between', async () => {
    await pay(shop, 1, payout()).expect(201);
    await hears(shop, differed());
    expect((await pay(shop, 1, payout())).status).toBe(201);
  });

  test('that was sent although less is due asks for both confirmations, and waits while PayPal differs', async () => {
    await hears(shop, reconciled({ reached: false }));
    const secondPayout = payout({ amountCents: 30000, beyondDue: true });
    expect(await pay(shop, 1, secondPayout)).toMatchObject({ status: 409, body: { code: 'confirmation-required' } });
    await hears(shop, differed());
    expect(await pay(shop, 1, { ...secondPayout, confirm: true })).toMatchObject({
      status: 409,
      body: { code: 'payout-blocked' },
    });
    await hears(shop, differed({ version: 2, open: false }));
    await pay(shop, 1, { ...secondPayout, confirm: true }).expect(201);
  });

  test('is refused before anything is asked for when less is due', async () => {
    await hears(shop, reconciled({ reached: false }));
    expect(await pay(shop, 1, payout({ amountCents: 99_999 }))).toMatchObject({ status: 409, body: { code: 'not-due' } });
    await request(shop.app)
      .post('/api/sellers/1/payouts')
      .set(asAdmin())
      .send(payout({ confirm: 'yes' }))
      .expect(400);
  });
});

describe('the ledger', () => {
  const sale = (orderId: number, over: object = {}) => ({
    orderId,
    sellerIds: [orderId === 7 ? 1 : 2],
    refunded: false,
    ...over,
  });
  const comparisons = () => emitted(shop.db.source, LedgerCompared);
  const compare = () => compareLedger(shop.db.source);
  const minutesLater = (minutes: number) =>
    shop.db.source.query('UPDATE ledger_comparisons SET kept_at = kept_at - make_interval(mins => $1)', [minutes]);
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

  test('agrees with the sales that orders counted, which is said once', async () => {
    await hears(shop, refunded(8));
    await hears(shop, reconciled({ sales: [sale(7), sale(8, { refunded: true })] }), 2);
    await Promise.all([compare(), compare(), compare()]);
    await compare();
    expect(await comparisons()).toEqual([{ runId: 1, differing: [], payouts: null }]);
  });

  test('says which sales it lacks, has not reversed, or has reversed without a refund, once they had time to be booked', async () => {
    await hears(shop, refunded(8));
    const sales = [sale(7, { refunded: true }), sale(8), { orderId: 9, sellerIds: [1], refunded: false }];
    await hears(shop, reconciled({ at: inMinutes(1), sales }));
    await minutesLater(14);
    await compare();
    expect(await comparisons()).toEqual([]);
    await minutesLater(2);
    await compare();
    expect(await comparisons()).toMatchObject([{ runId: 1, differing: [{ orderId: 7 }, { orderId: 8 }, { orderId: 9 }] }]);
  });

  test('is announced in time also when it is compared again and again; until then a payout asks whether it is meant', async () => {
    const refundedSale = [sale(7, { refunded: true })];
    await hears(shop, reconciled({ sales: refundedSale }));
    await minutesLater(10);
    await hears(shop, reconciled({ runId: 2, sales: refundedSale }));
    await minutesLater(6);
    expect(await pay(shop, 1, payout())).toMatchObject({ status: 409, body: { code: 'confirmation-required' } });
    await compare();
    expect(await comparisons()).toMatchObject([{ runId: 2, differing: [{ orderId: 7 }] }]);
    expect((await pay(shop, 1, payout())).status).toBe(201);
  });

  test('agrees when what it lacked is booked a little later', async () => {
    await hears(shop, reconciled({ sales: [sale(7), { orderId: 9, sellerIds: [1], refunded: false }] }));
    await compare();
    expect(await comparisons()).toEqual([]);
    await hears(shop, captured(9, [{}]));
    await compare();
    expect(await comparisons()).toEqual([{ runId: 1, differing: [], payouts: null }]);
  });

  test('may have reversed a sale that was refunded after it was counted', async () => {
    await hears(shop, refunded(8));
    await hears(shop, reconciled({ at: inMinutes(-1), sales: [sale(7), sale(8)] }));
    await compare();
    expect(await comparisons()).toEqual([{ runId: 1, differing: [], payouts: null }]);
  });

  test('is compared once all pages of a count are here, in any order; until then with the count before it', async () => {
    await hears(shop, reconciled({ sales: [sale(7)] }));
    await hears(shop, reconciled({ runId: 2, page: 1, pages: 2, sales: [sale(8, { refunded: true })] }));
    await compare();
    await compare();
    expect(await comparisons()).toEqual([{ runId: 1, differing: [], payouts: null }]);
    await hears(shop, reconciled({ runId: 2, page: 0, pages: 2, sales: [sale(7, { refunded: true })] }), 2);
    await minutesLater(16);
    await compare();
    expect((await comparisons())[1]).toMatchObject({ runId: 2, differing: [{ orderId: 7 }, { orderId: 8 }] });
  });

  test('has its time to book what a count lacks also after an older count of which a page never came', async () => {
    await hears(shop, reconciled({ page: 0, pages: 2, sales: [sale(7)] }));
    await minutesLater(24 * 60);
    await hears(shop, reconciled({ runId: 2, page: 0, pages: 2, sales: [sale(7), { ...sale(9), sellerIds: [1] }] }));
    await hears(shop, reconciled({ runId: 2, page: 1, pages: 2, sales: [sale(8)] }));
    await minutesLater(14);
    await compare();
    expect(await comparisons()).toEqual([]);
    await minutesLater(2);
    await compare();
    expect(await comparisons()).toMatchObject([{ runId: 2, differing: [{ orderId: 9 }] }]);
    expect((await pay(shop, 1, payout())).status).toBe(201);
  });

  test('is compared with the newest count, also when an older one comes after it', async () => {
    await hears(shop, reconciled({ runId: 2, sales: [sale(7)] }));
    await hears(shop, reconciled({ sales: [sale(7, { refunded: true })] }));
    await compare();
    await compare();
    expect(await comparisons()).toEqual([{ runId: 2, differing: [], payouts: null }]);
  });

  test("is not held against anything when PayPal's books could not be compared", async () => {
    await hears(shop, reconciled({ reached: false, sales: [] }));
    await compare();
    expect(await comparisons()).toEqual([]);
  });
});
