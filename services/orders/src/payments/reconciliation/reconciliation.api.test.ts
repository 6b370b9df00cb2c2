import { AdminActed, LedgerCompared, OpenPurchasesChanged, PaymentDiffered, PaymentsReconciled } from '@shop/contracts/events';
import type { DifferencesView, OrderStats } from '@shop/contracts/views';
import { asAdmin, asGateway, deliver, emitted } from '@shop/runtime/testing';
import request from 'supertest';
import type { EntityManager } from 'typeorm';
import { tellOpenPurchases } from '../../buyers/open-purchases';
import { applyCapture } from '../../payment-process/settle';
import { subscriptions } from '../../subscriptions';
import { approved, bought, capture, complete, putTrackOnSale, useShop } from '../../testing/orders-app';
import { salesBetween } from './books';
import { reconcileAtNight, reconcileNow } from './reconcile';

const shop = useShop();
beforeEach(() => putTrackOnSale(shop, { sellerId: 4, sellerUserId: 44, storeName: 'Nordhafen' }));

const HOUR = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR);
const now = () => request(shop.app).post('/api/orders/reconciliation').set(asAdmin()).send({});
const look = (id: number, note = 'Refunded by hand') =>
  request(shop.app).post(`/api/orders/differences/${id}/look`).set(asAdmin(3)).send({ note });
const list = async (query = '') =>
  (await request(shop.app).get(`/api/orders/differences${query}`).set(asAdmin()).expect(200)).body as DifferencesView;
const openWork = async () => (await request(shop.app).get('/internal/order-stats').set(asGateway())).body as OrderStats;
const notices = async () => (await emitted(shop.db.source, PaymentDiffered)).map(({ open, sellerIds }) => [open, sellerIds]);

/** Makes a sale of yesterday, on both sides. */
async function sold() {
  const created = await bought(shop, 7);
  const capture = shop.paypal.orders.get(created.id)!.capture!;
  capture.capturedAt = ago(20);
  await shop.db.source.query('UPDATE payments SET captured_at = $1', [ago(20)]);
  await shop.db.source.query('UPDATE orders SET paid_at = $1', [ago(20)]);
  return { ...created, captureId: capture.captureId };
}
const refundedAtPaypal = (captureId: string, amountCents = 31395) =>
  shop.paypal.state.movements.push({
    kind: 'refund',
    id: 'R-LOST',
    captureId,
    amountCents,
    currency: 'USD',
    customId: null,
    at: ago(10),
  });

test('books that agree say so, with the sales that ledgers must hold', async () => {
  const { orderId } = await sold();
  expect((await now()).body).toMatchObject({ data: { outcome: 'done', captures: 1, refunds: 0, disputes: 0, found: 0 } });
  expect(await list()).toMatchObject({ data: [], last: { outcome: 'done', night: null } });
  expect(await emitted(shop.db.source, PaymentsReconciled)).toMatchObject([
    { reached: true, night: null, open: [], openCount: 0, sales: [{ orderId, sellerIds: [4], refunded: false }] },
  ]);
  expect(await notices()).toEqual([]);
});

/** Makes 3,001 copies of one sale. */
async function soldOften() {
  await sold();
  const copied = (table: string, changed: string) => `INSERT INTO ${table} OVERRIDING SYSTEM VALUE
    SELECT (jsonb_populate_record(one, jsonb_build_object(${changed}))).* FROM ${table} AS one, generate_series(1, 3000) AS n`;
  await shop.db.source.query(copied('orders', `'id', one.id + n, 'ref', gen_random_uuid(), 'paypal_order_id', 'PP' || n`));
  await shop.db.source.query(copied('order_items', `'order_id', one.order_id + n, 'certificate_code', null`));
  await shop.db.source.query(
    copied('payments', `'capture_id', 'CAP' || n, 'reference', 'CAP' || n, 'order_id', one.order_id + n`),
  );
}

test('many sales are told page by page', async () => {
  await soldOften();
  await now().expect(200);
  const comparedEvents = await emitted(shop.db.source, PaymentsReconciled);
  expect(comparedEvents.map(({ page, pages, sales }) => [page, pages, sales.length])).toEqual([
    [0, 2, 3000],
    [1, 2, 1],
  ]);
  expect(new Set(comparedEvents.flatMap(({ sales }) => sales.map(({ orderId }) => orderId))).size).toBe(3001);
});

test('sales of the window are found without a look at those before it', async () => {
  await soldOften();
  await shop.db.source.query(
    `UPDATE orders SET paid_at = now() - interval '90 days', payment_state = 'refunded' WHERE id % 50 <> 0`,
  );
  await shop.db.asOwner('ANALYZE');
  const requestedPaths: string[] = [];
  const explain = async (text: string, values: unknown[]) => {
    const plan = await shop.db.source.query<{ 'QUERY PLAN': string }[]>(`EXPLAIN ${text}`, values);
    requestedPaths.push(plan.map((line) => line['QUERY PLAN']).join('\n'));
    return [];
  };
  await salesBetween({ query: explain } as unknown as EntityManager, ago(35 * 24), ago(4));
  expect(requestedPaths).toEqual([expect.stringContaining('sales_by_time')]);
});

test('a refund whose webhook was lost is open work, told once, until somebody looks at it', async () => {
  const { captureId, orderId } = await sold();
  refundedAtPaypal(captureId);
  await now().expect(200);
  await now().expect(200);
  const { data } = await list('?open=true');
  expect(data).toMatchObject([
    { kind: 'refund-unknown', provider_id: 'R-LOST', order_id: orderId, amountCents: 31395, looked_at: null, gone_at: null },
  ]);
  expect((await openWork()).differences).toBe(1);
  expect(await notices()).toEqual([[true, [4]]]);

  await look(data[0]!.id).expect(200);
  await look(data[0]!.id).expect(200);
  expect((await look(data[0]!.id, 'Chargeback, do not pay out').expect(409)).body).toMatchObject({
    code: 'looked-at',
    error: 'Somebody has looked at it already and noted: Refunded by hand',
  });
  await now().expect(200);
  expect((await openWork()).differences).toBe(0);
  expect(await list('?open=true')).toMatchObject({ data: [] });
  expect((await list('?q=by%20hand')).data).toMatchObject([{ looked_by: 3, note: 'Refunded by hand' }]);
  expect(await notices()).toEqual([
    [true, [4]],
    [false, [4]],
  ]);
  expect(await emitted(shop.db.source, AdminActed)).toMatchObject([{ adminId: 3, action: 'payment-difference.looked-at' }]);
});

test("a refund that an admin has recorded by PayPal's id is that refund, also when PayPal returned another amount", async () => {
  const { captureId, orderId } = await sold();
  await request(shop.app).post(`/api/orders/${orderId}/refunds`).set(asAdmin()).send({ reference: 'R-LOST' }).expect(201);
  refundedAtPaypal(captureId, 10000);
  await now().expect(200);
  expect((await list('?open=true')).data).toMatchObject([
    { kind: 'refund-amount', order_id: orderId, reason: 'PayPal gave $100.00 back, here it is $313.95' },
  ]);
  shop.paypal.state.movements[0]!.amountCents = 31395;
  await now().expect(200);
  expect((await list('?open=true')).data).toEqual([]);
});

test('money that PayPal returns to us after a refund is open work of its own, and the order stays refunded', async () => {
  const { captureId, orderId } = await sold();
  await request(shop.app).post(`/api/orders/${orderId}/refunds`).set(asAdmin()).send({ reference: 'chargeback' }).expect(201);
  refundedAtPaypal(captureId);
  await now().expect(200);
  expect((await list('?open=true')).data).toEqual([]);

  const { customId } = shop.paypal.state.movements[0]!;
  const won = { kind: 'return' as const, id: 'WON', captureId: 'R-LOST', amountCents: 31395, currency: 'USD', customId };
  shop.paypal.state.movements.push({ ...won, at: ago(6) });
  await now().expect(200);
  const reason = 'PayPal gave $313.95 back to us after a refund';
  expect((await list('?open=true')).data).toMatchObject([{ kind: 'refund-returned', order_id: orderId, reason }]);
  expect(await notices()).toEqual([[true, [4]]]);
  const [order] = await shop.db.source.query<{ payment_state: string }[]>('SELECT payment_state FROM orders');
  expect(order).toEqual({ payment_state: 'refunded' });
});

test('everything that the report names is compared, however old it is here: payments, refunds and orders', async () => {
  const { captureId, orderId, id } = await sold();
  await shop.db.source.query(`UPDATE orders SET created_at = now() - interval '90 days'`);
  await shop.db.source.query(`UPDATE payments SET captured_at = now() - interval '90 days'`);
  shop.paypal.orders.get(id)!.capture!.capturedAt = ago(90 * 24);
  shop.paypal.state.reported = (report) => ({ ...report, movements: report.movements.filter(({ at }) => at > ago(35 * 24)) });
  refundedAtPaypal(captureId);
  await now().expect(200);
  expect((await list('?open=true')).data).toMatchObject([{ kind: 'refund-unknown', order_id: orderId }]);

  await shop.db.source.query(
    `INSERT INTO refunds (refund_id, order_id, capture_id, amount_cents, refunded_at, recorded)
     SELECT 'recorded', order_id, capture_id, amount_cents, now() - interval '40 days', true FROM payments`,
  );
  await now().expect(200);
  expect((await list('?open=true')).data).toEqual([]);

  const customId = shop.paypal.orders.get(id)!.customId;
  const twice = { kind: 'capture' as const, id: 'CAP-2', captureId: 'CAP-2', amountCents: 31395, currency: 'USD', customId };
  shop.paypal.state.movements.push({ ...twice, at: ago(9) });
  await now().expect(200);
  expect((await list('?open=true')).data).toMatchObject([{ kind: 'capture-unknown', order_id: orderId }]);
});

test('a payment that went by its PayPal order is no difference once PayPal has named it, nor is its refund', async () => {
  const { captureId, id, orderId } = await sold();
  await shop.db.source.query('UPDATE orders SET review_capture_id = paypal_order_id');
  await shop.db.source.query(`UPDATE payments SET capture_id = $1, method = 'other'`, [id]);
  await now().expect(200);
  expect((await list('?open=true')).data).toMatchObject([{ kind: 'capture-unknown', provider_id: captureId }]);
  await request(shop.app).post(`/api/orders/${orderId}/refunds`).set(asAdmin()).send({ reference: 'sent at PayPal' }).expect(201);
  const { capture, customId } = shop.paypal.orders.get(id)!;
  shop.paypal.state.movements.push({
    kind: 'refund',
    id: 'R-1',
    captureId,
    amountCents: 31395,
    currency: 'USD',
    customId,
    at: ago(9),
  });
  await now().expect(200);
  expect((await list('?open=true')).data).toMatchObject([{ kind: 'refund-unknown', provider_id: 'R-1' }]);

  await applyCapture(shop.context, orderId, capture!);
  await now().expect(200);
  expect((await list('?open=true')).data).toEqual([]);
});

test('a difference that a later comparison no longer finds is closed by itself, and opens again when it comes back', async () => {
  const { captureId } = await sold();
  refundedAtPaypal(captureId);
  await now().expect(200);
  shop.paypal.state.movements.length = 0;
  await now().expect(200);
  expect((await list()).data).toMatchObject([{ gone_at: expect.any(String) as string, looked_at: null }]);
  refundedAtPaypal(captureId);
  await now().expect(200);
  expect((await notices()).map(([open]) => open)).toEqual([true, false, true]);
  const versions = (await emitted(shop.db.source, PaymentDiffered)).map(({ version }) => version);
  expect(versions).toEqual([...versions].sort((a, b) => a - b));
});

test('a difference that comes back after somebody looked at it is open again, and waits for another look', async () => {
  const { captureId } = await sold();
  const dispute = { id: 'PP-D-1', captureId, amountCents: 31395, reason: 'UNAUTHORISED', open: true, at: ago(9) };
  shop.paypal.state.disputes.push(dispute);
  await now().expect(200);
  const [{ id }] = (await list('?open=true')).data as [DifferencesView['data'][number]];
  await look(id, 'Settled with the buyer').expect(200);
  dispute.open = false;
  await now().expect(200);
  expect((await notices()).map(([open]) => open)).toEqual([true, false]);

  dispute.open = true;
  await now().expect(200);
  expect((await list('?open=true')).data).toMatchObject([{ id, looked_at: null, looked_by: null, note: null }]);
  await look(id, 'Settled once more').expect(200);
  expect((await notices()).map(([open]) => open)).toEqual([true, false, true, false]);
  expect(await emitted(shop.db.source, AdminActed)).toHaveLength(2);
});

/**
 * Compares the books now.
 * @returns the event that sellers hears
 */
async function reconciled() {
  await now().expect(200);
  return (await emitted(shop.db.source, PaymentsReconciled)).at(-1)!;
}
/** Lets sellers answer a comparison with the differences of its ledger about an order. */
const compared = (runId: number, orderId: number, ...reasons: string[]) =>
  deliver(
    shop.db.source,
    subscriptions,
    LedgerCompared({ runId, differing: reasons.map((reason) => ({ orderId, sellerIds: [4], reason })) }),
    2,
  );
/**
 * Makes a sale and compares.
 * @returns a function that reports a difference of the ledger
 */
async function soldAndCompared() {
  const { orderId } = await sold();
  const { runId } = await reconciled();
  return (reason: string) => compared(runId, orderId, reason);
}

test('a refund is held against the ledger however old its sale is, and a difference about it ends once the ledger has it', async () => {
  const { orderId } = await sold();
  const early = await reconciled();
  await compared(early.runId, orderId, 'the sale is not in the ledger of its seller');
  await compared(early.runId, orderId);
  await shop.db.source.query(`UPDATE orders SET paid_at = now() - interval '80 days'`);
  expect((await reconciled()).sales).toEqual([]);

  await request(shop.app).post(`/api/orders/${orderId}/refunds`).set(asAdmin()).send({ reference: 'chargeback' }).expect(201);
  await shop.db.source.query('UPDATE refunds SET refunded_at = $1', [ago(10)]);
  const late = await reconciled();
  expect(late.sales).toEqual([{ orderId, sellerIds: [4], refunded: true }]);
  await compared(late.runId, orderId, 'the sale was refunded, but stands in the ledger');
  expect((await list('?open=true')).data).toMatchObject([{ kind: 'ledger', order_id: orderId }]);
  await compared(late.runId, orderId);
  expect((await list('?open=true')).data).toEqual([]);
  expect((await notices()).map(([open]) => open)).toEqual([true, false, true, false]);

  await shop.db.source.query('UPDATE refunds SET refunded_at = $1', [ago(36 * 24)]);
  expect((await reconciled()).sales).toEqual([]);
});

const NOT_BOOKED = 'the sale is not in the ledger of its seller';

test('a difference about a sale ends with a comparison that looks at the sale for its refund, however old the difference is', async () => {
  const { orderId } = await sold();
  await compared((await reconciled()).runId, orderId, NOT_BOOKED);
  await shop.db.source.query(`UPDATE orders SET paid_at = now() - interval '41 days'`);
  await shop.db.source.query(`UPDATE payment_differences SET happened_at = now() - interval '41 days'`);
  await compared((await reconciled()).runId, orderId);
  expect((await list('?open=true')).data).toHaveLength(1);

  await request(shop.app).post(`/api/orders/${orderId}/refunds`).set(asAdmin()).send({ reference: 'chargeback' }).expect(201);
  await shop.db.source.query('UPDATE refunds SET refunded_at = $1', [ago(10)]);
  const { runId } = await reconciled();
  await compared(runId, orderId, NOT_BOOKED);
  expect((await list('?open=true')).data).toHaveLength(1);
  await compared(runId, orderId);
  expect((await list('?open=true')).data).toEqual([]);
});

test('a difference about a sale stays, with its note, while a young refund keeps the sale out of comparisons', async () => {
  const { orderId } = await sold();
  await compared((await reconciled()).runId, orderId, NOT_BOOKED);
  await request(shop.app).post(`/api/orders/${orderId}/refunds`).set(asAdmin()).send({ reference: 'chargeback' }).expect(201);
  await shop.db.source.query('UPDATE refunds SET refunded_at = $1', [ago(1)]);
  const left = await reconciled();
  expect(left.sales).toEqual([]);
  await compared(left.runId, orderId);
  const [{ id }] = (await list('?open=true')).data as [DifferencesView['data'][number]];
  expect(await notices()).toEqual([[true, [4]]]);

  await look(id, 'Booked by hand').expect(200);
  await compared((await reconciled()).runId, orderId);
  expect((await list()).data).toMatchObject([{ id, gone_at: null, note: 'Booked by hand' }]);

  await shop.db.source.query('UPDATE refunds SET refunded_at = $1', [ago(10)]);
  await compared((await reconciled()).runId, orderId);
  expect((await list()).data).toMatchObject([{ id, gone_at: expect.any(String) as string }]);
});

test('a refund that is made after a comparison leaves a difference about its sale to the next one', async () => {
  const { orderId } = await sold();
  const { runId } = await reconciled();
  await compared(runId, orderId, NOT_BOOKED);
  await request(shop.app).post(`/api/orders/${orderId}/refunds`).set(asAdmin()).send({ reference: 'chargeback' }).expect(201);
  await compared(runId, orderId);
  expect((await list('?open=true')).data).toHaveLength(1);
});

test('another difference about an order is open, whatever somebody said of the one before', async () => {
  const compared = await soldAndCompared();
  await compared('the sale is not in the ledger of its seller');
  const [{ id }] = (await list('?open=true')).data as [DifferencesView['data'][number]];
  await look(id, 'Booked a moment later').expect(200);
  await compared('the sale is not in the ledger of its seller');
  expect((await list('?open=true')).data).toEqual([]);

  await compared('the sale was refunded, but stands in the ledger');
  expect((await list('?open=true')).data).toMatchObject([
    { id, reason: 'the sale was refunded, but stands in the ledger', note: null },
  ]);
  expect((await notices()).map(([open]) => open)).toEqual([true, false, true]);
});

test('a note about what was shown is refused when it differs in another way by now', async () => {
  const compared = await soldAndCompared();
  await compared('the sale is not in the ledger of its seller');
  const [{ id, reason }] = (await list('?open=true')).data as [DifferencesView['data'][number]];
  await compared('the sale was refunded, but stands in the ledger');
  const lookAt = (shownReason: string) =>
    request(shop.app).post(`/api/orders/differences/${id}/look`).set(asAdmin(3)).send({ note: 'Booked later', shownReason });
  expect((await lookAt(reason).expect(409)).body).toMatchObject({
    code: 'difference-changed',
    error: 'It is another difference by now: the sale was refunded, but stands in the ledger. Please look at it again.',
  });
  expect((await list('?open=true')).data).toMatchObject([{ id, looked_at: null, note: null }]);
  for (let i = 0; i < 2; i += 1) await lookAt('the sale was refunded, but stands in the ledger').expect(200);
  expect((await list('?open=true')).data).toEqual([]);
});

test('a difference that has grown older than the window stays open: nobody has looked at it', async () => {
  const { captureId } = await sold();
  refundedAtPaypal(captureId);
  await now().expect(200);
  await shop.db.source.query(`UPDATE payment_differences SET happened_at = now() - interval '36 days'`);
  shop.paypal.state.movements.length = 0;
  await now().expect(200);
  expect((await openWork()).differences).toBe(1);
});

test.each([
  ['young', 35 * 24 - 2, 1, 0],
  ['old', 35 * 24 + 2, 0, 1],
])('a sale that PayPal does not show is a difference while the sale is %s', async (_age, hours, found, left) => {
  const { orderId } = await sold();
  shop.paypal.state.reported = (report) => ({ ...report, movements: [] });
  await shop.db.source.query('UPDATE payments SET captured_at = $1', [ago(hours)]);
  await shop.db.source.query('UPDATE orders SET paid_at = $1', [ago(hours)]);
  const { sales, openCount } = await reconciled();
  expect([openCount, sales.length]).toEqual([found, found]);

  await shop.db.source.query(
    `INSERT INTO payment_differences (kind, provider_id, order_id, amount_cents, reason, happened_at, seller_ids)
     VALUES ('refund-unknown', 'R-LOST', $1, 31395, 'not in our books', $2, '{4}')`,
    [orderId, ago(hours)],
  );
  await now().expect(200);
  const { data } = await list('?open=true');
  expect(data.filter(({ kind }) => kind === 'refund-unknown')).toHaveLength(left);
});

test('an open dispute is found, and closed when PayPal has settled it', async () => {
  const { captureId } = await sold();
  shop.paypal.state.disputes.push({
    id: 'PP-D-1',
    captureId,
    amountCents: 31395,
    reason: 'UNAUTHORISED',
    open: true,
    at: ago(9),
  });
  await now().expect(200);
  expect((await list('?open=true')).data).toMatchObject([
    { kind: 'dispute', reason: expect.stringContaining('unauthorised') as string },
  ]);
  shop.paypal.state.disputes[0]!.open = false;
  await now().expect(200);
  expect((await list('?open=true')).data).toEqual([]);
});

/**
 * Makes a payment of yesterday that PayPal holds.
 * @returns its order and capture, and a function that lets it clear
 */
async function heldAtPaypal() {
  shop.paypal.next.capture.push('pending');
  const created = await approved(shop, 7);
  await capture(shop, 7, created.id).expect(202);
  const payment = shop.paypal.orders.get(created.id)!.capture!;
  payment.capturedAt = ago(20);
  const clear = () => {
    payment.status = 'completed';
    return complete(shop);
  };
  return { orderId: created.orderId, captureId: payment.captureId, clear };
}
const disputed = (captureId: string) =>
  shop.paypal.state.disputes.push({
    id: 'PP-D-1',
    captureId,
    amountCents: 31395,
    reason: 'UNAUTHORISED',
    open: true,
    at: ago(9),
  });

test('a dispute about a payment that PayPal holds is about its order', async () => {
  const { orderId, captureId } = await heldAtPaypal();
  disputed(captureId);
  await now().expect(200);
  expect((await list('?open=true')).data).toMatchObject([
    { kind: 'dispute', order_id: orderId, reason: 'the buyer disputes $313.95 at PayPal (unauthorised)' },
  ]);
  expect(await notices()).toEqual([[true, [4]]]);
});

test('differences that no order fitted are about an order and its sellers once the order is known', async () => {
  const { orderId, captureId, clear } = await heldAtPaypal();
  await shop.db.source.query('UPDATE orders SET held_capture_id = NULL');
  disputed(captureId);
  refundedAtPaypal(captureId, 100);
  await now().expect(200);
  const orders = async () => (await list('?open=true')).data.map((openRow) => [openRow.kind, openRow.order_id]).sort();
  expect(await orders()).toEqual([
    ['dispute', null],
    ['refund-unknown', null],
  ]);

  await clear();
  for (let i = 0; i < 2; i += 1) await now().expect(200);
  expect(await orders()).toEqual([
    ['dispute', orderId],
    ['refund-unknown', orderId],
  ]);
  expect(await notices()).toEqual([
    [true, []],
    [true, []],
    [true, [4]],
    [true, [4]],
  ]);
  await tellOpenPurchases(shop.db.source);
  expect(await emitted(shop.db.source, OpenPurchasesChanged)).toMatchObject([{ userId: 7, payments: 0, disputes: 1 }]);
});

test.each([
  ['away' as const, 'PayPal could not be reached (timed out)'],
  ['refused' as const, 'PayPal refuses it (timed out)'],
])(
  'books that PayPal does not show are 503 and said to everybody; nothing that was found is closed: %s',
  async (how, problem) => {
    const { captureId } = await sold();
    refundedAtPaypal(captureId);
    await now().expect(200);
    shop.paypal.state.reportAway = how;
    const error = `PayPal's books could not be read: ${problem}. Nothing was compared.`;
    expect(await now()).toMatchObject({ status: 503, body: { error } });
    expect((await list()).last).toMatchObject({ outcome: 'failed', problem });
    expect((await emitted(shop.db.source, PaymentsReconciled)).at(-1)).toMatchObject({ reached: false, problem, open: [{}] });
    expect((await openWork()).differences).toBe(1);
  },
);

test('a comparison that fails on our side is over, says so, and keeps nothing of what it found', async () => {
  const { captureId } = await sold();
  refundedAtPaypal(captureId);
  await shop.db.asOwner('ALTER TABLE payment_differences ADD CONSTRAINT broken CHECK (false)');
  await expect(reconcileAtNight(shop.context)).rejects.toThrow('broken');
  const problem = expect.stringMatching(/^our own side failed \(.*broken.*\)$/) as string;
  expect(await list()).toMatchObject({ data: [], last: { outcome: 'failed', problem } });
  expect(await emitted(shop.db.source, PaymentsReconciled)).toMatchObject([
    { reached: false, problem, night: expect.any(String) as string, sales: [] },
  ]);
  await reconcileAtNight(shop.context);
  expect(shop.paypal.calls.report).toBe(1);

  await expect(reconcileNow(shop.context)).rejects.toThrow('broken');
  await shop.db.asOwner('ALTER TABLE payment_differences DROP CONSTRAINT broken');
  await now().expect(200);
  expect((await list()).data).toHaveLength(1);
});

test('the report counts all that is open, and names the newest hundred', async () => {
  await shop.db.source.query(
    `INSERT INTO payment_differences (kind, provider_id, reason, happened_at)
     SELECT 'refund-unknown', 'R' || n, 'Refund ' || n, now() - interval '90 days' FROM generate_series(1, 101) AS n`,
  );
  await now().expect(200);
  const { open, openCount } = (await emitted(shop.db.source, PaymentsReconciled))[0]!;
  expect(openCount).toBe(101);
  expect([open.length, open[0]!.reason, open.at(-1)!.reason]).toEqual([100, 'Refund 101', 'Refund 2']);
});

test('a night is compared once, however many replicas wake, and again after a quarter of an hour when PayPal was away', async () => {
  await reconcileAtNight(shop.context);
  expect(shop.paypal.calls.report).toBe(0);
  await sold();
  shop.paypal.state.reportAway = 'away';
  await Promise.all(Array.from({ length: 5 }, () => reconcileAtNight(shop.context)));
  await reconcileAtNight(shop.context);
  expect(shop.paypal.calls.report).toBe(1);
  shop.paypal.state.reportAway = null;
  await shop.db.source.query(`UPDATE reconciliations SET finished_at = finished_at - interval '16 minutes'`);
  await Promise.all(Array.from({ length: 5 }, () => reconcileAtNight(shop.context)));
  await reconcileAtNight(shop.context);
  expect(shop.paypal.calls.report).toBe(2);
  const runs = await emitted(shop.db.source, PaymentsReconciled);
  expect(runs.map(({ reached, night }) => [reached, night !== null])).toEqual([
    [false, true],
    [true, true],
  ]);
});

test('a comparison that died at work holds up the next only until its lease ends', async () => {
  await sold();
  await shop.db.source.query(`INSERT INTO reconciliations (lease_until) VALUES (now() + interval '5 minutes')`);
  expect(await now()).toMatchObject({ status: 409, body: { code: 'running' } });
  await shop.db.source.query(`UPDATE reconciliations SET lease_until = now() - interval '1 second'`);
  expect((await now()).status).toBe(200);
});

test('a difference of the ledger stays open until the ledger agrees', async () => {
  const { orderId } = await sold();
  await now().expect(200);
  const { runId } = (await emitted(shop.db.source, PaymentsReconciled))[0]!;
  const differing = [{ orderId, sellerIds: [4], reason: 'the sale is not in the ledger of its seller' }];
  await deliver(shop.db.source, subscriptions, LedgerCompared({ runId, differing }), 2);
  await now().expect(200);
  expect((await list('?open=true')).data).toMatchObject([{ kind: 'ledger', order_id: orderId }]);
  await deliver(shop.db.source, subscriptions, LedgerCompared({ runId: runId + 1, differing: [] }));
  expect((await list('?open=true')).data).toEqual([]);
  expect((await notices()).map(([open]) => open)).toEqual([true, false]);
});

test.each(['sort=nonsense', 'open=maybe', 'page=0'])('the list refuses %s', async (query) => {
  await request(shop.app).get(`/api/orders/differences?${query}`).set(asAdmin()).expect(400);
});

describe("payouts of PayPal's books", () => {
  const paidOut = (id: string, hoursAgo = 10) =>
    shop.paypal.state.payouts.push({
      ...{ kind: 'payout', id, payoutId: id, amountCents: 20930, currency: 'USD', feeCents: 419, at: ago(hoursAgo) },
    });
  const unknown = (providerId: string, over: object = {}) => ({
    ...{ kind: 'payout-unknown' as const, providerId, sellerId: null, amountCents: 20930, expectedCents: null },
    ...{ reason: 'PayPal paid $209.30 out, which is not in our books', at: ago(10).toISOString(), ...over },
  });
  const hears = (over: object) => deliver(shop.db.source, subscriptions, LedgerCompared({ runId: 1, differing: [], ...over }), 2);

  test('are handed to sellers, but for those of the last hours', async () => {
    paidOut('OUT');
    paidOut('LATE', 1);
    expect((await now()).body).toMatchObject({ data: { outcome: 'done', payouts: 1, found: 0 } });
    const { payouts } = await reconciled();
    expect(payouts).toMatchObject({
      count: 1,
      list: [{ transactionId: 'OUT', amountCents: 20930, feeCents: 419, returnedCents: 0 }],
    });
    expect(new Date(payouts!.until).getTime()).toBeLessThanOrEqual(ago(4).getTime());
  });

  test('that sellers does not have are open work without an order; they block whose payouts they are, until they agree', async () => {
    const { runId } = await reconciled();
    const secondDifference = unknown('OTHER', { kind: 'payout-amount', sellerId: 4 });
    await hears({ runId, payouts: [unknown('OUT'), secondDifference] });
    expect((await list('?open=true')).data).toMatchObject([
      { kind: 'payout-amount', provider_id: 'OTHER' },
      { kind: 'payout-unknown', provider_id: 'OUT', order_id: null, amountCents: 20930, expectedCents: null },
    ]);
    expect(await notices()).toEqual([
      [true, []],
      [true, [4]],
    ]);
    expect((await reconciled()).open).toMatchObject([{ kind: 'payout-amount', orderId: null }, { kind: 'payout-unknown' }]);

    await hears({ runId: runId + 1 });
    expect((await list('?open=true')).data).toHaveLength(2);
    await hears({ runId: runId + 1, payouts: [unknown('OUT')] });
    expect((await list('?open=true')).data).toMatchObject([{ provider_id: 'OUT' }]);
    await hears({ runId: runId + 1, payouts: [] });
    expect((await openWork()).differences).toBe(0);
  });

  test('are told page by page', async () => {
    for (let n = 0; n <= 3000; n += 1) paidOut(`OUT-${n}`);
    await now().expect(200);
    const pages = await emitted(shop.db.source, PaymentsReconciled);
    expect(pages.map(({ page, payouts }) => [page, payouts?.count, payouts?.list.length])).toEqual([
      [0, 3001, 3000],
      [1, 3001, 1],
    ]);
  });
});
