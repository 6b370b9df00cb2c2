import { centsToDollars, dollarsToCents, formatCents } from '@shop/contracts/pricing';
import { timeWithZone } from '@shop/contracts/times';
import type { CheckoutConflictView } from '@shop/contracts/views';
import { isApiError } from '#lib/calls/api.ts';
import { totalsOfDraft, type AcceptedPrices, type AppliedCoupon, type CheckoutItem } from '../../api/checkout-rules';

type Code = CheckoutConflictView['items'][number]['code'];

const WHY: Record<Exclude<Code, 'price-changed'>, string> = {
  sold: 'has been sold',
  held: 'is reserved by another order right now',
  removed: 'is no longer available',
  'own-track': 'is your own track, which you cannot buy',
};

/** The conflict of a refused checkout (docs/product/checkout.md#conflicts); null for any other error. */
export function conflictOf(error: unknown): CheckoutConflictView | null {
  if (!isApiError(error) || error.status !== 409) return null;
  const details = error.details as CheckoutConflictView | undefined;
  return details && Array.isArray(details.items) ? details : null;
}

/** The changes that the buyer is told and may accept. */
export type Change = {
  sentences: string[];
  /** Tracks that cannot be bought. */
  goneIds: number[];
  /** Whether all of these are only held, so that a later try may succeed. */
  onlyHeld: boolean;
  /** Tracks whose chosen project is no longer offered. */
  goneProjectIds: number[];
  /** The server's prices, in dollars by product id. */
  prices: AcceptedPrices;
  couponEnded: boolean;
};

/**
 * When the sum is wrong or a chosen project is gone, the server lists every track with its price, so only the tracks that differ
 * from the form are named. The coupon has ended when the server says so, or when even the server's prices give another sum.
 */
export function changeOf(conflict: CheckoutConflictView, items: readonly CheckoutItem[], coupon: AppliedCoupon | null): Change {
  const itemOf = (id: number) => items.find((item) => item.id === id);
  const nameOf = ({ id, name }: { id: number; name: string }) => name || itemOf(id)?.name || 'A track';
  const goneItems = conflict.items.flatMap((item) => (item.code === 'price-changed' ? [] : [{ ...item, code: item.code }]));
  const pricedItems = conflict.items.flatMap((item) =>
    item.code === 'price-changed' && item.price !== undefined ? [{ ...item, price: item.price }] : [],
  );
  const withoutProject = pricedItems.filter(({ projectGone }) => projectGone);
  const goneProjectIds = withoutProject.map(({ id }) => id);
  const repricedItems = pricedItems.filter(({ id, price }) => itemOf(id)?.priceCents !== dollarsToCents(price));

  const prices = Object.fromEntries(pricedItems.map(({ id, price }) => [id, price]));
  const withThem = items.map((item) => ({
    ...item,
    priceCents: dollarsToCents(prices[item.id] ?? centsToDollars(item.priceCents)),
    includeProject: item.includeProject && !goneProjectIds.includes(item.id),
  }));
  const right = conflict.totals && dollarsToCents(conflict.totals.total);
  const couponEnded =
    coupon !== null &&
    (conflict.coupon !== undefined ||
      (goneItems.length === 0 && right !== null && totalsOfDraft({ items: withThem, coupon }).totalCents !== right));

  const until = (code: Code) =>
    code === 'held' && conflict.heldUntil ? `, until ${timeWithZone(conflict.heldUntil)} at the latest` : '';
  return {
    goneIds: goneItems.map(({ id }) => id),
    onlyHeld: goneItems.length > 0 && goneItems.every(({ code }) => code === 'held'),
    goneProjectIds,
    prices,
    couponEnded,
    sentences: [
      ...goneItems.map((item) => `${nameOf(item)} ${WHY[item.code]}${until(item.code)}.`),
      ...withoutProject.map((item) => `${nameOf(item)} is no longer offered with its project.`),
      ...repricedItems.map((item) => `${nameOf(item)} now costs ${formatCents(dollarsToCents(item.price))}.`),
      ...(couponEnded ? [conflict.coupon ?? `The coupon ${coupon.code} can no longer be used.`] : []),
      ...(right === null || goneItems.length > 0 ? [] : [`The total is now ${formatCents(right)}.`]),
    ],
  };
}
