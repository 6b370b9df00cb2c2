import type { ProductView } from '@shop/contracts/views';
import { inLocalStorage } from '../../lib/storage';
import { WISHLIST_KEY } from '../session/session';

const isNamed = (one: unknown): one is ProductView =>
  typeof one === 'object' && one !== null && 'id' in one && typeof one.id === 'number' && 'name' in one;

/**
 * The last known wishlist, so that hearts and the page appear before the server answers
 * (docs/product/cart-and-wishlist.md#the-wishlist-page).
 */
export function cachedWishlist(): ProductView[] {
  const value = inLocalStorage((kept) => JSON.parse(kept[WISHLIST_KEY] ?? 'null') as unknown);
  return Array.isArray(value) ? value.filter(isNamed) : [];
}

export const cacheWishlist = (products: readonly ProductView[]) =>
  inLocalStorage((kept) => (kept[WISHLIST_KEY] = JSON.stringify(products)));
