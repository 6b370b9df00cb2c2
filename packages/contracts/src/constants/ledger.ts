import { PAYOUT_METHODS } from './stores';

/** Where a sale of the ledger stands: booked, payable, covered by payouts, undone by a refund. A payout can be undone too. */
export const LEDGER_STATES = ['owed', 'due', 'paid', 'reversed'] as const;
export type LedgerState = (typeof LEDGER_STATES)[number];
/** How money went out to a seller. */
export const PAID_OUT_BY = [...PAYOUT_METHODS, 'other'] as const;
export type PaidOutBy = (typeof PAID_OUT_BY)[number];
/**
 * A seller's share in percent of a sale, and the part of the seller's price from which it is counted at least
 * (docs/product/money-owed.md#the-sellers-share).
 */
export const SELLER_PERCENT = 70;
export const GUARANTEED_PERCENT = 75;
/** A seller is paid within this many business days of the buyer's payment (docs/product/money-owed.md#due-days). */
export const PAYOUT_BUSINESS_DAYS = 3;
