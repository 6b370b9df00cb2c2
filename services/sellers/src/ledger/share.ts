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
 * coupon (docs/product/money-owed.md#the-sellers-share, record 0046). The net is rounded down, once; the shop keeps the part of a
 * cent. After refunds of `refundedCents` that the sale bears, it is the part of the same that the payment that is left makes.
 */
export function shareOf({ priceCents, projectCents, paidCents: atSale }: SoldItem, refundedCents = 0): Share {
  const grossAtSale = priceCents + projectCents;
  const paidCents = atSale - refundedCents;
  const baseAtSale = Math.max(atSale * 100, grossAtSale * GUARANTEED_PERCENT);
  const netCents = sellerNetCents(grossAtSale, atSale, refundedCents);
  const grossCents = refundedCents === 0 ? grossAtSale : roundedUp(grossAtSale * paidCents, atSale);
  const baseCentCents = refundedCents === 0 ? baseAtSale : roundedUp(baseAtSale * paidCents, atSale);
  // Rounded up, so that the seller never bears more than 25 %, not even by a part of a cent.
  const baseCents = roundedUp(baseCentCents, 100);
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

/** A quotient rounded up, exact for whole numbers. */
const roundedUp = (dividend: number, divisor: number) => {
  const rest = dividend % divisor;
  return (dividend - rest) / divisor + (rest === 0 ? 0 : 1);
};
