export const ORDER_STATUSES = ['pending', 'processing', 'completed', 'cancelled'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];
/** PayPal's button, or an arranged payment. */
export const ORDER_WAYS = ['paypal', 'arranged'] as const;
export type OrderWay = (typeof ORDER_WAYS)[number];
export const PAYMENT_STATES = ['created', 'capturing', 'pending', 'paid', 'review', 'declined', 'expired', 'refunded'] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

/** The id of a payment or refund that an admin records, made from the order's `ref`: it says nothing to people. */
export const recordedId = (ref: string) => `recorded-${ref}`;

/** The kinds of differences between PayPal's books and the shop's. */
export const DIFFERENCE_KINDS = [
  'capture-unknown',
  'capture-missing',
  'capture-amount',
  'refund-unknown',
  'refund-missing',
  'refund-amount',
  'refund-returned',
  'dispute',
  'ledger',
  'ended-account',
] as const;
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];
