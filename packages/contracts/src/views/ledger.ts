import type { LedgerState, PaidOutBy, PayoutMethod } from '../constants';
import type { Page } from './shared';

/** In cents. `owed` is booked and not yet due, `due` is payable, `overpaid` was paid for sales that were refunded since. */
export type LedgerBalances = { owedCents: number; dueCents: number; paidCents: number; overpaidCents: number };

/** How a sale came to the seller's share, in cents. */
export type SaleShareView = {
  priceCents: number;
  projectCents: number;
  grossCents: number;
  discountCents: number;
  sellerDiscountCents: number;
  shopDiscountCents: number;
  commissionCents: number;
  netCents: number;
};

export type LedgerLineView = {
  id: number;
  kind: 'sale' | 'refund' | 'payout' | 'payout_reversal';
  at: string;
  /** To the seller's good when positive. */
  amountCents: number;
  /** Of sales and payouts. */
  state: LedgerState | null;
  /** The part of a sale that no payout covers yet. */
  openCents: number;
  /** The last day of the promised payout, on the shop's calendar. */
  dueOn: string | null;
  orderId: number | null;
  productId: number | null;
  /** The track, for sales and refunds. */
  name: string | null;
  share: SaleShareView | null;
  payout: { method: PaidOutBy; reference: string } | null;
  /** The arithmetic in words, a sentence for each step. */
  why: string[];
};

export type LedgerView = Page<LedgerLineView> & { balances: LedgerBalances };

/** A seller with something in the ledger, for the admin who pays. */
export type PayoutRowView = LedgerBalances & {
  /** The seller's. */
  id: number;
  store_name: string;
  deleted: boolean;
  /** Where the seller wants it: a PayPal address, or the last four digits of a card. */
  payment_method: PayoutMethod | null;
  pay_to: string | null;
  /** The earliest promised day among the sales that are not covered. */
  oldestDueOn: string | null;
};

export type PayoutsView = Page<PayoutRowView> & { totals: LedgerBalances; today: string };

export type PayoutView = { id: number; sellerId: number; amountCents: number; method: PaidOutBy; reference: string; at: string };
