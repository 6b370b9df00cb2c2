import type { StatementView } from '@shop/contracts/views';
import { centsToDollars } from '@shop/contracts/pricing';
import type { StatementFacts, StatementLine } from '@shop/documents';
import { spreadsheet } from '@shop/shared';
import type { EntityManager } from 'typeorm';
import { dateIn } from '../ledger/due-date';

/** The first moment of month `$2` (as 2026-11) in the zone `$3`, and that of the next one. */
const BEGINS = `(($2 || '-01')::date::timestamp AT TIME ZONE $3)`;
const ENDS = `((($2 || '-01')::date + interval '1 month')::timestamp AT TIME ZONE $3)`;

type StatementQuery = { sellerId: number; month: string; timeZone: string };
type Row = {
  kind: string;
  at: Date;
  amountCents: number;
  orderId: number | null;
  trackName: string | null;
  reference: string | null;
  reason: string | null;
};

const KINDS: Readonly<Record<string, [line: string, sum: string]>> = {
  sale: ['Sale', 'Sales'],
  refund: ['Refund', 'Refunds'],
  payout: ['Payout', 'Payouts'],
  payout_reversal: ['Payout taken back', 'Payouts taken back'],
};
const wordsOf = (kind: string): [string, string] => {
  const words = kind.replaceAll('_', ' ');
  const capital = `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
  return KINDS[kind] ?? [capital, capital];
};

/**
 * A seller's month as its ledger has it (docs/product/money-owed.md#statements): the lines add up to the closing balance, which is
 * the opening balance of the next month.
 * @returns null when nothing was booked by its end, and for a month that has not begun
 */
export async function statementOf(
  db: EntityManager,
  { sellerId, month, timeZone }: StatementQuery,
  site: { siteName: string; storeName: string; now: Date },
): Promise<StatementFacts | null> {
  const values = [sellerId, month, timeZone];
  const [[bounds], rows] = await Promise.all([
    db.query<[{ opening: number; known: boolean; endsAt: Date }]>(
      `SELECT coalesce(-sum(amount_cents) FILTER (WHERE occurred_at < ${BEGINS}), 0)::int AS opening,
         count(*) > 0 AS known, ${ENDS} AS "endsAt"
       FROM ledger_transactions t LEFT JOIN ledger_entries e ON e.transaction_id = t.id AND account = 'seller'
       WHERE seller_id = $1 AND occurred_at < ${ENDS}`,
      values,
    ),
    db.query<Row[]>(
      `SELECT t.kind, t.occurred_at AS at, coalesce(-e.amount_cents, 0) AS "amountCents", t.reason,
         coalesce(t.order_id, what.order_id) AS "orderId", coalesce(t.track_name, what.track_name) AS "trackName",
         coalesce(t.reference, what.reference) AS reference
       FROM ledger_transactions t LEFT JOIN ledger_transactions what ON what.id = t.reverses
         LEFT JOIN ledger_entries e ON e.transaction_id = t.id AND e.account = 'seller'
       WHERE t.seller_id = $1 AND t.occurred_at >= ${BEGINS} AND t.occurred_at < ${ENDS} ORDER BY t.occurred_at, t.id`,
      values,
    ),
  ]);
  const isOpen = bounds.endsAt > site.now;
  if (!bounds.known || month > dateIn(timeZone, site.now).slice(0, 7)) return null;
  const [log] = await db.query<{ size: number; root: string }[]>('SELECT size, root FROM log_heads_of_months WHERE month = $1', [
    month,
  ]);
  const sums = new Map<string, number>();
  for (const { kind, amountCents } of rows) sums.set(kind, (sums.get(kind) ?? 0) + amountCents);
  return {
    siteName: site.siteName,
    storeName: site.storeName,
    month,
    timeZone,
    drawnAt: (isOpen ? site.now : bounds.endsAt).toISOString(),
    openingCents: bounds.opening,
    sums: [...sums].map(([kind, amountCents]) => ({ kind: wordsOf(kind)[1], amountCents })),
    closingCents: rows.reduce((sum, { amountCents }) => sum + amountCents, bounds.opening),
    lines: rows.map((row) => lineOf(row, timeZone)),
    open: isOpen,
    log: log ?? null,
  };
}

const lineOf = ({ kind, at, amountCents, orderId, trackName, reference, reason }: Row, timeZone: string): StatementLine => ({
  on: dateIn(timeZone, at),
  kind: wordsOf(kind)[0],
  text: [trackName ?? reference ?? reason, orderId && `order ${orderId}`].filter(Boolean).join(', ') || '–',
  amountCents,
});

/** The months from a seller's first booking to this one, newest first. */
export const statementsOf = (
  db: EntityManager,
  { sellerId, timeZone }: Omit<StatementQuery, 'month'>,
  now: Date,
): Promise<StatementView[]> =>
  db.query<StatementView[]>(
    `WITH booked AS (
       SELECT to_char(occurred_at AT TIME ZONE $2, 'YYYY-MM') AS month, coalesce(-sum(amount_cents), 0)::int AS cents
       FROM ledger_transactions t LEFT JOIN ledger_entries e ON e.transaction_id = t.id AND account = 'seller'
       WHERE seller_id = $1 GROUP BY 1
     ), months AS (
       SELECT to_char(day, 'YYYY-MM') AS month
       FROM generate_series((SELECT min(month) || '-01' FROM booked)::timestamp, $3::timestamp, '1 month') AS day
     )
     SELECT month, (sum(coalesce(cents, 0)) OVER upto - coalesce(cents, 0))::int AS "openingCents",
       (sum(coalesce(cents, 0)) OVER upto)::int AS "closingCents", month = to_char($3::timestamp, 'YYYY-MM') AS open
     FROM months LEFT JOIN booked USING (month) WINDOW upto AS (ORDER BY month) ORDER BY month DESC LIMIT 240`,
    [sellerId, timeZone, `${dateIn(timeZone, now).slice(0, 7)}-01`],
  );

/** A statement as CSV: its lines between the two balances, in dollars. */
export const statementCsv = ({ month, openingCents, closingCents, lines }: StatementFacts): string =>
  spreadsheet(
    [
      { on: `${month}-01`, kind: 'Opening balance', text: '', amountCents: openingCents },
      ...lines,
      { on: lines.at(-1)?.on ?? `${month}-01`, kind: 'Closing balance', text: '', amountCents: closingCents },
    ],
    {
      Date: ({ on }) => on,
      Kind: ({ kind }) => kind,
      What: ({ text }) => text,
      Amount: ({ amountCents }) => centsToDollars(amountCents),
    },
  );
