import { GUARANTEED_PERCENT } from '@shop/contracts/constants';
import { sellerNetCents } from '@shop/contracts/pricing';

/** The buyer's payment for one track, from OrderCaptured, in cents. */
type SoldItem = { priceCents: number; projectCents: number; paidCents: number };

export type Share = {
  /** The track's price, with the project when it was bought. */
  grossCents: number;
  /** The coupon's discount, and the parts of it that the seller and the shop bear. */
  discountCents: number;
  sellerDiscountCents: number;
  shopDiscountCents: number;
  /** The share is counted from this: the gross less the seller's part of the discount, in hundredths of a cent. */
  baseCentCents: number;
  commissionCents: number;
  netCents: number;
};

/**
 * The seller's share of one sold track: 70 % of its payment, or of 75 % of its price if that is more; the shop bears the rest of a
 * coupon (docs/product/money-owed.md#the-sellers-share, record 0013). The net is rounded down, once; the shop keeps the part of a
 * cent.
 */
export function shareOf({ priceCents, projectCents, paidCents }: SoldItem): Share {
  const grossCents = priceCents + projectCents;
  const baseCentCents = Math.max(paidCents * 100, grossCents * GUARANTEED_PERCENT);
  const netCents = sellerNetCents(grossCents, paidCents);
  // Rounded up, so that the seller never bears more than 25 %, not even by a part of a cent.
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
