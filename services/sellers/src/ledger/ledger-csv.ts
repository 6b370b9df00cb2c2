import { stringify } from 'csv-stringify/sync';
import { centsToDollars } from '@shop/contracts/pricing';
import type { LedgerLineView, PayoutRowView } from '@shop/contracts/views';
import { dateIn } from './due-date';

const KINDS = { sale: 'Sale', refund: 'Refund', payout: 'Payout', payout_reversal: 'Payout taken back' } as const;

/** A cell is text, or a number of dollars that a spreadsheet can add up. */
type Cell = string | number | null;
type Columns<Row> = Record<string, (row: Row) => Cell>;
const dollars = (cents: number | undefined) => (cents === undefined ? null : centsToDollars(cents));

/** Where lists are written with semicolons, as in Russia, Excel ends a cell there too, quoted or not: a formula may begin behind one. */
const FORMULA_BEHIND = /(;\s*)(?=[=+\-@\uff0b\uff0d\uff1d\uff20])/g;
const inert = (cell: Cell): Cell => (typeof cell === 'string' ? cell.replace(FORMULA_BEHIND, "$1'") : cell);

/**
 * A spreadsheet: UTF-8 with a mark so that Excel sees it, amounts in dollars; text that a spreadsheet would run as a formula
 * begins with an apostrophe.
 */
const sheet = <Row>(rows: readonly Row[], columns: Columns<Row>): string =>
  stringify(
    rows.map((row) => Object.values(columns).map((cell) => inert(cell(row)))),
    {
      header: true,
      columns: Object.keys(columns),
      bom: true,
      record_delimiter: 'windows',
      escape_formulas: true,
      cast: { number: (amount) => amount.toFixed(2) },
    },
  );

/** The lines of a ledger as the screen shows them. */
export const ledgerCsv = (lines: readonly LedgerLineView[], timeZone: string): string =>
  sheet(lines, {
    Date: ({ at }) => dateIn(timeZone, new Date(at)),
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

/** Who is to be paid, for the admin. */
export const payoutsCsv = (rows: readonly PayoutRowView[]): string =>
  sheet(rows, {
    Store: ({ store_name }) => store_name,
    Owed: ({ owedCents }) => dollars(owedCents),
    Due: ({ dueCents }) => dollars(dueCents),
    'Subsidised by the house': ({ subsidyCents }) => dollars(subsidyCents),
    'Due since': ({ oldestDueOn }) => oldestDueOn,
    Paid: ({ paidCents }) => dollars(paidCents),
    Overpaid: ({ overpaidCents }) => dollars(overpaidCents),
    Method: ({ payment_method }) => payment_method,
    'Pay to': ({ pay_to }) => pay_to,
  });
