import { soon } from '@shop/postgres';
import type { PaidOutBy } from '@shop/contracts/constants';
import type { Journal } from '@shop/shared';
import type { EntityManager } from 'typeorm';
import type { Posting } from './postings';

type Common = { sellerId: number; occurredAt: string | Date; postings: readonly Posting[] };
type SaleEntry = Common & {
  kind: 'sale';
  orderId: number;
  productId: number;
  trackName: string;
  priceCents: number;
  projectCents: number;
  paidCents: number;
  dueOn: string;
};
type PayoutEntry = Common & {
  kind: 'payout';
  key: string;
  method: PaidOutBy;
  reference: string;
  recordedBy: number;
};
type ReversalEntry = Common & { reverses: number } & (
    | { kind: 'refund' }
    | { kind: 'payout_reversal'; reason: string; recordedBy: number }
  );
/** A part of a sale's payment that went back: `paidCents` of it, which the sale bears. `reference` is the refund's id. */
type PartRefundEntry = Common & {
  kind: 'part_refund';
  orderId: number;
  productId: number;
  trackName: string;
  paidCents: number;
  reference: string;
};
/** PayPal's fees for a dispute as of its `version`, less what is booked of them; `reference` is the dispute's id. No seller bears them. */
type DisputeFeeEntry = Omit<Common, 'sellerId'> & {
  kind: 'dispute_fee';
  sellerId: null;
  orderId: number | null;
  reference: string;
  version: number;
};
/** PayPal's fee for the payout `itemId` of a batch, which was recorded by hand; `reference` is PayPal's id of it. */
type PayoutFeeEntry = Omit<Common, 'sellerId'> & { kind: 'payout_fee'; sellerId: null; itemId: number; reference: string };
type JournalEntry = SaleEntry | PayoutEntry | ReversalEntry | PartRefundEntry | DisputeFeeEntry | PayoutFeeEntry;

/** The unique source of an entry: the column `source` takes each value once, so that nothing is booked twice. */
export const sourceOf = (entry: JournalEntry | Pick<PayoutEntry, 'kind' | 'key'>): string => {
  switch (entry.kind) {
    case 'sale':
      return `sale ${entry.orderId} ${entry.productId}`;
    case 'part_refund':
      return `refund ${entry.reference} ${entry.productId}`;
    case 'dispute_fee':
      return `dispute_fee ${entry.reference} ${entry.version}`;
    case 'payout_fee':
      return `payout_fee ${entry.itemId}`;
    case 'payout':
      return `payout ${entry.key}`;
    case 'refund':
    case 'payout_reversal':
      return `${entry.kind} ${entry.reverses}`;
  }
};

const COLUMNS = {
  kind: 'kind',
  seller_id: 'sellerId',
  occurred_at: 'occurredAt',
  reverses: 'reverses',
  order_id: 'orderId',
  product_id: 'productId',
  track_name: 'trackName',
  price_cents: 'priceCents',
  project_cents: 'projectCents',
  paid_cents: 'paidCents',
  due_on: 'dueOn',
  method: 'method',
  reference: 'reference',
  reason: 'reason',
  recorded_by: 'recordedBy',
} as const;

/**
 * Writes one transaction with its entries, by one statement; the database refuses entries that do not sum to zero, and entries
 * that come later.
 * @returns the transaction's id, or null when it was booked before
 */
export async function book(db: EntityManager, entry: JournalEntry): Promise<number | null> {
  const { postings } = entry;
  const values = Object.values(COLUMNS).map((field) => (entry as Record<string, unknown>)[field] ?? null);
  const [row] = await db.query<{ id: number }[]>(
    `WITH booked AS (
       INSERT INTO ledger_transactions (source, ${Object.keys(COLUMNS).join(', ')})
       VALUES ($3, ${values.map((_, i) => `$${i + 4}`).join(', ')}) ON CONFLICT (source) DO NOTHING RETURNING id
     ), posted AS (
       INSERT INTO ledger_entries (transaction_id, account, amount_cents)
       SELECT id, account, amount FROM booked, unnest($1::text[], $2::int[]) AS posting (account, amount)
     ) SELECT id FROM booked`,
    [postings.map(({ account }) => account), postings.map(({ amountCents }) => amountCents), sourceOf(entry), ...values],
  );
  return row?.id ?? null;
}

export async function postingsOf(db: EntityManager, transactionId: number): Promise<Posting[]> {
  return db.query<Posting[]>(
    'SELECT account, amount_cents AS "amountCents" FROM ledger_entries WHERE transaction_id = $1 ORDER BY account',
    [transactionId],
  );
}

/** What a sale and its part refunds come to, in each account. */
export const standingPostingsOf = (db: EntityManager, saleId: number): Promise<Posting[]> =>
  db.query<Posting[]>(
    `SELECT account, sum(amount_cents)::int AS "amountCents" FROM ledger_entries
     JOIN ledger_transactions t ON t.id = transaction_id JOIN ledger_transactions sale ON sale.id = $1
     WHERE t.id = sale.id OR (t.kind = 'part_refund' AND t.order_id = sale.order_id AND t.product_id = sale.product_id)
     GROUP BY account HAVING sum(amount_cents) <> 0 ORDER BY account`,
    [saleId],
  );

/** SQL over a row of `ledger_transactions`, `sale`: what part refunds took back of the seller's share, and of the payment, in cents. */
export const sellerRefundsSql = (sale: string) => `coalesce((
  SELECT sum(pe.amount_cents) FROM ledger_transactions part JOIN ledger_entries pe ON pe.transaction_id = part.id AND pe.account = 'seller'
  WHERE part.kind = 'part_refund' AND part.order_id = ${sale}.order_id AND part.product_id = ${sale}.product_id), 0)::int`;
export const refundedPaymentSql = (sale: string) => `coalesce((
  SELECT sum(part.paid_cents) FROM ledger_transactions part
  WHERE part.kind = 'part_refund' AND part.order_id = ${sale}.order_id AND part.product_id = ${sale}.product_id), 0)::int`;

const ORDERS = 4_711_010;
const PAYOUTS = 4_711_011;

/** Makes sale and refund of one order wait for each other, so that the second sees the first. It is sent with the next statement. */
export const lockOrder = (db: EntityManager, orderId: number) =>
  db.query('SELECT pg_advisory_xact_lock($1, $2)', soon([ORDERS, orderId]));

/** Makes all payouts wait for each other: they are few, and each must see all others. */
export const lockPayouts = (db: EntityManager) => db.query('SELECT pg_advisory_xact_lock($1)', [PAYOUTS]);

/** The seal of a transaction covers these columns and its entries. With another list, no existing seal would fit. */
export const ledgerJournal: Journal = {
  name: 'ledger',
  table: 'ledger_transactions',
  canonical: `jsonb_build_array("row".id, "row".kind, "row".source, "row".seller_id, "row".occurred_at, "row".recorded_at,
    "row".reverses, "row".order_id, "row".product_id, "row".track_name, "row".price_cents, "row".project_cents, "row".paid_cents,
    "row".due_on, "row".method, "row".reference, "row".reason, "row".recorded_by,
    (SELECT jsonb_agg(jsonb_build_array(account, amount_cents) ORDER BY account) FROM ledger_entries
     WHERE transaction_id = "row".id))`,
};
