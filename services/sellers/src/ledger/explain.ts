import { GUARANTEED_PERCENT, SELLER_PERCENT, type FreezeKind, type PaidOutBy } from '@shop/contracts/constants';
import { formatCents } from '@shop/contracts/pricing';
import type { Share } from './share';

const MOST_DISCOUNT = 100 - GUARANTEED_PERCENT;

/** The arithmetic of a sale for its seller, one sentence for each step. Dates are on the shop's calendar. */
export function whySale(
  sale: { priceCents: number; projectCents: number; share: Share },
  { paidOn, dueOn }: { paidOn: string; dueOn: string },
): string[] {
  const { priceCents, projectCents, share } = sale;
  const { grossCents, discountCents, sellerDiscountCents, shopDiscountCents, baseCentCents, netCents } = share;
  const price =
    projectCents > 0
      ? `Price ${formatCents(priceCents)} + project ${formatCents(projectCents)} = ${formatCents(grossCents)}.`
      : `Price ${formatCents(priceCents)}.`;
  const base = `Your share is counted from ${formatParts(baseCentCents)}`;
  return [
    price,
    ...(discountCents > 0 ? [`A coupon took off ${formatCents(discountCents)}.`] : []),
    ...(shopDiscountCents > 0
      ? [
          `A promotion may take at most ${MOST_DISCOUNT}% of your price: ${formatCents(sellerDiscountCents)}. The shop bears the other ${formatCents(shopDiscountCents)}.`,
          `${base}, ${GUARANTEED_PERCENT}% of ${formatCents(grossCents)}.`,
        ]
      : discountCents > 0
        ? [`${base}, what the buyer paid for it.`]
        : []),
    `${formatParts(baseCentCents)} minus ${100 - SELLER_PERCENT}% commission leaves you ${SELLER_PERCENT}%: ${formatCents(netCents)}${isExact(share) ? '' : ', rounded down to the cent'}.`,
    `Paid by the buyer on ${paidOn}, due to you by ${dueOn}: three business days.`,
  ];
}

const isExact = ({ baseCentCents }: Share) => (baseCentCents * SELLER_PERCENT) % 10_000 === 0;

/** Dollars with parts of a cent, if there are any: 22425 cents are `$224.25`, three quarters of a cent more are `$224.2575`. */
export function formatParts(centCents: number): string {
  const parts = centCents % 100;
  return formatCents(Math.floor(centCents / 100)) + (parts === 0 ? '' : String(parts).padStart(2, '0').replace(/0$/, ''));
}

/** How far payouts have covered a sale that was not refunded, as sentences. */
export function whyOpen(netCents: number, openCents: number): string[] {
  if (openCents === 0) return ['Paid out.'];
  return openCents < netCents
    ? [`Payouts have covered ${formatCents(netCents - openCents)} of it; ${formatCents(openCents)} is open.`]
    : [];
}

export const SENT_BY: Record<PaidOutBy, string> = { paypal: 'by PayPal', card: 'by card', other: 'another way' };

/** Why a sale is not paid out for now. */
export const WHY_HELD: Record<FreezeKind, string> = {
  claim:
    'On hold: the buyer reported a problem with the track. It is paid out, or given back to the buyer, when that is decided.',
  dispute: 'On hold: the payment is in dispute at PayPal. It is paid out, or given back to the buyer, when that is decided.',
};
