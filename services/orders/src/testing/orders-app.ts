import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ProductPublished } from '@shop/contracts/events';
import { totalsOf } from '@shop/contracts/pricing';
import type { PaypalCreateView } from '@shop/contracts/views';
import { inTx } from '@shop/messaging';
import type { Fact } from '@shop/runtime';
import { as, asUser, deliver, forEachTest, openTestDatabase, testApp, testLog, type TestDatabase } from '@shop/runtime/testing';
import type { BotCheck } from '@shop/shared';
import { createFileStorage } from '@shop/storage';
import type { Express } from 'express';
import request from 'supertest';
import { blankDeletedBuyers } from '../buyers/blank-deleted-buyers';
import { endReservations, pollPayments } from '../capture/completer';
import { forgetOldHolds } from '../claims/hold-limits';
import { schema } from '../database';
import { heedReported } from '../disputes/look-at-disputes';
import { endpointsOf } from '../endpoints';
import type { Settings, ServiceContext } from '../context';
import { factsOf } from '../operator/facts';
import { settleByReport } from '../refunds/settle-refund';
import { subscriptions } from '../subscriptions';
import { fakeGateway, type FakeGateway } from './fake-gateway';

export type TestShop = {
  context: ServiceContext;
  app: Express;
  db: TestDatabase;
  paypal: FakeGateway;
  close: () => Promise<void>;
};

export async function openTestShop(
  settings: Partial<Settings & Pick<ServiceContext, 'gateway'>> = {},
  botCheck: BotCheck = () => Promise.resolve(),
): Promise<TestShop> {
  const db = await openTestDatabase(schema);
  const paypal = fakeGateway();
  const folder = await mkdtemp(join(tmpdir(), 'orders-test-'));
  const context: ServiceContext = {
    source: db.source,
    storage: createFileStorage(folder),
    gateway: paypal.gateway,
    botCheck,
    log: testLog,
    settleRefunds: (movements, deadline) => settleByReport(context, movements, deadline),
    heedDisputes: (disputes) => heedReported(context, disputes),
    countDecline: () => undefined,
    siteName: 'Ghostline',
    timeZone: 'Europe/Moscow',
    downloadKeys: [Buffer.from('a key for tests only')],
    deliveryKeys: [Buffer.from('a delivery key for tests')],
    publicUrl: 'http://shop.example',
    signingKeys: { certificate: [Buffer.alloc(32, 1)], log: [Buffer.alloc(32, 2)] },
    rateScale: 1,
    providerWithinMs: 20_000,
    completerEveryMs: 20,
    leaseMs: 20,
    reconcileAt: 0,
    invoicing: null,
    ...settings,
  };
  const close = async () => {
    await db.drop();
    await rm(folder, { recursive: true, force: true });
  };
  return { context, app: testApp(endpointsOf(context)), db, paypal, close };
}

export const useShop = (...settings: Parameters<typeof openTestShop>) => forEachTest(() => openTestShop(...settings));

export const aProduct = (fields: Partial<Parameters<typeof ProductPublished>[0]> = {}) => ({
  productId: 1,
  version: 1,
  name: 'Salt on the Runway',
  category: 'Melodic Techno',
  img: '/media/catalog/cover.webp',
  priceCents: 29900,
  oldPriceCents: null,
  bpm: 124,
  musicKey: 'A',
  projectName: 'Ableton Live' as string | null,
  sellerId: null as number | null,
  sellerUserId: null as number | null,
  storeName: 'Ghostline',
  downloadLink: 'https://www.dropbox.com/s/track',
  projectLink: 'https://www.dropbox.com/s/project' as string | null,
  createdAt: '2026-11-01T10:00:00.000Z',
  ...fields,
});

/** The files of a track as catalog announces them. */
export const aPackage = (id = 3, hasProject = true) => {
  const files = [
    { id: 31, path: 'Master/Salt.wav', role: 'master' as const, sizeBytes: 300, sha256: 'a'.repeat(64) },
    { id: 32, path: 'Stems/Kick.wav', role: 'stem' as const, sizeBytes: 200, sha256: 'b'.repeat(64) },
    { id: 33, path: 'Project/Salt.als', role: 'project' as const, sizeBytes: 100, sha256: 'c'.repeat(64) },
  ].filter(({ role }) => hasProject || role !== 'project');
  return { id, sizeBytes: files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0), hasProject, files };
};

/** A track is on sale for this service, by the event of catalog; its store is active unless the service has heard of that store before. */
export async function putTrackOnSale({ db }: TestShop, fields: Parameters<typeof aProduct>[0] = {}) {
  const product = aProduct(fields);
  await db.source.query(
    `INSERT INTO stores (seller_id, user_id, version, store_name, status) SELECT $1, $2, 0, $3, 'active' WHERE $1::int IS NOT NULL
     ON CONFLICT DO NOTHING`,
    [product.sellerId, product.sellerUserId ?? 0, product.storeName],
  );
  await deliver(db.source, subscriptions, ProductPublished(product));
}

const customer = { firstName: 'Marta', lastName: 'Kowalczyk', email: 'marta@example.com', country: 'Poland' };

export type Cart = { prices: Record<number, number>; projects?: number[]; percent?: number; couponId?: number };

const money = (cents: number) => (cents / 100).toFixed(2);

const totalsOfCart = ({ prices, projects = [], percent = 0 }: Cart) =>
  totalsOf(
    Object.entries(prices).map(([id, priceCents]) => ({
      priceCents,
      includeProject: projects.includes(Number(id)),
      hasProject: true,
    })),
    percent,
  );

/** The body that an honest browser sends. */
export function createBody(buyer: number, cart: Cart) {
  const totals = totalsOfCart(cart);
  return {
    cartItems: Object.keys(cart.prices).map((id) => ({ id: Number(id) })),
    projectSelections: Object.fromEntries((cart.projects ?? []).map((id) => [id, true])),
    customer_info: customer,
    coupon_id: cart.couponId ?? null,
    discount_amount: totals.discountCents / 100,
    total_amount: totals.totalCents / 100,
    userId: buyer,
  };
}

export function placeBody(buyer: number, cart: Cart) {
  const totals = totalsOfCart(cart);
  return {
    user_id: buyer,
    products: Object.keys(cart.prices).map(Number),
    total_price: money(totals.totalCents),
    discount_amount: money(totals.discountCents),
    coupon_id: cart.couponId ?? null,
    projectSelections: cart.projects ?? [],
    customer_info: customer,
  };
}

/** Each buyer has an address of their own. */
const asBuyer = (userId: number) => as({ userId, address: `192.0.2.${userId % 256}` });

export const create = ({ app }: Pick<TestShop, 'app'>, buyer: number, cart: Cart = { prices: { 1: 29900 } }) =>
  request(app).post('/api/orders/paypal/create').set(asBuyer(buyer)).send(createBody(buyer, cart));

export const place = ({ app }: Pick<TestShop, 'app'>, buyer: number, cart: Cart = { prices: { 1: 29900 } }) =>
  request(app).post('/api/orders').set(asBuyer(buyer)).send(placeBody(buyer, cart));

export const capture = ({ app }: Pick<TestShop, 'app'>, buyer: number, paypalOrderId: string) =>
  request(app).post('/api/orders/paypal/capture').set(asUser(buyer)).send({ orderID: paypalOrderId, userId: buyer });

/** An order that is made at PayPal and approved by its buyer. */
export async function approved(test: TestShop, buyer: number, cart?: Cart): Promise<PaypalCreateView> {
  const { body, status } = await create(test, buyer, cart);
  if (status !== 201) throw new Error(`create answered ${status}: ${JSON.stringify(body)}`);
  const created = body as PaypalCreateView;
  test.paypal.approve(created.id);
  return created;
}

export async function bought(test: TestShop, buyer: number, cart?: Cart): Promise<PaypalCreateView> {
  const created = await approved(test, buyer, cart);
  const { status, body } = await capture(test, buyer, created.id);
  if (status !== 200) throw new Error(`capture answered ${status}: ${JSON.stringify(body)}`);
  return created;
}

/** Runs one turn of the completer and of the clean-up tasks, with every payment due. */
export async function complete({ context, db }: TestShop) {
  await db.source.query(`UPDATE orders SET next_check_at = now() WHERE next_check_at IS NOT NULL`);
  await endReservations(context);
  await pollPayments(context);
  await inTx(db.source, (tx) => blankDeletedBuyers(tx));
  await forgetOldHolds(db.source.manager);
}

/** Lets reservations be this many minutes older. */
export async function later({ db }: TestShop, minutes: number) {
  await db.source.query(`UPDATE sale_claims SET expires_at = expires_at - make_interval(mins => $1) WHERE state = 'reserved'`, [
    minutes,
  ]);
  await db.source.query(`UPDATE orders SET reserved_until = reserved_until - make_interval(mins => $1)`, [minutes]);
  await db.source.query(
    `UPDATE holds SET held_at = held_at - make_interval(mins => $1), until = until - make_interval(mins => $1)`,
    [minutes],
  );
}

type Row = { payment_state: string; status: string; attempt: number; closed: string | null };

export async function orderRow({ db }: TestShop, id: number): Promise<Row> {
  const [row] = await db.source.query<[Row]>('SELECT payment_state, status, attempt, closed FROM orders WHERE id = $1', [id]);
  return row;
}

type ClaimRow = { product_id: number; order_id: number | null; state: string; version: number };

export const claims = ({ db }: TestShop) =>
  db.source.query<ClaimRow[]>('SELECT product_id, order_id, state, version FROM sale_claims ORDER BY product_id');

/** The rows of a list that the operator's checks read. */
export async function rowsOfFacts({ context, db }: TestShop, name: string): Promise<Fact[]> {
  const rows: Fact[] = [];
  const facts = factsOf(context.storage).find((list) => list.name === name);
  for await (const row of facts!.read(db.source)) rows.push(row);
  return rows;
}
