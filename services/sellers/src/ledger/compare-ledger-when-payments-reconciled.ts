import { LedgerCompared, type DataOf, type PaymentsReconciled } from '@shop/contracts/events';
import { inTx, saveIfNewer, type Tx } from '@shop/messaging';
import type { DataSource, EntityManager } from 'typeorm';

import { payoutsDifferingFrom, type ReportedPayouts } from './compare-payouts';

type Sales = DataOf<typeof PaymentsReconciled>['sales'];
type Differing = DataOf<typeof LedgerCompared>['differing'];

/** Longer than all tries of a delivery: by then every announced sale and refund is booked, or its delivery is parked. */
const BOOKED_WITHIN = '15 minutes';
/** The counts whose pages are all here. */
const COMPLETE = 'SELECT run_id FROM ledger_comparisons GROUP BY run_id, pages HAVING count(*) = pages';

/** Stores whether PayPal's books could be compared, and the sales and payouts to compare the ledger with, until that is done. */
export async function compareLedgerWhenPaymentsReconciled({ db }: Tx, run: DataOf<typeof PaymentsReconciled>): Promise<void> {
  const { runId, at, reached, sales, payouts, page, pages } = run;
  await saveIfNewer(db, { table: 'reconciled', key: 'sole', version: 'run_id' }, { sole: true, run_id: runId, at, reached });
  if (reached)
    // The wait goes on from an earlier complete count; else an admin who has the books compared again and again would never hear of
    // a difference.
    await db.query(
      `INSERT INTO ledger_comparisons (run_id, page, pages, at, sales, payouts, kept_at)
       SELECT $1, $2, $3, $4, $5, $6, coalesce(min(kept_at), now()) FROM ledger_comparisons WHERE run_id = $1 OR run_id IN (${COMPLETE})
       ON CONFLICT DO NOTHING`,
      [runId, page, pages, at, JSON.stringify(sales), payouts && JSON.stringify(payouts)],
    );
}

/**
 * Compares the ledger with the sales and payouts that orders counted last, once all their pages are here, and announces differences
 * (docs/product/payments.md#the-books-are-compared-each-night). Deliveries come in any order, so a difference is announced only
 * when it has stayed for a while.
 */
export const compareLedger = (source: DataSource): Promise<void> =>
  inTx(source, async ({ db, emit }) => {
    const pages = await db.query<{ runId: number; at: Date; sales: Sales; payouts: ReportedPayouts | null; late: boolean }[]>(
      `SELECT run_id AS "runId", at, sales, payouts, kept_at < now() - interval '${BOOKED_WITHIN}' AS late FROM ledger_comparisons
       WHERE run_id = (${COMPLETE} ORDER BY run_id DESC LIMIT 1)
       ORDER BY page FOR UPDATE`,
    );
    const [run] = pages;
    if (!run) return;
    const sales = pages.flatMap((page) => page.sales);
    const differing = await differingFrom(db, sales, run.at);
    // A replica of an older release stores a page without its payouts.
    const lists = pages.flatMap((page) => (page.payouts ? [page.payouts.list] : []));
    const payouts = run.payouts && lists.length === pages.length ? { ...run.payouts, list: lists.flat() } : null;
    const differingPayouts = payouts && (await payoutsDifferingFrom(db, payouts));
    if ((differing.length > 0 || differingPayouts?.length) && !run.late) return;
    await db.query('DELETE FROM ledger_comparisons WHERE run_id <= $1', [run.runId]);
    await emit(LedgerCompared({ runId: run.runId, differing, payouts: differingPayouts }));
  });

/** The differences from sales that were counted at a moment. Sales that were reversed since did not count as refunded then. */
async function differingFrom(db: EntityManager, sales: Sales, countedAt: Date): Promise<Differing> {
  const rows = await db.query<{ orderId: number; sellerIds: number[]; standing: number; stood: number }[]>(
    `SELECT sale.order_id AS "orderId", array_agg(DISTINCT sale.seller_id) AS "sellerIds",
       count(*) FILTER (WHERE undo.id IS NULL)::int AS standing,
       count(*) FILTER (WHERE undo.id IS NULL OR undo.recorded_at > $2)::int AS stood
     FROM ledger_transactions sale LEFT JOIN ledger_transactions undo ON undo.reverses = sale.id
     WHERE sale.kind = 'sale' AND sale.order_id = ANY($1) GROUP BY sale.order_id`,
    [sales.map(({ orderId }) => orderId), countedAt],
  );
  const ledger = new Map(rows.map((row) => [row.orderId, row]));
  return sales.flatMap(({ orderId, sellerIds, refunded }): Differing => {
    const entry = ledger.get(orderId);
    const unbookedIds = sellerIds.filter((id) => !entry?.sellerIds.includes(id));
    if (unbookedIds.length > 0)
      return [{ orderId, sellerIds: unbookedIds, reason: 'the sale is not in the ledger of its seller' }];
    if (!entry) return [];
    if (refunded && entry.standing > 0)
      return [{ orderId, sellerIds, reason: 'the sale was refunded, but stands in the ledger' }];
    if (!refunded && entry.stood === 0) return [{ orderId, sellerIds, reason: 'the sale stands, but is reversed in the ledger' }];
    return [];
  });
}
