/** The beginning of all addresses of the administration's pages. */
export const ADMIN_PREFIX = '/mdghost-panel-secur';
/**
 * The address of the offer agreement. Sellers and buyers get the link; strangers cannot guess it
 * (docs/product/selling.md#the-offer-agreement).
 */
export const OFFER_PATH = '/offer-k7v2x9q4m3';
