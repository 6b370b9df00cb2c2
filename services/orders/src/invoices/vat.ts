import { splitByLargestRemainder } from '@shop/contracts/pricing';
import type { InvoiceLine, InvoiceVat } from '@shop/documents';
import { checkVAT, countries } from 'jsvat';
import { countryName, isInUnion } from './country-codes';
import type { Invoicing } from '../context';

/** A rate in hundredths of a percent, from a day until before another. */
export type VatRate = { country: string; rate: number; validFrom: string; validTo: string | null };

/**
 * Where a service was supplied, and what says so: the country that the buyer declared, that of the payer at PayPal, and a VAT
 * number, each a code of two letters. `agrees` is false when two of them name different countries.
 */
export type Evidence = { declared: string; payer: string | null; vatNumber: string | null; place: string; agrees: boolean };

type Purchase = { declared: string; payer: string | null; vatNumber: string | null; day: string };

const HUNDRED_PERCENT = 10_000;

/** The VAT inside a gross amount in cents, halves rounded up; `rate` in hundredths of a percent. */
export const vatInside = (grossCents: number, rate: number): number => {
  const divisor = HUNDRED_PERCENT + rate;
  return Math.floor((2 * grossCents * rate + divisor) / (2 * divisor));
};

export type GrossLine = Omit<InvoiceLine, 'netCents' | 'vatCents'>;

/** Splits the VAT of all lines over them by largest remainder, so that the lines add up to it. */
export function withVat<Line extends GrossLine>(lines: readonly Line[], vatCents: number): (Line & InvoiceLine)[] {
  const parts = splitByLargestRemainder(
    vatCents,
    lines.map(({ grossCents }) => grossCents),
  );
  return lines.map((line, index) => {
    const vat = parts[index] ?? 0;
    return { ...line, netCents: line.grossCents - vat, vatCents: vat };
  });
}

/**
 * How an order is taxed (docs/product/invoices.md#vat), with what is kept as evidence. A number of another member state makes it
 * reverse charge; otherwise the place of supply has a rate on that day, or is outside the Union.
 */
export function taxOf(
  { vat, vatNote, country: ownCountry }: Invoicing,
  purchase: Purchase,
  rates: readonly VatRate[],
): { vat: InvoiceVat; evidence: Evidence | null } {
  if (vat === 'none') return { vat: withoutVat(vatNote ?? 'Not subject to VAT'), evidence: null };
  const evidence = evidenceOf(purchase);
  const { place, vatNumber } = evidence;
  const business = vatNumber && countryOfVatNumber(vatNumber);
  if (business && business !== ownCountry) {
    const words = 'Reverse charge: the recipient owes the VAT (Article 196 of Directive 2006/112/EC).';
    return { vat: { kind: 'reverse-charge', rate: 0, country: business, words }, evidence };
  }
  const rate = rates.find(
    ({ country, validFrom, validTo }) =>
      country === place && validFrom <= purchase.day && (validTo === null || purchase.day < validTo),
  );
  if (!rate) return { vat: withoutVat('Supplied outside the European Union: not subject to its VAT.'), evidence };
  const words = `The prices include VAT of ${countryName(place)}.`;
  return { vat: { kind: 'standard', rate: rate.rate, country: place, words }, evidence };
}

const withoutVat = (words: string): InvoiceVat => ({ kind: 'none', rate: 0, country: null, words });

/** The declared country counts, unless it is not known; what contradicts it is kept and marked. */
function evidenceOf({ declared, payer, vatNumber }: Purchase): Evidence {
  const business = vatNumber ? countryOfVatNumber(vatNumber) : null;
  const places = new Set([declared, payer, business].filter(Boolean));
  return { declared, payer, vatNumber, place: declared || payer || '', agrees: places.size < 2 };
}

/** The member state of a VAT number; null when its form is not that of any. Whether it was issued, only the state knows. */
export function countryOfVatNumber(number: string): string | null {
  const { isValid, country } = checkVAT(number, countries);
  const code = country?.isoCode.short;
  return isValid && code && isInUnion(code) ? code : null;
}
