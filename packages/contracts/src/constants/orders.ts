export const ORDER_STATUSES = ['pending', 'processing', 'completed', 'cancelled'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];
/** PayPal's button, or an arranged payment. */
export const ORDER_WAYS = ['paypal', 'arranged'] as const;
export type OrderWay = (typeof ORDER_WAYS)[number];
export const PAYMENT_STATES = ['created', 'capturing', 'pending', 'paid', 'review', 'declined', 'expired', 'refunded'] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

/** The id of a payment or refund that an admin records, made from the order's `ref`: it says nothing to people. */
export const recordedId = (ref: string) => `recorded-${ref}`;

/** Who bears a refund: the sale, whose seller's share shrinks with it, or the house alone (docs/product/payments.md#refunds). */
export const REFUND_BORNE_BY = ['sale', 'house'] as const;
export type RefundBorneBy = (typeof REFUND_BORNE_BY)[number];
/** The states of a refund by PayPal: asked while nobody knows its outcome, pending while PayPal is at work on it. */
export const REFUND_STATES = ['asked', 'pending', 'done', 'failed'] as const;
export type RefundState = (typeof REFUND_STATES)[number];
/** For so many days after a payment PayPal takes refunds of it. */
export const REFUND_DAYS = 180;
/** What the operator writes for its books; a credit note takes an invoice back, or a part of it. */
export const INVOICE_KINDS = ['invoice', 'credit-note'] as const;

/** The kinds of differences between the payouts of PayPal's books and the shop's, which sellers finds. */
export const PAYOUT_DIFFERENCE_KINDS = [
  'payout-unknown',
  'payout-missing',
  'payout-amount',
  'payout-fee',
  'payout-state',
] as const;
export type PayoutDifferenceKind = (typeof PAYOUT_DIFFERENCE_KINDS)[number];

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
  ...PAYOUT_DIFFERENCE_KINDS,
  'ended-account',
] as const;
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

/** The version of the Terms and Conditions that buyers accept at checkout, and the day on which it was published. */
export const TERMS_VERSION = '1';
export const TERMS_SINCE = '2026-11-01';

/** A certificate holds, rests while something is looked into, or has ended for good (docs/product/certificates.md#states). */
export const CERTIFICATE_STATES = ['valid', 'suspended', 'revoked'] as const;
export type CertificateState = (typeof CERTIFICATE_STATES)[number];
/** What happens to a certificate after the sale, each a leaf of its own in the sales log. */
export type CertificateChange = 'suspended' | 'revoked' | 'reinstated';
/** The kinds of reasons that a change of a certificate states. */
export const CHANGE_REASONS = ['claim', 'dispute', 'refund', 'rights', 'other'] as const;
export type ChangeReason = (typeof CHANGE_REASONS)[number];
/** What freezes a sold track until it is decided: a buyer's claim, or a dispute at PayPal. */
export const FREEZE_KINDS = ['claim', 'dispute'] as const;
export type FreezeKind = (typeof FREEZE_KINDS)[number];
/** A code of a certificate: 130 random bits in letters and digits of which none looks like another. */
export const CODE_LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';
export const CODE_LENGTH = 26;
export const CERTIFICATE_CODE = new RegExp(`^[${CODE_LETTERS}]{${CODE_LENGTH}}$`);

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
