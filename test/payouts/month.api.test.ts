import { randomUUID } from 'node:crypto';
import { LedgerCompared, PaymentsReconciled, UserVerified } from '@shop/contracts/events';
import type { LedgerView, PayoutBatchView, ReconciliationView, RefundView, StatementView } from '@shop/contracts/views';
import { createPaypalClient } from '@shop/paypal';
import { as, asAdmin, asUser, deliver, emitted } from '@shop/runtime/testing';
import request from 'supertest';
import { lookAtDisputes } from '../../services/orders/src/disputes/look-at-disputes';
import { numberInvoices } from '../../services/orders/src/invoices/number-invoices';
import { createPaypalGateway } from '../../services/orders/src/payments/paypal-gateway';
import { reconcileNow } from '../../services/orders/src/payments/reconciliation/reconcile';
import { subscriptions as ordersReactions } from '../../services/orders/src/subscriptions';
import { fakeGateway } from '../../services/orders/src/testing/fake-gateway';
import { anInvoicing } from '../../services/orders/src/testing/invoicing';
import { capture, create, openTestShop, putTrackOnSale, type TestShop } from '../../services/orders/src/testing/orders-app';
import { compareLedger } from '../../services/sellers/src/ledger/compare-ledger-when-payments-reconciled';
import { subscriptionsOf } from '../../services/sellers/src/subscriptions';
import { addressOf, faultsOf, NO_FAULTS, openPayouts, type PayoutRig } from './payout-rig';

const WEEKS = 4;
const SALES_A_WEEK = 125;
const SELLERS = [1, 2, 3, 4, 5, 6];
const PROJECT_CENTS = 10_000;
/** What the simulator takes for a lost dispute. */
const FEE_OF_DISPUTE_CENTS = 2000;
const DAY_MS = 24 * 3_600_000;
const CLAIM_ENDS = ['refund', 'refuse', 'withdraw', 'repair', 'refund', 'refuse', 'refund', 'refuse', 'refund', 'none'] as const;
const DISPUTE_ENDS = ['lost', 'won', 'accepted', 'lost', 'won'] as const;

/** What the test itself knows of a sold track; `lostCents` is what of it the sale bears. */
type Track = { id: number; sellerId: number; priceCents: number; project: boolean; lostCents: number; held: boolean };
type Sale = { orderId: number; captureId: string; buyer: number; tracks: Track[]; feeCents: number; backCents: number[] };

let shop: TestShop;
let rig: PayoutRig;
let sales: Sale[];
let lastSeq: number;
let handledIds: Set<string>;
/** Given back at PayPal, and elsewhere, in cents. */
let backAtPaypal: number;
let paid: Map<number, number>;
let client: ReturnType<typeof createPaypalClient>;

beforeEach(async () => {
  rig = await openPayouts(SELLERS.length, {}, new Date(Date.now() + 30 * DAY_MS));
  rig.paypal.control.setFunds(100_000_000);
  const config = {
    PAYPAL_CLIENT_ID: rig.paypal.clientId,
    PAYPAL_CLIENT_SECRET: rig.paypal.secret,
    PAYPAL_API_URL: rig.paypal.url,
    PAYPAL_TIMEOUT_MS: 10_000,
    PAYPAL_WEBHOOK_ID: 'WH-1',
  };
  client = createPaypalClient(config);
  const { signatures, verifyWebhook } = fakeGateway().gateway;
  shop = await openTestShop({
    gateway: { ...createPaypalGateway(config), signatures, verifyWebhook },
    invoicing: anInvoicing(),
    rateScale: 1000,
  });
  await shop.db.source.query(`INSERT INTO invoicing (since) VALUES ('2020-01-01')`);
  [sales, lastSeq, handledIds, backAtPaypal, paid] = [[], 0, new Set(), 0, new Map(SELLERS.map((id) => [id, 0]))];
});
afterEach(async () => {
  await shop.close();
  await rig.close();
});

const grossOf = ({ priceCents, project }: Track) => priceCents + (project ? PROJECT_CENTS : 0);
const sum = (cents: readonly number[]) => cents.reduce((total, one) => total + one, 0);
const totalOf = ({ tracks, feeCents }: Sale) => sum(tracks.map(grossOf)) + feeCents;
const shareOf = (track: Track) => Math.floor(((grossOf(track) - track.lostCents) * 7) / 10);
const centsOf = (value: string) => Math.round(Number(value) * 100);
const tracksOf = (sellerId: number) => sales.flatMap(({ tracks }) => tracks.filter((track) => track.sellerId === sellerId));
const saleAt = (n: number) => sales[n] as Sale;
const post = (path: string, body: object, who = asAdmin()) => request(shop.app).post(path).set(who).send(body);

/** Order `n` is of two stores, with project files, or of a track alone, in turns. All prices are whole dollars. */
async function sell(n: number): Promise<void> {
  const buyer = 1000 + n;
  const shape = n % 5;
  const tracks = (shape === 0 ? [0, 1] : [0]).map((i) => ({
    ...{ id: 2 * n + i + 1, sellerId: 1 + ((n + i) % SELLERS.length), priceCents: 100 * (60 + ((n * 37 + i * 11) % 400)) },
    ...{ project: shape === 1, lostCents: 0, held: false },
  }));
  for (const { id, sellerId, priceCents } of tracks)
    await putTrackOnSale(shop, {
      productId: id,
      sellerId,
      sellerUserId: 10 + sellerId,
      storeName: `Store ${sellerId}`,
      priceCents,
    });
  const prices = Object.fromEntries(tracks.map(({ id, priceCents }) => [id, priceCents]));
  const cart = { prices, projects: tracks.flatMap(({ id, project }) => (project ? [id] : [])) };
  const { body } = await create(shop, buyer, cart).expect(201);
  const { id: paypalId, orderId } = body as { id: string; orderId: number };
  rig.paypal.control.approve(paypalId);
  await capture(shop, buyer, paypalId).expect(200);
  const [{ captureId }] = await shop.db.source.query<[{ captureId: string }]>(
    `SELECT capture_id AS "captureId" FROM payments WHERE order_id = $1`,
    [orderId],
  );
  const feeCents = sum(tracks.map(grossOf)) / 20;
  sales[n] = { orderId, captureId, buyer, tracks, feeCents, backCents: [] };
}

/** Carries PayPal's webhooks to orders, and what orders says to whoever hears it. */
async function settle(): Promise<void> {
  for (const { event } of rig.paypal.control.ledger().webhooks) {
    if (handledIds.has(event.id) || !/REFUNDED|DISPUTE/.test(event.event_type)) continue;
    handledIds.add(event.id);
    await request(shop.app)
      .post('/api/orders/paypal/webhook')
      .set(as({ address: '192.0.2.1' }))
      .send(event)
      .expect(200);
  }
  await shop.db.source.query('UPDATE disputes SET next_look_at = now() WHERE next_look_at IS NOT NULL');
  await lookAtDisputes(shop.context);
  const rows = await shop.db.source.query<{ seq: number; type: string; data: unknown }[]>(
    `SELECT seq::int AS seq, type, data FROM outbox WHERE seq > $1 AND type = ANY($2) ORDER BY seq`,
    [lastSeq, RELAYED],
  );
  for (const { seq, type, data } of rows) {
    await deliver(rig.db, sellersReactions, { type, data });
    if (type.includes('refund')) await deliver(shop.db.source, ordersReactions, { type, data });
    lastSeq = seq;
  }
}
const sellersReactions = subscriptionsOf('Ghostline', 'UTC');
const RELAYED = [
  ...['order-captured', 'payment-refunded', 'refund-done', 'track-frozen', 'track-thawed'],
  ...['payment-differed', 'payments-reconciled', 'dispute-changed'],
].map((name) => `orders.${name}`);

type Back = { cents: number; fromTracks?: number[]; elsewhere?: boolean };
/** Notes what went back; `fromTracks` is what each track's sale bears of it. */
function note(sale: Sale, { cents, fromTracks = [], elsewhere = false }: Back): void {
  sale.backCents.push(cents);
  if (!elsewhere) backAtPaypal += cents;
  for (const [i, lost] of fromTracks.entries()) (sale.tracks[i] as Track).lostCents += lost;
}
async function refund(sale: Sale, body: object, back: Back): Promise<void> {
  const { body: answer } = await post(`/api/orders/${sale.orderId}/refunds`, {
    ...{ key: randomUUID(), reason: 'Agreed on by mail', shownCents: back.cents },
    ...body,
  }).expect(201);
  expect((answer as { data: RefundView }).data).toMatchObject({ state: 'done', amountCents: back.cents });
  note(sale, back);
}
/** The cents of each part in proportion, rounded down; what is left over goes to those that lost most by it, the earlier first. */
function inProportion(cents: number, weights: readonly number[]): number[] {
  const total = sum(weights);
  const parts = weights.map((weight) => Math.floor((cents * weight) / total));
  const lost = weights
    .map((weight, i) => ({ i, cents: (cents * weight) % total }))
    .sort((a, b) => b.cents - a.cents || a.i - b.i);
  for (const { i } of lost.slice(0, cents - sum(parts))) parts[i] = (parts[i] ?? 0) + 1;
  return parts;
}

const whole = (sale: Sale): Back => ({ cents: totalOf(sale), fromTracks: sale.tracks.map(grossOf) });

/** Ten refunds of all kinds; odd ones are of sales of the week before, which are paid out by then. */
async function refundsOf(week: number): Promise<void> {
  const pick = (kind: number, shape: number) =>
    saleAt((kind % 2 && week > 0 ? (week - 1) * SALES_A_WEEK + 50 : week * SALES_A_WEEK) + kind * 5 + shape);
  const odd = 1001 + 17 * week;
  await refund(pick(0, week), {}, whole(pick(0, week)));
  const [of1] = pick(1, 0).tracks as [Track];
  await refund(pick(1, 0), { items: [{ productId: of1.id }] }, { cents: of1.priceCents, fromTracks: [of1.priceCents] });
  const [of2] = pick(2, 1).tracks as [Track];
  const project = [{ productId: of2.id, project: true }];
  await refund(pick(2, 1), { items: project }, { cents: PROJECT_CENTS, fromTracks: [PROJECT_CENTS] });
  for (const cents of [odd, odd + 2, odd - 333]) {
    const rests = pick(3, 0).tracks.map((track) => grossOf(track) - track.lostCents);
    await refund(pick(3, 0), { amountCents: cents }, { cents, fromTracks: inProportion(cents, rests) });
  }
  await refund(pick(4, 3), { amountCents: odd, borneBy: 'house' }, { cents: odd });
  const [of5, other] = pick(5, 0).tracks as [Track, Track];
  const withFee = { items: [{ productId: other.id }], withFee: true };
  await refund(pick(5, 0), withFee, { cents: (other.priceCents * 21) / 20, fromTracks: [0, other.priceCents] });
  expect(of5.lostCents).toBe(0);
  const atPaypal = pick(6, 4);
  rig.paypal.control.refund(atPaypal.captureId, { amount: { currency_code: 'USD', value: (odd / 100).toFixed(2) } });
  note(atPaypal, { cents: odd, fromTracks: [odd] });
  const byHand = pick(7, 3);
  await post(`/api/orders/${byHand.orderId}/refunds`, { reference: `Wire ${week}` }).expect(201);
  note(byHand, { ...whole(byHand), elsewhere: true });
}

type Open = { sale: Sale; id: string | number; end: string };
async function openClaim(week: number, n: number, end: string): Promise<Open> {
  const sale = saleAt(week * SALES_A_WEEK + 102 + n * 5);
  const person = { name: 'Mara', lastName: 'Lind', email: `buyer${sale.buyer}@example.com`, country: 'Poland' };
  await deliver(shop.db.source, ordersReactions, UserVerified({ userId: sale.buyer, version: 1, ...person, seller: null }));
  const claim = { productId: sale.tracks[0]?.id, reason: 'files-broken', text: 'The stems do not open.' };
  const { body } = await post(`/api/orders/${sale.orderId}/claims`, claim, asUser(sale.buyer)).expect(201);
  hold(sale, true);
  return { sale, id: (body as { data: { id: number } }).data.id, end };
}
const hold = ({ tracks }: Sale, held: boolean) => {
  for (const track of tracks) track.held = held;
};

async function endClaim({ sale, id, end }: Open): Promise<void> {
  if (end === 'none') return;
  hold(sale, false);
  if (end === 'withdraw') return void (await post(`/api/claims/${id}/withdrawal`, {}, asUser(sale.buyer)).expect(200));
  const [track] = sale.tracks as [Track];
  const back = { items: [{ productId: track.id }], shownCents: track.priceCents };
  const decision = { outcome: end, reason: 'As we see it.', ...(end === 'refund' && { refund: back }) };
  await post(`/api/claims/${id}/decision`, decision).expect(200);
  if (end === 'refund') note(sale, { cents: track.priceCents, fromTracks: [track.priceCents] });
}

function openDispute(week: number, n: number, end: string): Open {
  const sale = saleAt(week * SALES_A_WEEK + 117 + n * 5);
  const { id } = rig.paypal.control.dispute(sale.captureId);
  hold(sale, true);
  return { sale, id, end };
}
async function endDispute({ sale, id, end }: Open): Promise<void> {
  hold(sale, false);
  const outcome = end === 'won' ? 'RESOLVED_SELLER_FAVOUR' : 'RESOLVED_BUYER_FAVOUR';
  if (end === 'accepted') await post(`/api/disputes/${id}/accept-claim`, { key: randomUUID(), note: 'We accept.' }).expect(200);
  else rig.paypal.control.resolveDispute(String(id), { outcome });
  if (end !== 'won') note(sale, whole(sale));
}

/** Pays all that is due. What a seller gets is what their sales are worth by now and what was not paid before. */
async function payOut(fates: Record<number, 'UNCLAIMED' | 'FAILED'>): Promise<PayoutBatchView> {
  for (const id of SELLERS) rig.paypal.control.setPayee(addressOf(id), fates[id] ?? 'SUCCESS');
  const { id: batchId, items } = await rig.draft();
  expect(new Map(items.map(({ sellerId, amountCents }) => [sellerId, amountCents]))).toEqual(
    new Map(SELLERS.map((id) => [id, worthOf(id, false) - (paid.get(id) ?? 0)])),
  );
  await rig.approve(batchId, { confirmedSellers: SELLERS }).expect(200);
  await rig.send(batchId).expect(200);
  await rig.ask();
  await rig.ask();
  for (const { sellerId, amountCents } of items)
    if (!fates[sellerId]) paid.set(sellerId, (paid.get(sellerId) ?? 0) + amountCents);
  return rig.read(batchId);
}
const worthOf = (sellerId: number, withHeld: boolean) =>
  sum(tracksOf(sellerId).flatMap((track) => (track.held && !withHeld ? [] : [shareOf(track)])));

/** Moves what PayPal shows of a store's newest payout. */
async function move(sellerId: number, status: 'RETURNED' | 'REVERSED'): Promise<void> {
  const items = rig.paypal.control.ledger().payouts.flatMap((batch) => batch.items);
  const item = items.findLast(({ receiver }) => receiver === addressOf(sellerId));
  rig.paypal.control.movePayoutItem(item?.id ?? '', status);
  if (status === 'REVERSED') paid.set(sellerId, (paid.get(sellerId) ?? 0) - centsOf(item?.amount.value ?? ''));
  await rig.db.query('UPDATE payout_batches SET ask_at = now() WHERE paypal_id IS NOT NULL');
  await rig.ask();
}

/** What is booked as PayPal's fees for disputes. */
async function disputeFees(): Promise<unknown> {
  const [booked] = await rig.db.query<unknown[]>(
    `SELECT count(DISTINCT reference)::int AS disputes, coalesce(sum(amount_cents), 0)::int AS cents
     FROM ledger_transactions t JOIN ledger_entries ON transaction_id = t.id WHERE kind = 'dispute_fee' AND account = 'fees'`,
  );
  return booked;
}

/** Both sides have had a day to book what happened. */
async function aDayLater(): Promise<void> {
  rig.paypal.control.age(24);
  await shop.db.source.query(
    `UPDATE payments SET captured_at = captured_at - interval '1 day';
     UPDATE refunds SET refunded_at = refunded_at - interval '1 day';
     UPDATE orders SET paid_at = paid_at - interval '1 day'`,
  );
  await rig.db.query(
    `UPDATE payout_batches SET sent_at = sent_at - interval '1 day'; UPDATE payout_items SET state_at = state_at - interval '1 day'`,
  );
}

type Line = { transaction_event_code: string; transaction_amount: { value: string } };
/** What PayPal's report sums to for each code, in cents, and its number of lines. */
async function report(): Promise<Map<string, { count: number; cents: number }>> {
  const sums = new Map<string, { count: number; cents: number }>();
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const [from, to] = [-DAY_MS, DAY_MS].map((ms) => new Date(Date.now() + ms).toISOString());
    const path = `/v1/reporting/transactions?start_date=${from}&end_date=${to}&page_size=500&page=${page}`;
    const answer = await client.send({ verb: 'GET', path, headers: {} });
    if (answer.kind !== 'ok') throw new Error(`the report: ${JSON.stringify(answer)}`);
    const body = answer.body as { total_pages: number; transaction_details: { transaction_info: Line }[] };
    pages = body.total_pages;
    for (const { transaction_info: line } of body.transaction_details) {
      const { count, cents } = sums.get(line.transaction_event_code) ?? { count: 0, cents: 0 };
      sums.set(line.transaction_event_code, { count: count + 1, cents: cents + centsOf(line.transaction_amount.value) });
    }
  }
  return sums;
}

test('a month: statements, invoices, credit notes, ledger and the report of PayPal agree to the cent', async () => {
  let claims: Open[] = [];
  let disputes: Open[] = [];
  for (let week = 0; week < WEEKS; week += 1) {
    const first = week * SALES_A_WEEK;
    await Promise.all(
      Array.from({ length: 4 }, async (_, lane) => {
        for (let n = first + lane; n < first + SALES_A_WEEK; n += 4) await sell(n);
      }),
    );
    await settle();
    await refundsOf(week);
    for (const claim of claims) await endClaim(claim);
    for (const dispute of disputes) await endDispute(dispute);
    claims = [];
    const from = [0, 3, 6, 8][week] ?? 0;
    for (const [n, end] of CLAIM_ENDS.slice(from, from + (week < 2 ? 3 : 2)).entries())
      claims.push(await openClaim(week, n, end));
    disputes = DISPUTE_ENDS.slice(week, week === 3 ? 5 : week + 1).map((end, n) => openDispute(week, n, end));
    await settle();
    await payOut(week === 0 ? { 6: 'UNCLAIMED' } : week === 1 ? { 5: 'FAILED' } : {});
    if (week === 0) await move(6, 'RETURNED');
    if (week === 0) await move(4, 'REVERSED');
  }
  for (const claim of claims) await endClaim(claim);
  for (const dispute of disputes) await endDispute(dispute);
  await settle();
  await numberInvoices(shop.context);

  // PayPal's report
  const captured = sum(sales.map(totalOf));
  const paidInAll = sum([...paid.values()]);
  const lines = await report();
  const cents = (code: string) => lines.get(code)?.cents ?? 0;
  expect(lines.get('T0006')).toEqual({ count: WEEKS * SALES_A_WEEK, cents: captured });
  expect(cents('T1107')).toBe(-backAtPaypal);
  expect(cents('T0001') + cents('T1114') + cents('T1115')).toBe(-paidInAll);

  // invoices and credit notes
  const papers = await shop.db.source.query<{ orderId: number; kind: string; cents: number[] }[]>(
    `SELECT order_id AS "orderId", kind, array_agg(gross_cents ORDER BY nth) AS cents FROM invoices GROUP BY 1, 2 ORDER BY 2 DESC, 1`,
  );
  const inOrder = [...sales].sort((a, b) => a.orderId - b.orderId);
  expect(papers).toEqual([
    ...inOrder.map((sale) => ({ orderId: sale.orderId, kind: 'invoice', cents: [totalOf(sale)] })),
    ...inOrder.flatMap(({ orderId, backCents }) =>
      backCents.length ? [{ orderId, kind: 'credit-note', cents: backCents }] : [],
    ),
  ]);
  // the month of the shop's time zone may have begun before that of the clock
  const months = new Set([-1, 0, 1].map((days) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 7)));
  let accounted = 0;
  for (const month of months) {
    const { text } = await request(shop.app).get(`/api/invoices.csv?month=${month}`).set(asAdmin()).expect(200);
    const [head = '', ...rows] = text.trim().split('\r\n');
    const at = head.match(/("[^"]*"|[^,]+)/g)?.findIndex((name) => name.includes('Gross')) ?? -1;
    accounted += sum(rows.map((row) => centsOf((row.match(/("[^"]*"|[^,]*)(,|$)/g)?.[at] ?? '').replace(/[^\d.-]/g, ''))));
  }
  expect(accounted).toBe(captured - sum(sales.flatMap(({ backCents }) => backCents)));

  // ledger and statements
  for (const id of SELLERS) {
    const { body } = await request(rig.app).get(`/api/sellers/${id}/ledger`).set(asAdmin()).expect(200);
    const { dueCents, owedCents, heldCents, paidCents, overpaidCents } = (body as LedgerView).balances;
    const left = worthOf(id, true) - (paid.get(id) ?? 0);
    expect({ id, paidCents, left: dueCents + owedCents + heldCents - overpaidCents }).toEqual({
      id,
      paidCents: paid.get(id),
      left,
    });
    const listed = await request(rig.app).get(`/api/sellers/${id}/statements`).set(asAdmin()).expect(200);
    const statements = (listed.body as { data: StatementView[] }).data;
    expect(statements[0]?.closingCents).toBe(left);
    let moved = 0;
    for (const { month, openingCents, closingCents } of statements) {
      const { text } = await request(rig.app).get(`/api/sellers/${id}/statements/${month}.csv`).set(asAdmin()).expect(200);
      const amounts = text
        .trim()
        .split('\r\n')
        .slice(1)
        .map((row) => centsOf((row.split(',').at(-1) ?? '').replace("'", '')));
      expect(amounts.at(0)).toBe(openingCents);
      expect(amounts.at(-1)).toBe(closingCents);
      moved += sum(amounts.slice(1, -1));
    }
    expect(moved).toBe(left);
  }
  expect(await faultsOf(rig)).toEqual(NO_FAULTS);
  const [{ fees }] = await rig.db.query<[{ fees: number }]>(
    `SELECT coalesce(sum(amount_cents), 0)::int AS fees FROM ledger_entries JOIN ledger_transactions t ON t.id = transaction_id
     WHERE account = 'fees' AND kind <> 'dispute_fee'`,
  );
  expect(cents('T0104')).toBe(-fees);
  expect(100_000_000 - rig.paypal.control.ledger().funds).toBe(paidInAll + fees);

  const lost = DISPUTE_ENDS.filter((end) => end !== 'won').length;
  expect(await disputeFees()).toEqual({ disputes: lost, cents: lost * FEE_OF_DISPUTE_CENTS });

  // the nightly comparison, which leaves the last hours out
  await aDayLater();
  const compared: ReconciliationView = await reconcileNow(shop.context);
  const backs = sum(sales.map(({ backCents }) => backCents.length));
  expect(compared).toMatchObject({ outcome: 'done', captures: WEEKS * SALES_A_WEEK, refunds: backs - WEEKS, found: 0 });
  expect(compared.payouts).toBe(rig.paypal.control.ledger().payouts.flatMap(({ items }) => items).length);
  await settle();
  await compareLedger(rig.db);
  expect((await emitted(shop.db.source, PaymentsReconciled)).at(-1)).toMatchObject({ reached: true, openCount: 0 });
  expect(await emitted(rig.db, LedgerCompared)).toMatchObject([{ differing: [], payouts: [] }]);
}, 300_000);
