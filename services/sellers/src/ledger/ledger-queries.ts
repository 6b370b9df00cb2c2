import type { DataSource, EntityManager } from 'typeorm';
import type { PaidOutBy } from '@shop/contracts/constants';
import type { LedgerQuery } from '@shop/contracts/forms';
import { formatCents } from '@shop/contracts/pricing';
import type { LedgerBalances, LedgerLineView, LedgerView } from '@shop/contracts/views';
import { pageOf, windowOf } from '@shop/kit';
import { dateIn } from './due-date';
import { SENT_BY, whyOpen, whySale } from './explain';
import { shareOf } from './share';
import { statementOf, type Movement } from './statement';

type Row = {
  id: number;
  kind: LedgerLineView['kind'];
  occurredAt: Date;
  amountCents: number;
  reverses: number | null;
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
};

export type Calendar = { timeZone: string; today: string };

/** Every line of a seller's ledger, newest first, with where it stands today and why; and what it comes to. */
export async function ledgerOf(
  db: EntityManager,
  sellerId: number,
  calendar: Calendar,
): Promise<{ lines: LedgerLineView[]; balances: LedgerBalances }> {
  const rows = await db.query<Row[]>(
    `SELECT t.id, t.kind, t.occurred_at AS "occurredAt", coalesce(-e.amount_cents, 0) AS "amountCents", t.reverses,
       what.order_id AS "orderId", what.product_id AS "productId", what.track_name AS "trackName",
       what.price_cents AS "priceCents", what.project_cents AS "projectCents", what.paid_cents AS "paidCents",
       t.due_on::text AS "dueOn", what.method, what.reference, t.reason
     FROM ledger_transactions t
     JOIN ledger_transactions what ON what.id = coalesce(t.reverses, t.id)
     LEFT JOIN ledger_entries e ON e.transaction_id = t.id AND e.account = 'seller'
     WHERE t.seller_id = $1 ORDER BY t.occurred_at DESC, t.id DESC`,
    [sellerId],
  );
  const { balances, states } = statementOf(rows as Movement[], calendar.today);
  const undoneBy = new Map(rows.flatMap((row) => (row.reverses === null ? [] : [[row.reverses, row] as const])));
  const lines = rows.map((row): LedgerLineView => {
    const { state, openCents } = states.get(row.id) ?? { state: null, openCents: 0 };
    const share = row.trackName === null ? null : shareOf(row);
    return {
      id: row.id,
      kind: row.kind,
      at: row.occurredAt.toISOString(),
      amountCents: row.amountCents,
      state,
      openCents,
      dueOn: row.dueOn,
      orderId: row.orderId,
      productId: row.productId,
      name: row.trackName,
      share: share && {
        priceCents: row.priceCents,
        projectCents: row.projectCents,
        grossCents: share.grossCents,
        discountCents: share.discountCents,
        sellerDiscountCents: share.sellerDiscountCents,
        shopDiscountCents: share.shopDiscountCents,
        commissionCents: share.commissionCents,
        netCents: share.netCents,
      },
      payout: row.method && { method: row.method, reference: row.reference! },
      why: why(row, openCents, undoneBy.get(row.id), calendar.timeZone),
    };
  });
  return { lines, balances };
}

function why(row: Row, openCents: number, undoneBy: Row | undefined, timeZone: string): string[] {
  const day = (at: Date) => dateIn(timeZone, at);
  switch (row.kind) {
    case 'sale':
      return [
        ...whySale({ ...row, share: shareOf(row) }, { paidOn: day(row.occurredAt), dueOn: row.dueOn! }),
        ...(undoneBy
          ? [`The buyer got the money back on ${day(undoneBy.occurredAt)}, so the sale was reversed.`]
          : whyOpen(row.amountCents, openCents)),
      ];
    case 'refund':
      return [
        `Order #${row.orderId} was given back to the buyer: the ${formatCents(-row.amountCents)} booked for it are taken back.`,
      ];
    case 'payout':
      return [
        `Sent by ${SENT_BY[row.method!]}, reference ${row.reference}.`,
        ...(undoneBy ? [`Taken back in the books on ${day(undoneBy.occurredAt)}: ${undoneBy.reason}`] : []),
      ];
    case 'payout_reversal':
      return [`The payout with reference ${row.reference} was recorded wrongly: ${row.reason}`, 'Its amount is open again.'];
  }
}

/** The lines a query asks for: by state, or by track, order or reference. */
export const matching = (lines: readonly LedgerLineView[], { state, q }: Pick<LedgerQuery, 'state' | 'q'>) => {
  const wanted = q?.toLowerCase().replace(/^#/, '');
  return lines.filter(
    (line) =>
      (!state || line.state === state) &&
      (!wanted ||
        String(line.orderId) === wanted ||
        line.name?.toLowerCase().includes(wanted) ||
        line.payout?.reference.toLowerCase().includes(wanted)),
  );
};

/** One page of a seller's ledger. The balances are of all of it, whatever the page shows. */
export async function ledgerPage(
  source: DataSource,
  sellerId: number,
  query: LedgerQuery,
  calendar: Calendar,
): Promise<LedgerView> {
  const { lines, balances } = await ledgerOf(source.manager, sellerId, calendar);
  const found = matching(lines, query);
  const { skip, take } = windowOf(query);
  return { ...pageOf(query, found.length, found.slice(skip, skip + take)), balances };
}
