import assert from 'node:assert/strict';
import type { FreezeKind, LedgerState, PaidOutBy } from '@shop/contracts/constants';
import type { LedgerQuery } from '@shop/contracts/forms';
import { formatCents } from '@shop/contracts/pricing';
import type { LedgerLineView, LedgerView } from '@shop/contracts/views';
import { containing, pageOf, windowOf } from '@shop/shared';
import type { EntityManager } from 'typeorm';
import { balancesOf } from './balances';
import { dateIn } from './due-date';
import { SENT_BY, WHY_HELD, whyOpen, whySale } from './explain';
import { refundedPaymentSql, sellerRefundsSql } from './journal';
import { minus } from './postings';
import { shareOf } from './share';

type Row = {
  id: number;
  kind: LedgerLineView['kind'];
  occurredAt: Date;
  amountCents: number;
  state: LedgerState | null;
  openCents: number;
  orderId: number | null;
  productId: number | null;
  trackName: string | null;
  priceCents: number;
  projectCents: number;
  paidCents: number;
  dueOn: string | null;
  method: PaidOutBy | null;
  reference: string | null;
  reason: string | null;
  /** Of a sale: what part refunds took back of its share, and of its payment. */
  takenCents: number;
  givenBackCents: number;
  undoneAt: Date | null;
  undoneBecause: string | null;
  heldFor: FreezeKind | null;
  /** PayPal gave the payout back that this line undoes. */
  cameBack: boolean;
};

export type Calendar = { timeZone: string; today: string };

/** SQL for the part of a sale that no payout covers, in cents: none before the seller's first open sale, all after it (see `BALANCES`). */
const OPEN = `CASE
  WHEN t.kind <> 'sale' OR undo.id IS NOT NULL THEN 0
  WHEN open.id IS NOT NULL THEN open.open_cents
  WHEN t.id = kept.open_sale THEN kept.open_cents
  WHEN (t.due_on, t.id) > (kept.open_due_on, kept.open_sale) THEN coalesce(-e.amount_cents, 0) - ${sellerRefundsSql('t')}
  ELSE 0 END`;

const STATE = `CASE
  WHEN undo.id IS NOT NULL OR t.kind = 'sale' AND ${refundedPaymentSql('t')} = t.paid_cents AND t.paid_cents > 0 THEN 'reversed'
  WHEN t.kind = 'payout' OR t.kind = 'sale' AND ${OPEN} = 0 THEN 'paid'
  WHEN open.held_cents > 0 THEN 'held'
  WHEN t.kind = 'sale' AND t.due_on <= $2::date THEN 'due'
  WHEN t.kind = 'sale' THEN 'owed' END`;

/**
 * Beside each transaction `t` of seller `$1`, at most one row each: `what` it undoes, the transaction that undoes it (`undo`), its
 * amount, the seller's balances, and while a line of the seller is held, what is `open` of the sale and what holds it.
 */
const AROUND = `
  LEFT JOIN ledger_transactions what ON what.id = t.reverses AND what.seller_id = t.seller_id
  LEFT JOIN ledger_transactions undo ON undo.reverses = t.id AND undo.seller_id = t.seller_id
  LEFT JOIN ledger_entries e ON e.transaction_id = t.id AND e.account = 'seller'
  LEFT JOIN ledger_balances kept ON kept.seller_id = t.seller_id
  LEFT JOIN (
    SELECT * FROM (SELECT $1::int AS seller WHERE EXISTS (SELECT 1 FROM ledger_holds WHERE seller_id = $1 AND source IS NOT NULL)) holding,
      ledger_open_sales(seller)
  ) open ON open.id = t.id
  LEFT JOIN ledger_holds hold ON hold.order_id = t.order_id AND hold.product_id = t.product_id AND open.held_cents > 0`;

/** The lines of seller `$1` on the day `$2`: in state `$3`, of order `$4`, or with `$5` in track or reference. */
const FOUND = `FROM ledger_transactions t ${AROUND}
  WHERE t.seller_id = $1 AND ($3::text IS NULL OR ${STATE} = $3)
    AND ($4::text IS NULL OR coalesce(t.order_id, what.order_id)::text = $4
      OR coalesce(t.track_name, t.reference, what.track_name, what.reference) ~* $5)`;

const NEWEST_FIRST = 'ORDER BY t.occurred_at DESC, t.id DESC';

type LineFilter = Pick<LedgerQuery, 'state' | 'q'>;

const valuesOf = (sellerId: number, { state, q }: LineFilter, { today }: Calendar) => {
  const searchText = q?.replace(/^#/, '');
  return [sellerId, today, state ?? null, searchText ?? null, searchText === undefined ? null : containing(searchText)];
};

/** The lines of a seller's ledger, newest first, each with its state today and the reasons in words; all of them without a window. */
export async function ledgerLines(
  db: EntityManager,
  sellerId: number,
  query: LineFilter,
  calendar: Calendar,
  window?: { skip: number; take: number },
): Promise<LedgerLineView[]> {
  // The page is found before anything else is looked up for its lines.
  const rows = await db.query<Row[]>(
    `SELECT t.id, t.kind, t.occurred_at AS "occurredAt", coalesce(-e.amount_cents, 0) AS "amountCents",
       ${STATE} AS state, ${OPEN} AS "openCents", t.due_on::text AS "dueOn", t.reason,
       coalesce(t.order_id, what.order_id) AS "orderId", coalesce(t.product_id, what.product_id) AS "productId",
       coalesce(t.track_name, what.track_name) AS "trackName", coalesce(t.price_cents, what.price_cents) AS "priceCents",
       coalesce(t.project_cents, what.project_cents) AS "projectCents", coalesce(t.paid_cents, what.paid_cents) AS "paidCents",
       coalesce(t.method, what.method) AS method, coalesce(t.reference, what.reference) AS reference,
       CASE t.kind WHEN 'sale' THEN ${sellerRefundsSql('t')} ELSE 0 END AS "takenCents",
       CASE t.kind WHEN 'sale' THEN ${refundedPaymentSql('t')} ELSE 0 END AS "givenBackCents", undo.occurred_at AS "undoneAt", undo.reason AS "undoneBecause",
       hold.source AS "heldFor",
       EXISTS (SELECT 1 FROM payout_items WHERE payout_id = what.id) AS "cameBack"
     FROM ledger_transactions t ${AROUND}
     WHERE t.seller_id = $1 AND t.id IN (SELECT t.id ${FOUND} ${NEWEST_FIRST} OFFSET $6 LIMIT $7) ${NEWEST_FIRST}`,
    [...valuesOf(sellerId, query, calendar), window?.skip ?? 0, window?.take ?? null],
  );
  return rows.map((row) => view(row, calendar.timeZone));
}

/** One page of a seller's ledger (docs/product/money-owed.md#the-ledger). The balances are those of the whole ledger. */
export async function ledgerPage(
  db: EntityManager,
  sellerId: number,
  query: LedgerQuery,
  calendar: Calendar,
): Promise<LedgerView> {
  const [lines, [{ total }], balances] = await Promise.all([
    ledgerLines(db, sellerId, query, calendar, windowOf(query)),
    db.query<[{ total: number }]>(`SELECT count(*)::int AS total ${FOUND}`, valuesOf(sellerId, query, calendar)),
    balancesOf(db, sellerId, calendar.today),
  ]);
  return { ...pageOf(query, total, lines), balances };
}

function view(row: Row, timeZone: string): LedgerLineView {
  const share = row.trackName === null || row.kind === 'part_refund' ? null : shareOf(row);
  const withSign = row.kind === 'refund' ? minus : (cents: number) => cents;
  return {
    id: row.id,
    kind: row.kind,
    at: row.occurredAt.toISOString(),
    on: dateIn(timeZone, row.occurredAt),
    amountCents: row.amountCents,
    state: row.state,
    openCents: row.openCents,
    dueOn: row.dueOn,
    orderId: row.orderId,
    productId: row.productId,
    name: row.trackName,
    share: share && {
      priceCents: withSign(row.priceCents),
      projectCents: withSign(row.projectCents),
      grossCents: withSign(share.grossCents),
      discountCents: withSign(share.discountCents),
      sellerDiscountCents: withSign(share.sellerDiscountCents),
      shopDiscountCents: withSign(share.shopDiscountCents),
      commissionCents: withSign(share.commissionCents),
      netCents: withSign(share.netCents),
    },
    payout: row.method && row.reference !== null ? { method: row.method, reference: row.reference } : null,
    why: why(row, timeZone),
  };
}

function why(row: Row, timeZone: string): string[] {
  const day = (at: Date) => dateIn(timeZone, at);
  switch (row.kind) {
    case 'sale':
      assert(row.dueOn, 'a sale has a day on which it is due');
      return [
        ...whySale({ ...row, share: shareOf(row) }, { paidOn: day(row.occurredAt), dueOn: row.dueOn }),
        ...(row.undoneAt
          ? [`The buyer got the money back on ${day(row.undoneAt)}, so the sale was reversed.`]
          : [
              ...(row.givenBackCents > 0
                ? [
                    `The buyer got ${formatCents(row.givenBackCents)} of it back, so ${formatCents(row.takenCents)} of your share was taken back.`,
                  ]
                : []),
              ...(row.takenCents < row.amountCents ? whyOpen(row.amountCents - row.takenCents, row.openCents) : []),
              ...(row.heldFor ? [WHY_HELD[row.heldFor]] : []),
            ]),
      ];
    case 'refund':
      return [
        `Order #${row.orderId} was given back to the buyer: the ${formatCents(-row.amountCents)} booked for it are taken back.`,
      ];
    case 'part_refund':
      return [
        `${formatCents(row.paidCents)} of what the buyer of order #${row.orderId} paid for it was given back, so the same part of your share is taken back: ${formatCents(-row.amountCents)}.`,
      ];
    case 'payout':
      assert(row.method, 'a payout was sent in some way');
      return [
        `Sent ${SENT_BY[row.method]}, reference ${row.reference}.`,
        ...(row.undoneAt ? [`Taken back in the books on ${day(row.undoneAt)}: ${row.undoneBecause}`] : []),
      ];
    case 'payout_reversal':
      return [
        row.cameBack
          ? `The payout with reference ${row.reference} came back: ${row.reason}`
          : `The payout with reference ${row.reference} was recorded wrongly: ${row.reason}`,
        'Its amount is open again.',
      ];
  }
}
