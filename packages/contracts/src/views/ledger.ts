import { z } from 'zod';
import { LEDGER_STATES, PAID_OUT_BY, PAYOUT_ITEM_STATES, PAYOUT_METHODS } from '../constants';
import { at, Page } from './shared';

const balances = { owedCents: z.int(), dueCents: z.int(), heldCents: z.int(), paidCents: z.int(), overpaidCents: z.int() };

/** Amounts in cents. `owed` is booked and not yet due, `due` is payable, `held` waits for the end of a claim or a dispute, `overpaid` was paid beyond what was earned and is not held. */
export const LedgerBalances = z.strictObject(balances).meta({ id: 'LedgerBalances' });
export type LedgerBalances = z.output<typeof LedgerBalances>;

/** The calculation of the seller's share of a sale, in cents; for a refund, each amount has the other sign. */
const SaleShareView = z.strictObject({
  priceCents: z.int(),
  projectCents: z.int(),
  grossCents: z.int(),
  discountCents: z.int(),
  sellerDiscountCents: z.int(),
  shopDiscountCents: z.int(),
  commissionCents: z.int(),
  netCents: z.int(),
});

export const LedgerLineView = z
  .strictObject({
    id: z.int(),
    kind: z.enum(['sale', 'refund', 'part_refund', 'payout', 'payout_reversal']),
    at,
    on: z.iso.date().meta({ description: "The day of it on the shop's calendar" }),
    amountCents: z.int().meta({ description: "To the seller's good when positive" }),
    state: z.enum(LEDGER_STATES).nullable().meta({ description: 'Of sales and payouts' }),
    openCents: z.int().meta({ description: 'The part of a sale that no payout covers yet' }),
    dueOn: z.iso.date().nullable().meta({ description: "The last day of the promised payout, on the shop's calendar" }),
    orderId: z.int().nullable(),
    productId: z.int().nullable(),
    name: z.string().nullable().meta({ description: 'The track, for sales and refunds' }),
    share: SaleShareView.nullable(),
    payout: z.strictObject({ method: z.enum(PAID_OUT_BY), reference: z.string() }).nullable(),
    why: z.array(z.string()).meta({ description: 'The arithmetic in words, a sentence for each step' }),
  })
  .meta({ id: 'LedgerLine' });
export type LedgerLineView = z.output<typeof LedgerLineView>;

/** A payout of a batch that was sent to PayPal. */
export const PaypalPayoutView = z
  .strictObject({
    id: z.int(),
    sentAt: at,
    amountCents: z.int(),
    paidTo: z.string().meta({ description: 'The PayPal address, as it was when the batch was made' }),
    state: z.enum(PAYOUT_ITEM_STATES).exclude(['draft', 'cancelled']),
  })
  .meta({ id: 'PaypalPayout' });
export type PaypalPayoutView = z.output<typeof PaypalPayoutView>;

export const LedgerView = Page(LedgerLineView).extend({
  balances: LedgerBalances,
  payouts: z
    .array(PaypalPayoutView)
    .optional()
    .meta({ description: 'The newest ten by PayPal, those that PayPal has not decided first; absent without any' }),
});
export type LedgerView = z.output<typeof LedgerView>;

/** A seller with entries in the ledger, for the admin who pays. */
export const PayoutRowView = z
  .strictObject({
    ...balances,
    id: z.int().meta({ description: "The seller's" }),
    store_name: z.string(),
    deleted: z.boolean(),
    payment_method: z.enum(PAYOUT_METHODS).nullable(),
    pay_to: z
      .string()
      .nullable()
      .meta({ description: 'Where the seller wants it: a PayPal address, or the last four digits of a card' }),
    subsidyCents: z
      .int()
      .meta({ description: 'What of the due amount the shop adds to what buyers paid; large coupons bring that about' }),
    oldestDueOn: z.iso.date().nullable().meta({ description: 'The earliest promised day among the sales that are not covered' }),
  })
  .meta({ id: 'PayoutRow' });
export type PayoutRowView = z.output<typeof PayoutRowView>;

export const PayoutsView = Page(PayoutRowView).extend({ totals: LedgerBalances, today: z.iso.date() });
export type PayoutsView = z.output<typeof PayoutsView>;

export const PayoutView = z
  .strictObject({
    id: z.int(),
    sellerId: z.int(),
    amountCents: z.int(),
    method: z.enum(PAID_OUT_BY),
    reference: z.string(),
    at,
  })
  .meta({ id: 'Payout' });
export type PayoutView = z.output<typeof PayoutView>;

export const OnePayout = z.strictObject({ success: z.literal(true), data: PayoutView });

/** A month of a seller's ledger; `open` while it is not over. */
export const StatementView = z
  .strictObject({ month: z.string(), openingCents: z.int(), closingCents: z.int(), open: z.boolean() })
  .meta({ id: 'Statement' });
export type StatementView = z.output<typeof StatementView>;
