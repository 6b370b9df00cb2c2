import type { PaymentState } from '@shop/contracts/constants';

/** What the rest of the service asks about the state of an order's payment. `orders/order-process.ts` says how it changes. */
type HasPayment = { paymentState: PaymentState };

const among =
  (...states: PaymentState[]) =>
  ({ paymentState }: HasPayment): boolean =>
    states.includes(paymentState);

/** Holds its tracks for a buyer who has not paid yet. */
export const isReserved = among('created');
/** PayPal is at work on the payment. */
export const isUnderWay = among('capturing', 'pending');
export const isInReview = among('review');
export const isPaid = among('paid');
export const isRefunded = among('refunded');
/** The payment has come to its good end, also when the money was given back since. */
export const isSettled = among('paid', 'refunded');
/** The shop knows of money for the order: it paid, is under review, or was given back. */
export const hasMoney = among('paid', 'review', 'refunded');
/** No payment of it has come, and none is under way. */
export const isUnpaid = among('created', 'declined', 'expired');

/** The same questions as SQL over a row of `orders`. */
export const IS_RESERVED = `(payment_state = 'created')`;
export const IS_UNDER_WAY = `(payment_state IN ('capturing', 'pending'))`;
export const IS_IN_REVIEW = `(payment_state = 'review')`;
export const IS_PAID = `(payment_state = 'paid')`;
export const IS_REFUNDED = `(payment_state = 'refunded')`;
export const HAS_MONEY = `(payment_state IN ('paid', 'review', 'refunded'))`;
export const IS_UNPAID = `(payment_state IN ('created', 'declined', 'expired'))`;
/** A payment may begin: the tracks of an expired order decide. */
export const MAY_BE_PAID = `(payment_state IN ('created', 'expired'))`;
/** Nobody knows yet whether the order will be paid. */
export const IS_UNDECIDED = `(payment_state IN ('capturing', 'pending', 'review'))`;
export const HAS_ENDED_UNPAID = `(payment_state IN ('declined', 'expired'))`;
