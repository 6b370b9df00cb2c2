import { centsToDollars, totalsOf, type PricedItem, type Totals } from '@shop/contracts/pricing';
import type { CheckoutConflictView, TotalsView } from '@shop/contracts/views';
import { conflict, type Refusal } from '@shop/http';

type Code = CheckoutConflictView['items'][number]['code'];
export type Problem = { id: number; name: string; code: Code; priceCents?: number; projectGone?: boolean; until?: Date | null };

export const totalsView = (totals: Totals): TotalsView => ({
  subtotal: centsToDollars(totals.subtotalCents),
  discount: centsToDollars(totals.discountCents),
  fee: centsToDollars(totals.feeCents),
  total: centsToDollars(totals.totalCents),
});

const projectGoneText = (name: string) =>
  `The chosen project of ${name} is no longer offered. Please check the order and try again.`;

const WORST_FIRST: Code[] = ['sold', 'removed', 'own-track', 'held', 'price-changed'];

const TEXT: Record<Code, (name: string) => string> = {
  sold: (name) => `${name} has been sold.`,
  removed: (name) => `${name} is no longer available.`,
  'own-track': () => 'You cannot buy your own track.',
  held: (name) => `${name} is reserved by another order right now. Please try again in a few minutes.`,
  'price-changed': () => 'The total has changed. Please check it and try again.',
};

/**
 * The 409 of the checkout: the problem of each track, and the totals of the tracks that can be bought
 * (docs/product/checkout.md#conflicts). `coupon` says why the coupon does not count.
 */
export function checkoutConflict(problems: readonly Problem[], totals: Totals | null, coupon?: string): Refusal {
  const worst = WORST_FIRST.flatMap((code) => problems.filter((problem) => problem.code === code))[0];
  const code = worst?.code ?? 'price-changed';
  const until = problems.flatMap((problem) => (problem.until ? [problem.until.getTime()] : []));
  const details: CheckoutConflictView = {
    items: problems.map(({ id, name, code: why, priceCents, projectGone }) => ({
      id,
      name,
      code: why,
      ...(priceCents === undefined ? {} : { price: centsToDollars(priceCents) }),
      ...(projectGone ? { projectGone } : {}),
    })),
    totals: totals && totalsView(totals),
    ...(coupon ? { coupon } : {}),
    ...(until.length > 0 ? { heldUntil: new Date(Math.max(...until)).toISOString() } : {}),
  };
  if (coupon) return conflict('coupon', coupon, { details });
  const withoutProject = problems.find(({ projectGone }) => projectGone);
  if (withoutProject) return conflict(code, projectGoneText(withoutProject.name), { details });
  return conflict(code, TEXT[code](worst?.name || 'This track'), { details });
}

/** Totals of the tracks without a problem; null when none is left. */
export function totalsOfRest(items: readonly (PricedItem & { id: number })[], problems: readonly Problem[], percent: number) {
  const wrong = new Set(problems.map((problem) => problem.id));
  const remaining = items.filter((item) => !wrong.has(item.id));
  return remaining.length > 0 ? totalsOf(remaining, percent) : null;
}
