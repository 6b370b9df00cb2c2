import { OpenPurchasesChanged, operatorActed, PaymentDiffered, type DataOf } from '@shop/contracts/events';
import { inTx } from '@shop/messaging';
import type { DataSource } from 'typeorm';

/**
 * Emits again what is open with each buyer and which differences are open, under a higher version, so that a service whose copy is lost or
 * wrong has it right afterwards (docs/operating.md#saying-facts-again). Claims are left out: a sale is emitted once. → how many facts
 */
export const sayAgain = (source: DataSource): Promise<{ said: number }> =>
  inTx(source, async ({ db, emit }) => {
    const purchases = await db.query<DataOf<typeof OpenPurchasesChanged>[]>(
      `WITH again AS (UPDATE open_purchases SET version = version + 1 RETURNING *)
       SELECT user_id AS "userId", version, holds, payments, disputes FROM again ORDER BY 1`,
    );
    const differences = await db.query<DataOf<typeof PaymentDiffered>[]>(
      `WITH again AS (UPDATE payment_differences SET version = version + 1 RETURNING *)
       SELECT id AS "differenceId", version, order_id AS "orderId", seller_ids AS "sellerIds", reason,
         looked_at IS NULL AND gone_at IS NULL AS open FROM again ORDER BY 1`,
    );
    await emit(...purchases.map((one) => OpenPurchasesChanged(one)), ...differences.map((one) => PaymentDiffered(one)));
    const said = purchases.length + differences.length;
    await emit(...operatorActed('orders')('facts.said-again', { count: said }));
    return { said };
  });
