import type { PaymentState } from '@shop/contracts/constants';

/**
 * What the rest of the service asks about the state of an order's payment, of an order and as SQL over a row of `orders`.
 * `orders/order-process.ts` says how it changes.
 */
const among = (...states: PaymentState[]) => ({
  is: ({ paymentState }: { paymentState: PaymentState }): boolean => states.includes(paymentState),
  sql: `(payment_state IN (${states.map((state) => `'${state}'`).join(', ')}))`,
});

/** Holds its tracks for a buyer who has not paid yet. */
export const { is: isReserved, sql: IS_RESERVED } = among('created');
/** PayPal is at work on the payment. */
export const { is: isUnderWay, sql: IS_UNDER_WAY } = among('capturing', 'pending');
export const { is: isInReview, sql: IS_IN_REVIEW } = among('review');
export const { is: isPaid, sql: IS_PAID } = among('paid');
export const { is: isRefunded, sql: IS_REFUNDED } = among('refunded');
/** The payment has come to its good end, also when the money was given back since. */
export const { is: isSettled } = among('paid', 'refunded');
/** The shop knows of money for the order: it paid, is under review, or was given back. */
export const { is: hasMoney, sql: HAS_MONEY } = among('paid', 'review', 'refunded');
/** No payment of it has come, and none is under way. */
export const { is: isUnpaid, sql: IS_UNPAID } = among('created', 'declined', 'expired');
/** A payment may begin: the tracks of an expired order decide. */
export const { is: mayBePaid, sql: MAY_BE_PAID } = among('created', 'expired');
/** Nobody knows yet whether the order will be paid. */
export const { sql: IS_UNDECIDED } = among('capturing', 'pending', 'review');
export const { sql: HAS_ENDED_UNPAID } = among('declined', 'expired');
