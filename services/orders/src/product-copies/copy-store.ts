import { StoreSettled, type DataOf, type StoreClosed, type StoreChanged } from '@shop/contracts/events';
import { inTx, upsertIfNewer, saveIfNewer, type Tx } from '@shop/messaging';
import type { DataSource, EntityManager } from 'typeorm';
import { IS_UNDECIDED } from '../payment-states';

/**
 * Copies the store's present name and whether it may sell. New orders and their contracts use this name, even if the copy of the
 * track has an older one. An event that was sent again after the name was blanked changes nothing.
 */
export async function copyStore({ db }: Tx, store: DataOf<typeof StoreChanged>) {
  const { sellerId, userId, version, storeName, status } = store;
  if (storeName === '') return;
  await saveIfNewer(
    db,
    { table: 'stores', key: 'seller_id' },
    { seller_id: sellerId, user_id: userId, version, store_name: storeName, status },
  );
}

/** SQL over a copy joined with its store: only an active store sells. The operator's own tracks have no store. */
export const NOT_SELLING = `(seller_id IS NOT NULL AND coalesce(stores.status, '') <> 'active')`;

export async function closeStoreWhenClosed(tx: Tx, { sellerId, userId, version }: DataOf<typeof StoreClosed>) {
  await upsertIfNewer(
    tx.db,
    { table: 'stores', key: 'seller_id' },
    { seller_id: sellerId, version, store_name: `Closed store ${sellerId}`, status: 'closed' },
    { user_id: userId },
  );
  // The items of orders keep the name at their sale.
  await tx.db.query(`UPDATE product_copies SET store_name = 'Closed store ' || seller_id WHERE seller_id = $1`, [sellerId]);
  await settleStores(tx);
}

/**
 * Announces each closed store once, when no payment for its tracks is under way. A payment locks the store's row before it begins,
 * so none can begin.
 */
async function settleStores({ db, emit }: Tx) {
  // Waits for transactions that are settling a payment, before anything is counted.
  await db.query(`SELECT 1 FROM stores WHERE status = 'closed' AND NOT settled ORDER BY seller_id FOR UPDATE`);
  const stores = await db.query<{ sellerId: number; sales: number }[]>(
    `WITH done AS (
       UPDATE stores SET settled = true WHERE status = 'closed' AND NOT settled AND NOT EXISTS (
         SELECT 1 FROM order_items item JOIN orders ON orders.id = order_id
         WHERE item.seller_id = stores.seller_id AND ${IS_UNDECIDED})
       RETURNING seller_id
     ) SELECT done.seller_id AS "sellerId", (SELECT count(*)::int FROM order_items item JOIN payments USING (order_id)
         WHERE item.seller_id = done.seller_id) AS sales FROM done ORDER BY 1`,
  );
  await emit(...stores.map((store) => StoreSettled(store)));
}

/** Settles closed stores whose last payment has ended since. */
export const emitSettledStores = (source: DataSource) => inTx(source, settleStores);

/** Keeps the stores of these tracks as they are until the transaction ends. Ask before anything is sold. */
export const lockStores = (db: EntityManager, productIds: readonly number[]) =>
  db.query(
    `SELECT 1 FROM stores WHERE seller_id IN (
       SELECT seller_id FROM product_copies WHERE product_id = ANY($1)
       UNION SELECT seller_id FROM order_items WHERE product_id = ANY($1)
     ) ORDER BY seller_id FOR SHARE`,
    [productIds],
  );

/** Why money for this order comes too late for one of its stores, which nobody could pay out any more; null when it does not. */
export async function closedStoreReason(db: EntityManager, orderId: number): Promise<string | null> {
  const rows = await db.query<{ settled: boolean }[]>(
    `SELECT settled FROM stores WHERE seller_id IN (SELECT seller_id FROM order_items WHERE order_id = $1) ORDER BY seller_id FOR SHARE`,
    [orderId],
  );
  return rows.some(({ settled }) => settled) ? 'the store of a track has been closed, nobody would get its share' : null;
}
