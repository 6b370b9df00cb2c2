export const CART_LIMIT = 100;
export const WISHLIST_LIMIT = 500;
