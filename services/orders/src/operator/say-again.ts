import { OpenPurchasesChanged, operatorActed, PaymentDiffered, SalesAnnounced, type DataOf } from '@shop/contracts/events';
import { inTx } from '@shop/messaging';
import { inBatches } from '@shop/shared';
import type { DataSource } from 'typeorm';
import { salesAfter } from '../buyers/announce-sales';

/**
 * Emits each buyer's open purchases and the open differences again under a higher version, and who has bought which tracks, so that
 * services with a lost or wrong copy have it right (docs/operating.md#saying-facts-again). Claims are left out: a sale is emitted once.
 * @returns how many facts
 */
export async function emitAgain(source: DataSource): Promise<{ said: number }> {
  const purchases = await inBatches(source, async ({ db, emit }, after, most) => {
    const rows = await db.query<DataOf<typeof OpenPurchasesChanged>[]>(
      `WITH again AS (UPDATE open_purchases SET version = version + 1 WHERE user_id IN (
         SELECT user_id FROM open_purchases WHERE user_id > $1 ORDER BY 1 LIMIT $2 FOR UPDATE) RETURNING *)
       SELECT user_id AS "userId", version, holds, payments, disputes FROM again ORDER BY 1`,
      [after, most],
    );
    await emit(...rows.map((row) => OpenPurchasesChanged(row)));
    return rows.map(({ userId }) => userId);
  });
  const differences = await inBatches(source, async ({ db, emit }, after, most) => {
    const rows = await db.query<DataOf<typeof PaymentDiffered>[]>(
      `WITH again AS (UPDATE payment_differences SET version = version + 1 WHERE id IN (
         SELECT id FROM payment_differences WHERE id > $1 ORDER BY 1 LIMIT $2 FOR UPDATE) RETURNING *)
       SELECT id AS "differenceId", version, order_id AS "orderId", seller_ids AS "sellerIds", reason,
         looked_at IS NULL AND gone_at IS NULL AS open FROM again ORDER BY 1`,
      [after, most],
    );
    await emit(...rows.map((row) => PaymentDiffered(row)));
    return rows.map(({ differenceId }) => differenceId);
  });
  const sales = await inBatches(source, async ({ db, emit }, after, most) => {
    const rows = await salesAfter(db, after, most);
    if (rows.length > 0) await emit(SalesAnnounced({ sales: rows }));
    return rows.map(({ orderId }) => orderId);
  });
  const count = purchases + differences + sales;
  await inTx(source, ({ emit }) => emit(...operatorActed('orders')('facts.said-again', { count })));
  return { said: count };
}
