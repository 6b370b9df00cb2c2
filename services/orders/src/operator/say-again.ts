import { OpenPurchasesChanged, operatorActed, PaymentDiffered, type DataOf } from '@shop/contracts/events';
import { inTx } from '@shop/messaging';
import { inBatches } from '@shop/shared';
import type { DataSource } from 'typeorm';

/**
 * Emits each buyer's open purchases and the open differences again under a higher version, so that services with a lost or wrong
 * copy have it right (docs/operating.md#saying-facts-again). Claims are left out: a sale is emitted once.
 * @returns how many facts
 */
export async function emitAgain(source: DataSource): Promise<{ said: number }> {
  const purchases = await inBatches(source, async ({ db, emit }, after, most) => {
    const changed = await db.query<DataOf<typeof OpenPurchasesChanged>[]>(
      `WITH again AS (UPDATE open_purchases SET version = version + 1 WHERE user_id IN (
         SELECT user_id FROM open_purchases WHERE user_id > $1 ORDER BY 1 LIMIT $2 FOR UPDATE) RETURNING *)
       SELECT user_id AS "userId", version, holds, payments, disputes FROM again ORDER BY 1`,
      [after, most],
    );
    await emit(...changed.map((one) => OpenPurchasesChanged(one)));
    return changed.map(({ userId }) => userId);
  });
  const differences = await inBatches(source, async ({ db, emit }, after, most) => {
    const differed = await db.query<DataOf<typeof PaymentDiffered>[]>(
      `WITH again AS (UPDATE payment_differences SET version = version + 1 WHERE id IN (
         SELECT id FROM payment_differences WHERE id > $1 ORDER BY 1 LIMIT $2 FOR UPDATE) RETURNING *)
       SELECT id AS "differenceId", version, order_id AS "orderId", seller_ids AS "sellerIds", reason,
         looked_at IS NULL AND gone_at IS NULL AS open FROM again ORDER BY 1`,
      [after, most],
    );
    await emit(...differed.map((one) => PaymentDiffered(one)));
    return differed.map(({ differenceId }) => differenceId);
  });
  const said = purchases + differences;
  await inTx(source, ({ emit }) => emit(...operatorActed('orders')('facts.said-again', { count: said })));
  return { said };
}
