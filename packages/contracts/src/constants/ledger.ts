import { PAYOUT_METHODS } from './stores';

/** The state of a sale in the ledger: booked, payable, covered by payouts, undone by a refund. A payout can be undone too. */
export const LEDGER_STATES = ['owed', 'due', 'paid', 'reversed'] as const;
export type LedgerState = (typeof LEDGER_STATES)[number];
export const PAID_OUT_BY = [...PAYOUT_METHODS, 'other'] as const;
export type PaidOutBy = (typeof PAID_OUT_BY)[number];
/**
 * A seller's share in percent of a sale, and the lowest part of the seller's price, in percent, from which the share is calculated
 * (docs/product/money-owed.md#the-sellers-share).
 */
export const SELLER_PERCENT = 70;
export const GUARANTEED_PERCENT = 75;
/** A seller is paid within this many business days of the buyer's payment (docs/product/money-owed.md#due-days). */
export const PAYOUT_BUSINESS_DAYS = 3;
