import type { Share } from './share';

/**
 * The accounts of the ledger, seen from the operator's side; debits are positive, credits negative.
 * - clearing: what buyers paid for sellers' tracks, less what was paid out to sellers and PayPal;
 * - promotion: the part of coupons that the shop bears;
 * - commission: what the shop keeps;
 * - fees: what the operator pays PayPal for payouts and disputes;
 * - seller: what the shop owes the transaction's seller, so a credit raises it.
 *
 * The service fee is between buyer and shop, and the operator's own tracks have no seller: neither is booked here.
 */
type Account = 'clearing' | 'promotion' | 'commission' | 'seller' | 'fees';
export type Posting = { account: Account; amountCents: number };

const withoutZeros = (postings: Posting[]) => postings.filter(({ amountCents }) => amountCents !== 0);
/** The amount the other way round; zero stays 0, not -0. */
export const minus = (cents: number) => (cents === 0 ? 0 : -cents);

/** The postings of a sale sum to zero. */
export const salePostings = ({ grossCents, discountCents, shopDiscountCents, commissionCents, netCents }: Share): Posting[] =>
  withoutZeros([
    { account: 'clearing', amountCents: grossCents - discountCents },
    { account: 'promotion', amountCents: shopDiscountCents },
    { account: 'commission', amountCents: minus(commissionCents) },
    { account: 'seller', amountCents: minus(netCents) },
  ]);

/** What changes in the postings of a sale when its share shrinks from one to another; they sum to zero too. */
export function differenceOf(before: Share, after: Share): Posting[] {
  const remaining = new Map(salePostings(after).map(({ account, amountCents }) => [account, amountCents]));
  return withoutZeros(
    salePostings(before).map(({ account, amountCents }) => ({
      account,
      amountCents: (remaining.get(account) ?? 0) - amountCents,
    })),
  );
}

/** The postings of a payout sum to zero. The operator bears the fee. */
export const payoutPostings = (amountCents: number, feeCents = 0): Posting[] =>
  withoutZeros([
    { account: 'seller', amountCents },
    { account: 'fees', amountCents: feeCents },
    { account: 'clearing', amountCents: minus(amountCents + feeCents) },
  ]);

/** A fee of PayPal's by itself, or a part of one that PayPal gave back (negative). */
export const feePostings = (feeCents: number): Posting[] => [
  { account: 'fees', amountCents: feeCents },
  { account: 'clearing', amountCents: minus(feeCents) },
];

/** The same amounts the other way round; the ledger undoes every transaction like this. */
export const reversalOf = (postings: readonly Posting[]): Posting[] =>
  postings.map(({ account, amountCents }) => ({ account, amountCents: minus(amountCents) }));
