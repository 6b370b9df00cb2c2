import { LedgerCompared, type DataOf, type PaymentsReconciled } from '@shop/contracts/events';
import { keepIfNewer, type Tx } from '@shop/messaging';

type Differing = { orderId: number; sellerIds: number[]; reason: string };

/**
 * Compares the ledger with the sales that orders counted, announces what differs, and keeps whether PayPal could be reached
 * (docs/product/payments.md#the-books-are-compared-each-night).
 */
export async function compareLedgerWhenPaymentsReconciled(tx: Tx, run: DataOf<typeof PaymentsReconciled>): Promise<void> {
  const { db, emit } = tx;
  const { runId, at, reached } = run;
  await keepIfNewer(db, { table: 'reconciled', key: 'sole', version: 'run_id' }, { sole: true, run_id: runId, at, reached });
  if (reached) await emit(LedgerCompared({ runId, differing: await differingFrom(tx, run.sales) }));
}

async function differingFrom({ db }: Tx, sales: DataOf<typeof PaymentsReconciled>['sales']): Promise<Differing[]> {
  const booked = await db.query<{ orderId: number; sellerIds: number[]; standing: number }[]>(
    `SELECT sale.order_id AS "orderId", array_agg(DISTINCT sale.seller_id) AS "sellerIds", count(*) FILTER (WHERE undo.id IS NULL)::int AS standing
     FROM ledger_transactions sale LEFT JOIN ledger_transactions undo ON undo.reverses = sale.id
     WHERE sale.kind = 'sale' AND sale.order_id = ANY($1) GROUP BY sale.order_id`,
    [sales.map(({ orderId }) => orderId)],
  );
  const ledger = new Map(booked.map((one) => [one.orderId, one]));
  return sales.flatMap(({ orderId, sellerIds, refunded }): Differing[] => {
    const entry = ledger.get(orderId);
    const unbooked = sellerIds.filter((id) => !entry?.sellerIds.includes(id));
    if (unbooked.length > 0) return [{ orderId, sellerIds: unbooked, reason: 'the sale is not in the ledger of its seller' }];
    if (!entry) return [];
    if (refunded && entry.standing > 0)
      return [{ orderId, sellerIds, reason: 'the sale was refunded, but stands in the ledger' }];
    if (!refunded && entry.standing === 0)
      return [{ orderId, sellerIds, reason: 'the sale stands, but is reversed in the ledger' }];
    return [];
  });
}
