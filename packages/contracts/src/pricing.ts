import { FEE_PERCENT, GUARANTEED_PERCENT, PROJECT_SURCHARGE_CENTS, SELLER_PERCENT } from './constants';

export type PricedItem = { priceCents: number; includeProject: boolean; hasProject: boolean };
export type Totals = { subtotalCents: number; discountCents: number; feeCents: number; totalCents: number };

/** `percent` of a number of cents, halves rounded up; exact, since both are integers. */
export const percentOf = (cents: number, percent: number) => Math.floor((cents * percent + 50) / 100);

/** The price of one item in cents, with the project surcharge when the buyer wants the project and the item has one. */
export const itemCents = (item: PricedItem) =>
  item.priceCents + (item.includeProject && item.hasProject ? PROJECT_SURCHARGE_CENTS : 0);

/** Subtotal, discount, fee and total in cents, as the browser shows and orders charges them (docs/product/checkout.md#totals). */
export function totalsOf(items: readonly PricedItem[], discountPercent = 0): Totals {
  const subtotalCents = items.reduce((sum, item) => sum + itemCents(item), 0);
  const discountCents = percentOf(subtotalCents, discountPercent);
  const feeCents = percentOf(subtotalCents, FEE_PERCENT);
  return { subtotalCents, discountCents, feeCents, totalCents: subtotalCents - discountCents + feeCents };
}

/**
 * Splits an amount of cents over weights by largest remainder. The parts always add up to the amount, and among equal remainders the
 * earlier part gets the cent. Amount times weight must stay below 2^53.
 */
export function splitByLargestRemainder(amountCents: number, weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total === 0) return weights.map(() => 0);
  // Uses whole numbers throughout: rounded fractions could mistake which remainder is larger.
  const byRemainder = weights
    .map((weight, i) => ({ i, rest: (amountCents * weight) % total }))
    .sort((a, b) => b.rest - a.rest || a.i - b.i);
  const parts = weights.map((weight) => (amountCents * weight - ((amountCents * weight) % total)) / total);
  const leftCents = amountCents - parts.reduce((sum, part) => sum + part, 0);
  const oneMore = new Set(byRemainder.slice(0, leftCents).map(({ i }) => i));
  return parts.map((part, i) => (oneMore.has(i) ? part + 1 : part));
}

/**
 * A seller's net for a track that costs `grossCents` and for which the buyer paid `paidCents`: 70 % of the paid amount, but counted from
 * at least 75 % of the price (docs/product/money-owed.md#the-sellers-share). After a refund of `refundedCents` that the sale bears, it
 * is the same part of that as the payment that is left. Rounded once, down. The product of price, percent and payment stays below 2^53.
 */
export function sellerNetCents(grossCents: number, paidCents: number, refundedCents = 0): number {
  const basis = Math.max(paidCents * 100, grossCents * GUARANTEED_PERCENT) * SELLER_PERCENT;
  return refundedCents === 0
    ? Math.floor(basis / 10_000)
    : wholeQuotient(basis * Math.max(0, paidCents - refundedCents), paidCents * 10_000);
}

/** The whole part of a quotient, exact for whole numbers. */
const wholeQuotient = (dividend: number, divisor: number) => (dividend - (dividend % divisor)) / divisor;

/** The subsidy in cents: the part of the seller's net above the buyer's payment. Only a large coupon makes it more than zero. */
export const subsidyCents = (grossCents: number, paidCents: number) =>
  Math.max(0, sellerNetCents(grossCents, paidCents) - paidCents);

/** Makes whole cents of dollars, rounded. */
export const dollarsToCents = (dollars: number) => Math.round(dollars * 100);
/** Makes dollars of cents. */
export const centsToDollars = (cents: number) => cents / 100;

/** `$1,234.50`: always with cents. A value that is no amount becomes a dash. */
export const formatCents = (cents: number) =>
  !Number.isFinite(cents)
    ? '–'
    : `${cents < 0 ? '-' : ''}$${Math.floor(Math.abs(cents) / 100).toLocaleString('en-US')}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;

/** `$1,234`: whole dollars rounded down, as lists and cart rows show prices. */
export const formatWholeDollars = (dollars: number) => `$${Math.floor(dollars).toLocaleString('en-US')}`;

/** A product is on sale only if the old price is present, above zero and above the price (docs/product/catalogue.md#on-sale). */
export const isOnSale = (product: { price: number; old_price: number | null }) =>
  product.old_price !== null && product.old_price > 0 && product.old_price > product.price;

/** The rounded percent discount of the sale badge: what is on sale is neither 0 % cheaper nor free. */
export const salePercent = ({ price, old_price }: { price: number; old_price: number | null }) =>
  old_price !== null && isOnSale({ price, old_price }) ? Math.min(Math.max(Math.round((1 - price / old_price) * 100), 1), 99) : 0;
