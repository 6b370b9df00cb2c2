import { GUARANTEED_PERCENT } from '@shop/contracts/constants';
import { sellerNetCents } from '@shop/contracts/pricing';

/** What a buyer paid for one track, as OrderCaptured says it, in cents. */
type SoldItem = { priceCents: number; projectCents: number; paidCents: number };

export type Share = {
  /** The track's price, with its project where that was bought. */
  grossCents: number;
  /** What a coupon took off, and the parts of it that the seller and the shop bear. */
  discountCents: number;
  sellerDiscountCents: number;
  shopDiscountCents: number;
  /** What the share is counted from: the gross less the seller's part of the discount, in hundredths of a cent. */
  baseCentCents: number;
  commissionCents: number;
  netCents: number;
};

/**
 * What one sold track brings its seller: 70 % of what was paid for it, at least of 75 % of its price; the shop bears what a
 * coupon takes beyond that (docs/product/money-owed.md#the-sellers-share, record 0013). The net is rounded down, once; the shop keeps
 * the part of a cent.
 */
export function shareOf({ priceCents, projectCents, paidCents }: SoldItem): Share {
  const grossCents = priceCents + projectCents;
  const baseCentCents = Math.max(paidCents * 100, grossCents * GUARANTEED_PERCENT);
  const netCents = sellerNetCents(grossCents, paidCents);
  // rounded up, so that the seller never bears more than 25 %, not even by a part of a cent
  const baseCents = Math.ceil(baseCentCents / 100);
  return {
    grossCents,
    discountCents: grossCents - paidCents,
    sellerDiscountCents: grossCents - baseCents,
    shopDiscountCents: baseCents - paidCents,
    baseCentCents,
    commissionCents: baseCents - netCents,
    netCents,
  };
}
