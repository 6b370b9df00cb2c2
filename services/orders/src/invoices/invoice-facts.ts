import type { CustomerInfo } from '@shop/contracts/views';
import { splitByLargestRemainder } from '@shop/contracts/pricing';
import type { InvoiceFacts, InvoiceLine, PartyFacts } from '@shop/documents';
import { countryCode, countryName } from './country-codes';
import type { Invoicing } from '../context';
import { sellerOf } from './legal';
import { taxOf, vatInside, withVat, type Evidence, type GrossLine, type VatRate } from './vat';

/** A paid order as its invoice needs it; days are of the shop's calendar. */
export type PaidOrder = {
  orderId: number;
  customer: CustomerInfo;
  feeCents: number;
  items: readonly { productId: number; name: string; projectName: string | null; paidCents: number }[];
  method: string;
  payerCountry: string | null;
  paidOn: string;
  siteName: string;
};

/** What is given when a number is. */
type Issue = { number: string; issuedAt: Date; issuedOn: string };

/**
 * A refund whose money is back at the buyer, in cents. `full` means all that was not given back before; otherwise what neither
 * `items` nor `feeCents` name is money without a track.
 */
export type RefundDone = {
  orderId: number;
  refundId: string;
  amountCents: number;
  feeCents: number;
  items: readonly { productId: number; project: boolean; amountCents: number }[];
  full: boolean;
};

/** A line with what it is about: a track by its id, or the fee. Credit notes take back by it. */
type KeyedLine = GrossLine & { about: string };
export type StoredFacts = Omit<InvoiceFacts, 'lines'> & { lines: (InvoiceLine & { about: string })[] };

const FEE = 'fee';
const OTHER = 'other';

/**
 * The facts of an order's invoice: the whole order in the operator's own name, or its fee alone.
 * @returns null when there is nothing to invoice
 */
export function invoiceFacts(
  invoicing: Invoicing,
  order: PaidOrder,
  rates: readonly VatRate[],
  { number, issuedAt, issuedOn }: Issue,
): { facts: StoredFacts; evidence: Evidence | null } | null {
  const lines = linesOf(invoicing, order);
  const grossCents = sumOf(lines);
  if (grossCents === 0) return null;
  const { customer, payerCountry: payer, paidOn } = order;
  const declaredCountry = countryCode(customer.country);
  const { vat, evidence } = taxOf(
    invoicing,
    { declared: declaredCountry, payer, vatNumber: customer.vatNumber ?? null, day: paidOn },
    rates,
  );
  const vatCents = vatInside(grossCents, vat.rate);
  const facts: StoredFacts = {
    kind: 'invoice',
    number,
    issuedAt: issuedAt.toISOString(),
    issuedOn,
    suppliedOn: paidOn,
    siteName: order.siteName,
    siteHost: invoicing.siteHost,
    orderNumber: order.orderId,
    credits: null,
    seller: sellerOf(invoicing),
    buyer: buyerOf(customer, evidence?.place || declaredCountry),
    lines: withVat(lines, vatCents),
    vat,
    netCents: grossCents - vatCents,
    vatCents,
    grossCents,
    method: order.method,
  };
  return { facts, evidence };
}

function linesOf({ invoiceFor }: Invoicing, { items, feeCents }: PaidOrder): KeyedLine[] {
  const fee = feeCents > 0 ? [{ about: FEE, name: 'Service fee', note: null, grossCents: feeCents }] : [];
  if (invoiceFor === 'fee') return fee;
  const tracks = items.map(({ productId, name, projectName, paidCents }) => ({
    about: String(productId),
    name,
    note: projectName ? `Exclusive rights, with the ${projectName} project files` : 'Exclusive rights',
    grossCents: paidCents,
  }));
  return [...tracks, ...fee];
}

/** A buyer whose account was deleted before the number was given has no name any more. */
const buyerOf = ({ firstName, lastName, email, company, vatNumber }: CustomerInfo, country: string): PartyFacts => {
  const person = `${firstName} ${lastName}`.trim();
  return {
    name: company ?? (person || 'A deleted account'),
    contact: company ? person || null : null,
    address: [],
    country,
    countryName: country && countryName(country),
    vatId: vatNumber ?? null,
    registration: null,
    email: email || null,
  };
};

/**
 * The facts of the credit note for a refund, with the tax of its invoice: all credit notes of an order together never take back more
 * than was invoiced, and to the cent its VAT once all is back.
 * @param earlier the credit notes that the order has already
 * @returns null when nothing of what was invoiced went back
 */
export function creditNoteFacts(
  invoice: StoredFacts,
  earlier: readonly StoredFacts[],
  refund: RefundDone,
  { number, issuedAt, issuedOn }: Issue,
): StoredFacts | null {
  const before = earlier.reduce((sum, note) => sum + note.grossCents, 0);
  const leftCents = invoice.grossCents - before;
  const lines = atMost(refund.full ? linesLeft(invoice, earlier) : linesOfRefund(invoice, refund), leftCents, refund.full);
  const grossCents = sumOf(lines);
  if (grossCents === 0) return null;
  const vatCents = vatInside(before + grossCents, invoice.vat.rate) - vatInside(before, invoice.vat.rate);
  return {
    ...invoice,
    kind: 'credit-note',
    number,
    issuedAt: issuedAt.toISOString(),
    issuedOn,
    credits: { number: invoice.number, issuedOn: invoice.issuedOn },
    lines: withVat(lines, vatCents),
    netCents: grossCents - vatCents,
    vatCents,
    grossCents,
  };
}

/** What is left of each line of the invoice. */
const linesLeft = (invoice: StoredFacts, earlier: readonly StoredFacts[]): KeyedLine[] =>
  invoice.lines.flatMap(({ about, name, note, grossCents }) => {
    const back = sumOf(earlier.flatMap(({ lines }) => lines.filter((line) => line.about === about)));
    return grossCents > back ? [{ about, name, note, grossCents: grossCents - back }] : [];
  });

function linesOfRefund(invoice: StoredFacts, { items, feeCents, amountCents }: RefundDone): KeyedLine[] {
  const lineOf = (about: string) => invoice.lines.find((line) => line.about === about);
  const tracks = items.flatMap(({ productId, project, amountCents: grossCents }) => {
    const line = lineOf(String(productId));
    return line ? [{ about: line.about, name: line.name, note: project ? 'Project files' : line.note, grossCents }] : [];
  });
  const fee = lineOf(FEE) && feeCents > 0 ? [{ about: FEE, name: 'Service fee', note: null, grossCents: feeCents }] : [];
  const restCents = amountCents - feeCents - items.reduce((sum, item) => sum + item.amountCents, 0);
  const invoicesTracks = invoice.lines.some(({ about }) => about !== FEE);
  const rest =
    restCents > 0 && invoicesTracks ? [{ about: OTHER, name: 'Partial refund', note: null, grossCents: restCents }] : [];
  return [...tracks, ...fee, ...rest].filter(({ grossCents }) => grossCents > 0);
}

/** Money without a track has taken a part of every line: what is left of them in all is split over them. `isAll` takes the rest whole. */
function atMost(lines: KeyedLine[], leftCents: number, isAll: boolean): KeyedLine[] {
  const total = sumOf(lines);
  if (total <= leftCents && !(isAll && total < leftCents)) return lines;
  const parts = splitByLargestRemainder(
    leftCents,
    lines.map(({ grossCents }) => grossCents),
  );
  return lines.map((line, index) => ({ ...line, grossCents: parts[index] ?? 0 })).filter(({ grossCents }) => grossCents > 0);
}

const sumOf = (lines: readonly { grossCents: number }[]) => lines.reduce((sum, { grossCents }) => sum + grossCents, 0);
