import type { CheckoutConflictView } from '@shop/contracts/views';

type Conflicting = CheckoutConflictView['items'][number];

const WHY: Record<Exclude<Conflicting['code'], 'price-changed'>, string> = {
  sold: 'has been sold',
  held: 'is reserved by another buyer right now',
  removed: 'is no longer offered',
  'own-track': 'is your own track and cannot be bought by you',
};

/** The conflict that a refused checkout names (decision 19), or null when the error is something else. */
export function conflictOf(error: unknown): CheckoutConflictView | null {
  if (typeof error !== 'object' || error === null || !('status' in error) || error.status !== 409 || !('details' in error))
    return null;
  const details = error.details as CheckoutConflictView | undefined;
  return details && Array.isArray(details.items) ? details : null;
}

export const goneItems = (conflict: CheckoutConflictView) => conflict.items.filter((item) => item.code !== 'price-changed');
export const repricedItems = (conflict: CheckoutConflictView) => conflict.items.filter((item) => item.code === 'price-changed');

/** One sentence for each track that stands in the way. */
export function conflictSentence(item: Conflicting, heldUntil?: string): string {
  if (item.code === 'price-changed') return `${item.name} now costs $${item.price?.toFixed(2) ?? 'a different amount'}.`;
  const until =
    item.code === 'held' && heldUntil
      ? `, until ${new Date(heldUntil).toLocaleTimeString('en-GB', { timeStyle: 'short' })} at the latest`
      : '';
  return `${item.name} ${WHY[item.code]}${until}.`;
}
