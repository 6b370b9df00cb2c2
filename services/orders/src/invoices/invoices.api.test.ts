import { randomUUID } from 'node:crypto';
import { InvoiceIssued, UserDeleted } from '@shop/contracts/events';
import { asAdmin, asUser, deliver, emitted, untilBlocked } from '@shop/runtime/testing';
import request from 'supertest';
import { subscriptions } from '../subscriptions';
import { anInvoicing } from '../testing/invoicing';
import { bought, createBody, putTrackOnSale, useShop } from '../testing/orders-app';
import { oweCreditNote } from './credit-notes-due';
import type { RefundDone } from './invoice-facts';
import { numberInvoices } from './number-invoices';

const shop = useShop({ invoicing: anInvoicing() });
// before each sale of the tests
beforeEach(() => shop.db.source.query(`INSERT INTO invoicing (since) VALUES ('2026-01-01')`));

/** The day in the shop's time zone, as 2026-11-29. */
const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Moscow' }).format(new Date());

/** Sells this many tracks, each in an order of its own. */
async function sell(count: number, buyer = 7): Promise<number[]> {
  const ids: number[] = [];
  for (let id = 1; id <= count; id += 1) {
    await putTrackOnSale(shop, { productId: id, name: `Track ${id}` });
    ids.push((await bought(shop, buyer, { prices: { [id]: 29900 } })).orderId);
  }
  return ids;
}
const number = () => numberInvoices(shop.context);
const rows = () =>
  shop.db.source.query<{ kind: string; number: number; order_id: number; nth: number; gross_cents: number }[]>(
    'SELECT kind, number, order_id, nth, gross_cents FROM invoices ORDER BY kind DESC, number',
  );
const numbers = async (kind = 'invoice') => (await rows()).flatMap((row) => (row.kind === kind ? [row.number] : []));
const refund = (orderId: number) =>
  request(shop.app)
    .post(`/api/orders/${orderId}/refunds`)
    .set(asAdmin())
    .send({ reference: `Wire ${orderId}` });
const get = (path: string, as = asUser(7)) => request(shop.app).get(path).set(as).buffer(true);

test('every paid order gets the next number of the year, once, and its buyer hears of it', async () => {
  const [first, second] = await sell(2);
  await number();
  await number();
  expect(await rows()).toEqual([
    { kind: 'invoice', number: 1, order_id: first, nth: 1, gross_cents: 31395 },
    { kind: 'invoice', number: 2, order_id: second, nth: 1, gross_cents: 31395 },
  ]);
  const year = today().slice(0, 4);
  expect(await emitted(shop.db.source, InvoiceIssued)).toMatchObject([
    { orderId: first, buyerId: 7, kind: 'invoice', number: `${year}-000001`, nth: 1, grossCents: 31395 },
    { orderId: second, number: `${year}-000002` },
  ]);
});

test('many tasks at once, of which some die, leave no gap and no double', async () => {
  const ids = await sell(6);
  const blocker = shop.db.source.createQueryRunner();
  await blocker.startTransaction();
  await blocker.query('SELECT FROM orders FOR UPDATE');
  const tasks = Array.from({ length: 4 }, () => number());
  await untilBlocked(shop.db.source, 4);
  // The one that has the counter, and has counted, is killed.
  await blocker.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pg_backend_pid() = ANY(pg_blocking_pids(pid))',
  );
  await blocker.commitTransaction();
  await blocker.release();
  const ends = await Promise.allSettled(tasks);
  expect(ends.some(({ status }) => status === 'rejected')).toBe(true);
  await Promise.all(Array.from({ length: 4 }, () => number()));
  expect(await numbers()).toEqual([1, 2, 3, 4, 5, 6]);
  expect(new Set((await rows()).map((row) => row.order_id))).toEqual(new Set(ids));
});

test('the numbers begin anew in each year', async () => {
  await sell(1);
  await shop.db.source.query(`INSERT INTO invoice_counters (kind, year, last) VALUES ('invoice', 2001, 41)`);
  await number();
  expect(await numbers()).toEqual([1]);
});

test('nothing is written without a legal name, nor for orders from before there was one', async () => {
  const [orderId] = await sell(1);
  await numberInvoices({ ...shop.context, invoicing: null });
  expect(await rows()).toEqual([]);
  await shop.db.source.query(`UPDATE orders SET paid_at = '2025-12-31'`);
  await refund(orderId!);
  await number();
  expect(await rows()).toEqual([]);
  const { body } = await get(`/api/orders/${orderId}`);
  expect(body.data).not.toHaveProperty('invoices');
});

describe('a refund', () => {
  test('of all gets a credit note for the whole invoice, also when nobody had numbered that yet', async () => {
    const [orderId] = await sell(1);
    expect((await refund(orderId!)).status).toBe(201);
    await number();
    await number();
    expect(await rows()).toEqual([
      { kind: 'invoice', number: 1, order_id: orderId, nth: 1, gross_cents: 31395 },
      { kind: 'credit-note', number: 1, order_id: orderId, nth: 1, gross_cents: 31395 },
    ]);
    expect((await emitted(shop.db.source, InvoiceIssued)).map(({ kind }) => kind)).toEqual(['invoice', 'credit-note']);
  });

  test('in parts gets a credit note for each, once, and with the last one they are the invoice to the cent', async () => {
    const [orderId = 0] = await sell(1);
    await number();
    const giveBack = (body: object) =>
      request(shop.app)
        .post(`/api/orders/${orderId}/refunds`)
        .set(asAdmin())
        .send({ key: randomUUID(), reason: 'Agreed on by mail', ...body });
    await giveBack({ amountCents: 10_001, shownCents: 10_001 }).expect(201);
    await number();
    await giveBack({ items: [{ productId: 1 }], amountCents: 3333, withFee: true, shownCents: 3333 }).expect(201);
    await number();
    const [first] = await shop.db.source.query<[RefundDone]>(
      `SELECT refund_id AS "refundId", order_id AS "orderId", amount_cents AS "amountCents", fee_cents AS "feeCents", items, false AS full
       FROM refund_splits ORDER BY booked_at LIMIT 1`,
    );
    await oweCreditNote(shop.db.source.manager, first);
    await number();
    expect((await rows()).slice(1)).toMatchObject([
      { kind: 'credit-note', nth: 1, gross_cents: 10_001 },
      { kind: 'credit-note', nth: 2, gross_cents: 3333 },
    ]);
    await giveBack({ shownCents: 31_395 - 13_334 }).expect(201);
    for (let i = 0; i < 2; i += 1) await number();
    expect((await rows()).slice(1).map((row) => [row.nth, row.gross_cents])).toEqual([
      [1, 10_001],
      [2, 3333],
      [3, 31_395 - 13_334],
    ]);
    const [taken] = await shop.db.source.query<object[]>(
      `SELECT sum(net_cents)::int AS net, sum(vat_cents)::int AS vat FROM invoices WHERE kind = 'credit-note'`,
    );
    const [invoiced] = await shop.db.source.query<object[]>(
      `SELECT net_cents AS net, vat_cents AS vat FROM invoices WHERE kind = 'invoice'`,
    );
    expect(taken).toEqual(invoiced);
  });
});

describe('the papers of an order', () => {
  test('are PDFs for its buyer and for admins of money, and nobody else', async () => {
    const [orderId] = await sell(1);
    const invoice = `/api/orders/${orderId}/invoice.pdf`;
    expect(await get(invoice)).toMatchObject({ status: 409, body: { code: 'no-invoice' } });
    await refund(orderId!);
    await number();
    await number();
    const answer = await get(invoice);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(/^attachment; filename="invoice-\d{4}-000001.pdf"$/),
    });
    expect((answer.body as Buffer).subarray(0, 5).toString()).toBe('%PDF-');
    expect((await get(invoice)).body).toEqual(answer.body);
    expect((await get(`/api/orders/${orderId}/credit-notes/1.pdf`)).status).toBe(200);
    expect((await get(`/api/orders/${orderId}/credit-notes/2.pdf`)).status).toBe(404);
    expect((await get(invoice, asUser(8))).status).toBe(403);
    expect((await get(invoice, asAdmin(1, 'finance'))).status).toBe(200);
    for (const role of ['support', 'viewer', 'catalogue']) expect((await get(invoice, asAdmin(1, role))).status).toBe(403);
  });

  test('are linked from the order of the buyer, and of admins who may read them', async () => {
    const [orderId] = await sell(1);
    await refund(orderId!);
    await number();
    await number();
    const links = [
      { kind: 'invoice', url: `/api/orders/${orderId}/invoice.pdf` },
      { kind: 'credit-note', url: `/api/orders/${orderId}/credit-notes/1.pdf` },
    ];
    expect((await get(`/api/orders/${orderId}`)).body.data.invoices).toMatchObject(links);
    expect((await get('/api/orders/user/7')).body.data[0].invoices).toMatchObject(links);
    expect((await get(`/api/orders/${orderId}`, asAdmin())).body.data.invoices).toMatchObject(links);
    expect((await get(`/api/orders/${orderId}`, asAdmin(1, 'support'))).body.data).not.toHaveProperty('invoices');
  });

  test('are listed for the accountant by month, what was taken back with a minus', async () => {
    const [orderId] = await sell(1);
    await refund(orderId!);
    await number();
    await number();
    const month = today().slice(0, 7);
    const { text, status } = await get(`/api/invoices.csv?month=${month}`, asAdmin(1, 'finance'));
    expect(status).toBe(200);
    const lines = text.trim().split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toMatch(/^\d{4}-000001,Invoice,.*,Marta Kowalczyk,,PL,313.95,0.00,313.95,/);
    expect(lines[2]).toMatch(/^C\d{4}-000001,Credit note,.*,Marta Kowalczyk,,PL,'?-313.95/);
    expect((await get('/api/invoices.csv?month=2001-01', asAdmin())).text.trim().split('\r\n')).toHaveLength(1);
    expect((await get('/api/invoices.csv?month=2026-13', asAdmin())).status).toBe(400);
    expect((await get('/api/invoices.csv?month=2026-11', asAdmin(1, 'viewer'))).status).toBe(403);
  });
});

test('an invoice keeps the name of a buyer whose account is deleted, and nobody changes it', async () => {
  await sell(1);
  await number();
  await deliver(shop.db.source, subscriptions, UserDeleted({ userId: 7, version: 3 }));
  const [row] = await shop.db.source.query<[{ buyer: string }]>(`SELECT facts->'buyer'->>'name' AS buyer FROM invoices`);
  expect(row.buyer).toBe('Marta Kowalczyk');
  await expect(shop.db.source.query(`UPDATE invoices SET facts = '{}'`)).rejects.toThrow('permission denied');
  await expect(shop.db.source.query(`DELETE FROM invoices`)).rejects.toThrow('permission denied');
});

describe('a company that buys', () => {
  const create = (customer: object) => {
    const body = createBody(7, { prices: { 1: 29900 } });
    return request(shop.app)
      .post('/api/orders/paypal/create')
      .set(asUser(7))
      .send({ ...body, customer_info: { ...body.customer_info, ...customer } });
  };
  const stored = async () => {
    const [order] = await shop.db.source.query<[{ customer: object }]>('SELECT customer FROM orders');
    return order.customer;
  };
  beforeEach(() => putTrackOnSale(shop));

  test('is kept with its number in the form of the state', async () => {
    expect((await create({ company: 'Nocna Zmiana', vatNumber: 'pl 123-456-32-18' })).status).toBe(201);
    expect(await stored()).toMatchObject({ company: 'Nocna Zmiana', vatNumber: 'PL1234563218' });
  });

  test.each([
    [{ company: 'Nocna Zmiana', vatNumber: 'PL1234563219' }, 'customer_info.vatNumber'],
    [{ vatNumber: 'PL1234563218' }, 'customer_info.company'],
  ])('is refused with %j', async (customer, field) => {
    expect(await create(customer)).toMatchObject({ status: 400, body: { field } });
  });
});
