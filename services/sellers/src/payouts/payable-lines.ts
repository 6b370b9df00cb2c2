import type { FreezeKind } from '@shop/contracts/constants';
import type { EntityManager } from 'typeorm';
import { WHY_HELD } from '../ledger/explain';
import { sellerRefundsSql } from '../ledger/journal';
import { whyBlocked, blocksOf } from '../ledger/payouts/refuse-doubtful-payout';

/** A sale of the ledger that is due, with the cents of it that no payout covers. */
export type PayableLine = { saleId: number; orderId: number; name: string; dueOn: string; amountCents: number };

/** A seller who has something due: what can be paid, and what is held, with the reason. */
export type Payable = {
  sellerId: number;
  lines: PayableLine[];
  held: { amountCents: number; reason: string }[];
};

type Row = PayableLine & {
  sellerId: number;
  cents: number;
  batchId: number | null;
  batchPaidCents: number;
  otherwiseCents: number;
  heldCents: number;
  heldFor: FreezeKind | null;
};

/**
 * The lines of the ledger that a batch can pay, for each seller, oldest due first. A line in another payout that has not come to
 * nothing is left out. What was paid otherwise (recorded by hand, or for a sale that was refunded later) covers the oldest lines,
 * and a line that it covers in part is paid the rest. A part refund takes its share of a line; what a batch had paid of that counts as
 * paid otherwise. What a claim or a dispute holds is left out (docs/product/claims.md#the-sellers-line). `ofBatch` counts the lines of
 * that batch as free.
 */
export async function payableLines(
  db: EntityManager,
  today: string,
  { sellerIds, ofBatch }: { sellerIds?: readonly number[]; ofBatch?: number },
): Promise<Payable[]> {
  const rows = await db.query<Row[]>(
    `SELECT sale.seller_id AS "sellerId", sale.id AS "saleId", sale.order_id AS "orderId", sale.track_name AS name,
       sale.due_on::text AS "dueOn", net.cents, item.batch_id AS "batchId",
       CASE WHEN item.state = 'paid' THEN least(line.amount_cents, net.cents) ELSE 0 END AS "batchPaidCents",
       CASE WHEN hold.source IS NULL THEN 0 ELSE least(coalesce(hold.held_cents, net.cents), net.cents) END AS "heldCents",
       hold.source AS "heldFor",
       b.paid_cents::float8 - coalesce(paid.cents, 0)::float8 AS "otherwiseCents"
     FROM ledger_balances b
     JOIN ledger_transactions sale ON sale.seller_id = b.seller_id AND sale.kind = 'sale' AND sale.due_on <= $1::date
     JOIN ledger_entries e ON e.transaction_id = sale.id AND e.account = 'seller'
     CROSS JOIN LATERAL (SELECT -e.amount_cents - ${sellerRefundsSql('sale')} AS cents) net
     LEFT JOIN ledger_holds hold ON hold.order_id = sale.order_id AND hold.product_id = sale.product_id
     LEFT JOIN payout_item_lines line ON line.sale_id = sale.id AND line.live
     LEFT JOIN payout_items item ON item.id = line.item_id
     LEFT JOIN (
       SELECT paid_item.seller_id, sum(least(paid_line.amount_cents, -share.amount_cents - ${sellerRefundsSql('paid_sale')})) AS cents
       FROM payout_items paid_item JOIN payout_item_lines paid_line ON paid_line.item_id = paid_item.id AND paid_line.live
       JOIN ledger_transactions paid_sale ON paid_sale.id = paid_line.sale_id
       JOIN ledger_entries share ON share.transaction_id = paid_sale.id AND share.account = 'seller'
       WHERE paid_item.state = 'paid'
         AND NOT EXISTS (SELECT 1 FROM ledger_transactions undo WHERE undo.reverses = paid_line.sale_id)
       GROUP BY paid_item.seller_id
     ) paid ON paid.seller_id = b.seller_id
     WHERE b.earned_cents > b.paid_cents AND ($2::int[] IS NULL OR b.seller_id = ANY($2))
       AND NOT EXISTS (SELECT 1 FROM ledger_transactions undo WHERE undo.reverses = sale.id)
     ORDER BY sale.seller_id, sale.due_on, sale.id`,
    [today, sellerIds ?? null],
  );
  const sellers = new Map<number, Row[]>();
  for (const row of rows) {
    const sales = sellers.get(row.sellerId);
    if (sales) sales.push(row);
    else sellers.set(row.sellerId, [row]);
  }
  return Promise.all([...sellers].map(([sellerId, sales]) => payableOf(db, sellerId, sales, ofBatch)));
}

/** The parts of a seller's due sales that nothing covers and no other payout has, in their order. */
function openLines(sales: readonly Row[], ofBatch?: number): PayableLine[] {
  let otherwiseCents = sales[0]?.otherwiseCents ?? 0;
  return sales.flatMap(({ saleId, orderId, name, dueOn, cents, batchId, batchPaidCents, heldCents }) => {
    const unpaidCents = Math.max(0, cents - batchPaidCents - heldCents);
    const coveredCents = Math.min(otherwiseCents, unpaidCents);
    otherwiseCents -= coveredCents;
    const amountCents = unpaidCents - coveredCents;
    const isFree = batchId === null || batchId === ofBatch;
    return isFree && amountCents > 0 ? [{ saleId, orderId, name, dueOn, amountCents }] : [];
  });
}

/** While PayPal's books differ about one of a seller's sales, all of their lines are held. */
async function payableOf(db: EntityManager, sellerId: number, sales: readonly Row[], ofBatch?: number): Promise<Payable> {
  const lines = openLines(sales, ofBatch);
  const heldLines = sales.flatMap(({ heldCents, heldFor }) =>
    heldFor !== null && heldCents > 0 ? [{ amountCents: heldCents, reason: WHY_HELD[heldFor] }] : [],
  );
  const [block] = await blocksOf(db, sellerId);
  if (!block) return { sellerId, lines, held: heldLines };
  const amountCents = sumOf(lines);
  return { sellerId, lines: [], held: amountCents > 0 ? [...heldLines, { amountCents, reason: whyBlocked(block) }] : heldLines };
}

export const sumOf = (lines: readonly { amountCents: number }[]) => lines.reduce((sum, { amountCents }) => sum + amountCents, 0);
