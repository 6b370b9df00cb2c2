import type { ProductView } from '@shop/contracts/views';
import { inLocalStorage } from '#lib/storage.ts';
import { WISHLIST_KEY } from '../session/session';
import { sameId } from './list-edits';

const isNamed = (value: unknown): value is ProductView & { userId?: number } =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'number' && 'name' in value;

/**
 * The last known wishlist of this user, shown until the server answers (docs/product/cart-and-wishlist.md#the-wishlist-page).
 * Each entry names its user, because the copy outlasts a session that expires.
 */
export function cachedWishlist(userId: number | null): ProductView[] {
  const value = inLocalStorage((storage) => JSON.parse(storage[WISHLIST_KEY] ?? 'null') as unknown);
  return Array.isArray(value) ? value.filter(isNamed).filter((product) => product.userId === userId) : [];
}

export const cacheWishlist = (userId: number | null, products: readonly ProductView[]) =>
  inLocalStorage((storage) => (storage[WISHLIST_KEY] = JSON.stringify(products.map((product) => ({ ...product, userId })))));

/** Removes tracks from the copy that are no longer on the list. */
export function trimCachedWishlist(userId: number | null, list: readonly { id: number | string }[]) {
  const cachedTracks = cachedWishlist(userId);
  const remainingTracks = cachedTracks.filter(({ id }) => list.some((entry) => sameId(entry.id, id)));
  if (remainingTracks.length < cachedTracks.length) cacheWishlist(userId, remainingTracks);
}
