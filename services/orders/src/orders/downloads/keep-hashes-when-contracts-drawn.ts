import type { ContractsDrawn, DataOf } from '@shop/contracts/events';
import type { Tx } from '@shop/messaging';
import { soon } from '@shop/postgres';

/** Stores the hashes of contracts that were drawn for a mail, so that nothing draws them again. A stored hash stays. */
export async function keepHashesWhenContractsDrawn({ db }: Tx, { orderId, contracts }: DataOf<typeof ContractsDrawn>) {
  await db.query(
    `WITH kept AS (
       UPDATE order_items AS item SET contract_hash = hash FROM unnest($2::int[], $3::text[]) AS drawn (product_id, hash)
       WHERE order_id = $1 AND item.product_id = drawn.product_id AND contract_hash IS NULL)
     UPDATE orders SET contracts_hashed = true WHERE id = $1 AND NOT contracts_hashed
       AND NOT EXISTS (SELECT 1 FROM order_items WHERE order_id = $1 AND contract_hash IS NULL AND product_id <> ALL($2))`,
    soon([orderId, contracts.map(({ productId }) => productId), contracts.map(({ hash }) => hash)]),
  );
}
