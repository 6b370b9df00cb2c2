/** How many tracks a list holds at most. */
export const CART_LIMIT = 100;
export const WISHLIST_LIMIT = 500;
