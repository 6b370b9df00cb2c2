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

/** The custom services, and their forms' choices ("Creat MIDI" is intended: docs/product/README.md#fixed-texts). */
export const SERVICES = ['music-production', 'co-producing', 'mixing-mastering'] as const;
export type Service = (typeof SERVICES)[number];
/** The states of a service request. An admin may set any of them. */
export const SERVICE_REQUEST_STATES = ['new', 'answered', 'closed'] as const;
export type ServiceRequestState = (typeof SERVICE_REQUEST_STATES)[number];
export const MIX_VERSIONS = ['Extended Mix'] as const;
export const RADIO_VERSIONS = ['Radio Version'] as const;
export const CO_PRODUCING_NEEDS = ['Creat MIDI', 'Arrangement', 'Other'] as const;
export const MIXING_NEEDS = ['Mixing', 'Mastering', 'Other'] as const;
export const STEMS_MIN = 1;
