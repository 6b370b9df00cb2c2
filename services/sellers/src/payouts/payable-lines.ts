import type { EntityManager } from 'typeorm';
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
};

/**
 * The lines of the ledger that a batch can pay, for each seller, oldest due first. A line in another payout that has not come to
 * nothing is left out. What was paid otherwise (recorded by hand, or for a sale that was refunded later) covers the oldest lines,
 * and a line that it covers in part is paid the rest. `ofBatch` counts the lines of that batch as free.
 */
export async function payableLines(
  db: EntityManager,
  today: string,
  { sellerIds, ofBatch }: { sellerIds?: readonly number[]; ofBatch?: number },
): Promise<Payable[]> {
  const rows = await db.query<Row[]>(
    `SELECT sale.seller_id AS "sellerId", sale.id AS "saleId", sale.order_id AS "orderId", sale.track_name AS name,
       sale.due_on::text AS "dueOn", -e.amount_cents AS cents, item.batch_id AS "batchId",
       CASE WHEN item.state = 'paid' THEN line.amount_cents ELSE 0 END AS "batchPaidCents",
       b.paid_cents::float8 - coalesce(paid.cents, 0)::float8 AS "otherwiseCents"
     FROM ledger_balances b
     JOIN ledger_transactions sale ON sale.seller_id = b.seller_id AND sale.kind = 'sale' AND sale.due_on <= $1::date
     JOIN ledger_entries e ON e.transaction_id = sale.id AND e.account = 'seller'
     LEFT JOIN payout_item_lines line ON line.sale_id = sale.id AND line.live
     LEFT JOIN payout_items item ON item.id = line.item_id
     LEFT JOIN (
       SELECT paid_item.seller_id, sum(paid_line.amount_cents) AS cents
       FROM payout_items paid_item JOIN payout_item_lines paid_line ON paid_line.item_id = paid_item.id AND paid_line.live
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
  return Promise.all([...sellers].map(([sellerId, sales]) => payableOf(db, sellerId, openLines(sales, ofBatch))));
}

/** The parts of a seller's due sales that nothing covers and no other payout has, in their order. */
export function openLines(sales: readonly Row[], ofBatch?: number): PayableLine[] {
  let otherwiseCents = sales[0]?.otherwiseCents ?? 0;
  return sales.flatMap(({ saleId, orderId, name, dueOn, cents, batchId, batchPaidCents }) => {
    const coveredCents = Math.max(0, Math.min(otherwiseCents, cents - batchPaidCents));
    otherwiseCents -= coveredCents;
    const amountCents = cents - batchPaidCents - coveredCents;
    const isFree = batchId === null || batchId === ofBatch;
    return isFree && amountCents > 0 ? [{ saleId, orderId, name, dueOn, amountCents }] : [];
  });
}

/** While PayPal's books differ about one of a seller's sales, all of their lines are held. */
async function payableOf(db: EntityManager, sellerId: number, lines: PayableLine[]): Promise<Payable> {
  const [block] = await blocksOf(db, sellerId);
  if (!block) return { sellerId, lines, held: [] };
  const amountCents = sumOf(lines);
  return { sellerId, lines: [], held: amountCents > 0 ? [{ amountCents, reason: whyBlocked(block) }] : [] };
}

export const sumOf = (lines: readonly { amountCents: number }[]) => lines.reduce((sum, { amountCents }) => sum + amountCents, 0);
