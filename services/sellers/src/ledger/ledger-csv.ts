import { centsToDollars } from '@shop/contracts/pricing';
import { spreadsheet } from '@shop/shared';
import type { LedgerLineView, PayoutRowView } from '@shop/contracts/views';

const KINDS = {
  sale: 'Sale',
  refund: 'Refund',
  part_refund: 'Part refund',
  payout: 'Payout',
  payout_reversal: 'Payout taken back',
} as const;

const dollars = (cents: number | undefined) => (cents === undefined ? null : centsToDollars(cents));

/** The lines of a ledger as CSV, with the columns of the screen; amounts in dollars, dates of the shop's calendar. */
export const ledgerCsv = (lines: readonly LedgerLineView[]): string =>
  spreadsheet(lines, {
    Date: ({ on }) => on,
    Kind: ({ kind }) => KINDS[kind],
    Order: ({ orderId }) => (orderId === null ? null : String(orderId)),
    Track: ({ name }) => name,
    Price: ({ share }) => dollars(share?.priceCents),
    Project: ({ share }) => dollars(share?.projectCents),
    Coupon: ({ share }) => dollars(share?.discountCents),
    'Coupon borne by the shop': ({ share }) => dollars(share?.shopDiscountCents),
    Commission: ({ share }) => dollars(share?.commissionCents),
    Amount: ({ amountCents }) => dollars(amountCents),
    Due: ({ dueOn }) => dueOn,
    State: ({ state }) => state,
    Open: ({ kind, openCents }) => (kind === 'sale' ? dollars(openCents) : null),
    Method: ({ payout }) => payout?.method ?? null,
    Reference: ({ payout }) => payout?.reference ?? null,
    Why: ({ why }) => why.join(' '),
  });

/** The list of payouts as CSV, for admins; amounts in dollars. */
export const payoutsCsv = (rows: readonly PayoutRowView[]): string =>
  spreadsheet(rows, {
    Store: ({ store_name }) => store_name,
    Owed: ({ owedCents }) => dollars(owedCents),
    Due: ({ dueCents }) => dollars(dueCents),
    'On hold': ({ heldCents }) => dollars(heldCents),
    'Subsidised by the house': ({ subsidyCents }) => dollars(subsidyCents),
    'Due since': ({ oldestDueOn }) => oldestDueOn,
    Paid: ({ paidCents }) => dollars(paidCents),
    Overpaid: ({ overpaidCents }) => dollars(overpaidCents),
    Method: ({ payment_method }) => payment_method,
    'Pay to': ({ pay_to }) => pay_to,
  });
