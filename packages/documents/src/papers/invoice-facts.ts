/** The operator, or the buyer, of an invoice. `country` is a code of two letters, "" for a buyer who stated none. */
export type PartyFacts = {
  name: string;
  /** The parts of the address, from street to town. */
  address: string[];
  country: string;
  countryName: string;
  vatId: string | null;
  /** The operator's number in a register. */
  registration: string | null;
  /** The person of a company that buys. */
  contact: string | null;
  email: string | null;
};

/** Amounts in integer US cents; net and VAT of a line add up to its gross, and the lines to the totals. */
export type InvoiceLine = { name: string; note: string | null; netCents: number; vatCents: number; grossCents: number };

/**
 * How an invoice is taxed: at the rate of a country, by the buyer (reverse charge), or not at all. `rate` is in hundredths of a
 * percent, `words` is what the invoice has to say about it.
 */
export type InvoiceVat = {
  kind: 'standard' | 'reverse-charge' | 'none';
  rate: number;
  country: string | null;
  words: string | null;
};

/**
 * What an invoice or a credit note states. It is stored when its number is given, and drawn again from that: whatever is added later
 * must be optional. Days are as 2026-11-30.
 */
export type InvoiceFacts = {
  kind: 'invoice' | 'credit-note';
  number: string;
  issuedAt: string;
  issuedOn: string;
  suppliedOn: string;
  siteName: string;
  /** The shop's host, by which the operator is known where it has no number. */
  siteHost: string;
  orderNumber: number;
  /** The invoice that a credit note takes back, in whole or in part. */
  credits: { number: string; issuedOn: string } | null;
  seller: PartyFacts;
  buyer: PartyFacts;
  lines: InvoiceLine[];
  vat: InvoiceVat;
  netCents: number;
  vatCents: number;
  grossCents: number;
  /** The way in which the money came: the method of the payment. */
  method: string;
};

/** Such as "19" or "25.5". */
export const percentText = (rate: number) => String(rate / 100);

/** Such as "invoice-2026-000001.pdf". */
export const invoiceFileName = ({ kind, number }: Pick<InvoiceFacts, 'kind' | 'number'>) => `${kind}-${number}.pdf`;
