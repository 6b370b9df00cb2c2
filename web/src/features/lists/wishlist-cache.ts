import type { ProductView } from '@shop/contracts/views';
import { WISHLIST_KEY } from '../session/session';

const isNamed = (one: unknown): one is ProductView =>
  typeof one === 'object' && one !== null && 'id' in one && typeof one.id === 'number' && 'name' in one;

/**
 * The last known wishlist, so that hearts and the page appear before the server answers
 * (docs/product/cart-and-wishlist.md#the-wishlist-page).
 */
export function cachedWishlist(): ProductView[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(WISHLIST_KEY) ?? '[]');
    return Array.isArray(value) ? value.filter(isNamed) : [];
  } catch {
    return [];
  }
}

export function cacheWishlist(products: readonly ProductView[]) {
  try {
    localStorage.setItem(WISHLIST_KEY, JSON.stringify(products));
  } catch {
    // storage may be full or disabled; the server has the list
  }
}
