import { renderInvoice, invoiceFileName } from '@shop/documents';
import { conflict, createFairQueue, currentPlace, notFound, type Caller } from '@shop/http';
import { centsToDollars } from '@shop/contracts/pricing';
import { spreadsheet } from '@shop/shared';
import type { DataSource, EntityManager } from 'typeorm';
import { orderFor } from '../orders/order-queries';
import type { StoredFacts } from './invoice-facts';
import type { Evidence } from './vat';

/** One thread draws: one waits there, so that it never rests, and all others here, where accounts take turns. */
const inTurn = createFairQueue({ atOnce: 2, mostWaiting: 64 });

type PaperQuery = { orderId: number; kind: StoredFacts['kind']; nth: number };

/**
 * An invoice or a credit note of an order as PDF, drawn from what was stored with its number: the same bytes each time.
 * @throws Refusal 403 and 404 like reading the order, 404 for a credit note that is not there, 409 when the order has no invoice, 503
 * when too many wait to be drawn
 */
export async function paperOf(source: DataSource, caller: Caller, { orderId, kind, nth }: PaperQuery) {
  await orderFor(source.manager, caller, orderId);
  const [row] = await source.query<{ facts: StoredFacts }[]>(
    'SELECT facts FROM invoices WHERE order_id = $1 AND kind = $2 AND nth = $3',
    [orderId, kind, nth],
  );
  if (!row && kind === 'invoice') throw conflict('no-invoice', 'There is no invoice of this order.');
  if (!row) throw notFound('credit note');
  return { pdf: await inTurn(currentPlace(), () => renderInvoice(row.facts)), fileName: invoiceFileName(row.facts) };
}

type Row = { facts: StoredFacts; evidence: Evidence | null; refund_id: string | null };

/** The invoices and credit notes of a month of the shop's calendar as CSV, for the accountant; what credit notes take back is negative. */
export async function invoicesCsv(db: EntityManager, month: string): Promise<string> {
  const rows = await db.query<Row[]>(
    `SELECT facts, evidence, refund_id FROM invoices WHERE facts->>'issuedOn' BETWEEN $1 AND $2 ORDER BY kind DESC, year, number`,
    [`${month}-01`, `${month}-31`],
  );
  return spreadsheet(rows, {
    Number: ({ facts }) => facts.number,
    Kind: ({ facts }) => (facts.kind === 'invoice' ? 'Invoice' : 'Credit note'),
    'Issued on': ({ facts }) => facts.issuedOn,
    'Supplied on': ({ facts }) => facts.suppliedOn,
    Order: ({ facts }) => String(facts.orderNumber),
    'Credits invoice': ({ facts }) => facts.credits?.number ?? null,
    Refund: ({ refund_id: refundId }) => refundId,
    Buyer: ({ facts }) => facts.buyer.name,
    'VAT number of buyer': ({ facts }) => facts.buyer.vatId,
    Country: ({ facts }) => facts.buyer.country,
    'Net, USD': ({ facts }) => signedDollars(facts, facts.netCents),
    'VAT, USD': ({ facts }) => signedDollars(facts, facts.vatCents),
    'Gross, USD': ({ facts }) => signedDollars(facts, facts.grossCents),
    'VAT %': ({ facts }) => (facts.vat.kind === 'standard' ? facts.vat.rate / 100 : null),
    'VAT of': ({ facts }) => facts.vat.country,
    Tax: ({ facts }) => TAX[facts.vat.kind],
    'Paid by': ({ facts }) => facts.method,
    'Declared country': ({ evidence }) => evidence?.declared ?? null,
    "Payer's country": ({ evidence }) => evidence?.payer ?? null,
    'Evidence agrees': ({ evidence }) => (evidence ? (evidence.agrees ? 'yes' : 'no') : null),
  });
}

const TAX = { standard: 'VAT', 'reverse-charge': 'Reverse charge', none: 'None' } as const;

const signedDollars = ({ kind }: StoredFacts, cents: number) => centsToDollars(kind === 'invoice' ? cents : -cents);
