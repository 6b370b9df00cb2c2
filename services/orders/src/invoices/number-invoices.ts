import { InvoiceIssued } from '@shop/contracts/events';
import { inTx, type Tx } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { accountEmailsOf } from '../buyers/buyer-now';
import { dayIn } from '../certificates/log-sales';
import type { Invoicing, ServiceContext } from '../context';
import { creditNoteFacts, invoiceFacts, type PaidOrder, type RefundDone, type StoredFacts } from './invoice-facts';
import type { Evidence, VatRate } from './vat';

const BATCH = 50;
const BATCHES_A_TURN = 20;

/** Orders that are paid from now on get invoices; the first start with LEGAL_NAME says so. */
export const beginInvoicing = (db: EntityManager) => db.query('INSERT INTO invoicing DEFAULT VALUES ON CONFLICT DO NOTHING');

/**
 * Gives numbers to the invoices of paid orders and the credit notes of refunds, as a task (docs/product/invoices.md#numbers): in short
 * transactions of their own, because whoever counts lets all others wait. A refund waits for the invoice of its order.
 */
export async function numberInvoices(context: ServiceContext): Promise<void> {
  const { invoicing, source } = context;
  if (!invoicing) return;
  for (let batch = 1; batch <= BATCHES_A_TURN; batch += 1) {
    const done = await inTx(source, (tx) => numberSome(tx, context, invoicing));
    if (done < BATCH) return;
  }
}

type Site = Pick<ServiceContext, 'siteName' | 'timeZone'>;

/** @returns how many orders and refunds it has dealt with */
async function numberSome(tx: Tx, { siteName, timeZone }: Site, invoicing: Invoicing): Promise<number> {
  const { db } = tx;
  // Looked at without a lock: most turns find nothing.
  if (!(await isDue(db))) return 0;
  const counter = await lockCounter(db, timeZone);
  if (!counter) return 0;
  const orders = await ordersToInvoice(db);
  const rates = orders.length > 0 ? await vatRates(db) : [];
  const papers = orders.flatMap((order) => {
    const paidOrder = { ...order, siteName: order.siteName ?? siteName, paidOn: dayIn(timeZone, order.paidAt) };
    const paper = invoiceFacts(invoicing, paidOrder, rates, counter.next('invoice'));
    return paper ? [{ ...paper, number: counter.take('invoice'), buyerId: order.buyerId, nth: 1, refundId: null }] : [];
  });
  const refunds =
    orders.length < BATCH
      ? await refundsToCredit(
          db,
          orders.map(({ orderId }) => orderId),
        )
      : [];
  const credits: Paper[] = [];
  for (const refund of refunds) {
    const issuedPapers = await papersOf(db, refund.orderId);
    const earlier = [
      ...issuedPapers.flatMap(({ facts }) => (facts.kind === 'credit-note' ? [facts] : [])),
      ...credits.flatMap(({ facts }) => (facts.orderNumber === refund.orderId ? [facts] : [])),
    ];
    const invoice = issuedPapers.find(({ facts }) => facts.kind === 'invoice');
    const facts = invoice && creditNoteFacts(invoice.facts, earlier, refund, counter.next('credit-note'));
    if (!facts) continue;
    const { buyerId, refundId } = refund;
    const number = counter.take('credit-note');
    credits.push({ facts, number, evidence: invoice.evidence, buyerId, nth: earlier.length + 1, refundId });
  }
  await save(
    db,
    counter,
    orders.map(({ orderId }) => orderId),
    refunds,
    [...papers, ...credits],
  );
  await tellIssued(tx, [...papers, ...credits]);
  return orders.length + refunds.length;
}

type Paper = {
  facts: StoredFacts;
  number: number;
  evidence: Evidence | null;
  buyerId: number;
  nth: number;
  refundId: string | null;
};
type Kind = StoredFacts['kind'];

/** Orders that were paid since invoicing began, and refunds of orders that are no longer waiting for theirs. */
const TO_INVOICE = `paid_at >= (SELECT since FROM invoicing) AND NOT invoiced`;
const TO_CREDIT = `credit_notes_due JOIN orders ON orders.id = order_id AND NOT (${TO_INVOICE})`;

async function isDue(db: EntityManager): Promise<boolean> {
  const [row] = await db.query<[{ due: boolean }]>(
    `SELECT EXISTS (SELECT FROM orders WHERE ${TO_INVOICE}) OR EXISTS (SELECT FROM ${TO_CREDIT}) AS due`,
  );
  return row.due;
}

/**
 * Locks the counters of this year on the shop's calendar: numbers are given one transaction after the other, and a rolled back one
 * gives none. @returns null when the year has just ended: the next turn counts in the new one
 */
async function lockCounter(db: EntityManager, timeZone: string) {
  const year = yearIn(timeZone, await clock(db));
  await db.query(`INSERT INTO invoice_counters (kind, year) VALUES ('credit-note', $1), ('invoice', $1) ON CONFLICT DO NOTHING`, [
    year,
  ]);
  const rows = await db.query<{ kind: Kind; last: number }[]>(
    'SELECT kind, last FROM invoice_counters WHERE year = $1 ORDER BY kind FOR UPDATE',
    [year],
  );
  const issuedAt = await clock(db);
  if (yearIn(timeZone, issuedAt) !== year) return null;
  const issuedOn = dayIn(timeZone, issuedAt);
  const last = Object.fromEntries(rows.map((row) => [row.kind, row.last])) as Record<Kind, number>;
  return {
    year,
    last,
    next: (kind: Kind) => ({ number: numberText(kind, year, last[kind] + 1), issuedAt, issuedOn }),
    take: (kind: Kind) => (last[kind] += 1),
  };
}

async function clock(db: EntityManager): Promise<Date> {
  const [row] = await db.query<[{ at: Date }]>('SELECT clock_timestamp() AS at');
  return row.at;
}

const yearIn = (timeZone: string, at: Date) => Number(dayIn(timeZone, at).slice(0, 4));

/** Such as 2026-000001, and C2026-000001 for a credit note. */
const numberText = (kind: Kind, year: number, number: number) =>
  `${kind === 'invoice' ? '' : 'C'}${year}-${String(number).padStart(6, '0')}`;

type OrderRow = Omit<PaidOrder, 'siteName' | 'paidOn'> & { buyerId: number; siteName: string | null; paidAt: Date };

const ordersToInvoice = (db: EntityManager) =>
  db.query<OrderRow[]>(
    `SELECT orders.id AS "orderId", buyer_id AS "buyerId", customer, fee_cents AS "feeCents", method, payer_country AS "payerCountry",
       site_name AS "siteName", paid_at AS "paidAt",
       (SELECT json_agg(json_build_object('productId', product_id, 'name', name, 'paidCents', paid_cents,
           'projectName', CASE WHEN project_chosen THEN project_name END) ORDER BY position)
         FROM order_items WHERE order_id = orders.id) AS items
     FROM orders JOIN payments ON payments.order_id = orders.id WHERE ${TO_INVOICE} ORDER BY paid_at, orders.id LIMIT ${BATCH}`,
  );

const vatRates = (db: EntityManager) =>
  db.query<VatRate[]>('SELECT country, rate, valid_from::text AS "validFrom", valid_to::text AS "validTo" FROM vat_rates');

/** The refunds of orders that have their invoice, without those that get it in this transaction. */
const refundsToCredit = (db: EntityManager, invoicedNow: readonly number[]) =>
  db.query<(RefundDone & { buyerId: number })[]>(
    `SELECT refund_id AS "refundId", order_id AS "orderId", buyer_id AS "buyerId", amount_cents AS "amountCents",
       credit_notes_due.fee_cents AS "feeCents", items, is_full AS "full"
     FROM ${TO_CREDIT} WHERE order_id <> ALL($1) ORDER BY done_at, refund_id LIMIT ${BATCH}`,
    [invoicedNow],
  );

const papersOf = (db: EntityManager, orderId: number) =>
  db.query<{ facts: StoredFacts; evidence: Evidence | null }[]>(
    'SELECT facts, evidence FROM invoices WHERE order_id = $1 ORDER BY kind, nth',
    [orderId],
  );

async function save(
  db: EntityManager,
  { year, last }: { year: number; last: Record<Kind, number> },
  orderIds: readonly number[],
  refunds: readonly RefundDone[],
  papers: readonly Paper[],
): Promise<void> {
  const rows = papers.map(({ facts, number, evidence, nth, refundId }) => ({
    kind: facts.kind,
    year,
    number,
    order_id: facts.orderNumber,
    nth,
    refund_id: refundId,
    net_cents: facts.netCents,
    vat_cents: facts.vatCents,
    gross_cents: facts.grossCents,
    issued_at: facts.issuedAt,
    facts,
    evidence,
  }));
  await db.query(
    `INSERT INTO invoices SELECT (jsonb_populate_record(NULL::invoices, given)).* FROM jsonb_array_elements($1::jsonb) AS given`,
    [JSON.stringify(rows)],
  );
  await db.query(
    `UPDATE invoice_counters SET last = given.last FROM unnest($2::text[], $3::int[]) AS given (kind, last)
     WHERE year = $1 AND invoice_counters.kind = given.kind`,
    [year, Object.keys(last), Object.values(last)],
  );
  await db.query('UPDATE orders SET invoiced = true WHERE id = ANY($1)', [orderIds]);
  await db.query('DELETE FROM credit_notes_due WHERE refund_id = ANY($1)', [refunds.map(({ refundId }) => refundId)]);
}

async function tellIssued({ db, emit }: Tx, papers: readonly Paper[]): Promise<void> {
  if (papers.length === 0) return;
  const addresses = await accountEmailsOf(db, [...new Set(papers.map(({ buyerId }) => buyerId))]);
  await emit(
    ...papers.map(({ facts: { orderNumber: orderId, kind, number, grossCents }, buyerId, nth }) =>
      InvoiceIssued({ orderId, buyerId, accountEmail: addresses.get(buyerId) ?? null, kind, number, nth, grossCents }),
    ),
  );
}
