const steps = (from: number, to: number, by: number) => Array.from({ length: (to - from) / by + 1 }, (_, i) => from + i * by);

/** The 15 prices in dollars that a seller may ask for a track. */
export const SUBMISSION_PRICES = steps(299, 999, 50);
/** The prices in dollars that the product form offers. */
export const PRODUCT_PRICES = [1, 199, 249, ...SUBMISSION_PRICES];
/** The lowest and highest price that the server accepts, in cents. */
export const PRICE_LIMITS_CENTS = { min: 100, max: 1_000_000 } as const;

/** The surcharge for the project files, in cents. */
export const PROJECT_SURCHARGE_CENTS = 100_00;
/** The service fee in percent of the subtotal. */
export const FEE_PERCENT = 5;
export const CURRENCY = 'USD';

/**
 * A coupon above this percentage can be used once, unless its form says otherwise: with it, the operator may pay a seller more than
 * the buyer paid.
 */
export const COUPON_FREE_PERCENT = 50;
