import { LinksRevoked, TrackLinksRevoked } from '@shop/contracts/events';
import type { Tx } from '@shop/messaging';

/** SQL over a row of `order_items`, `item`: the shop itself holds the files of the track. */
const IS_PACKAGED = `(item.package IS NOT NULL OR EXISTS (
  SELECT FROM product_copies AS copy WHERE copy.product_id = item.product_id AND copy.package IS NOT NULL))`;

/**
 * Makes all links to the files of an order worthless that were given out before. Catalog hears of an order with a package, and ends
 * the addresses that these links have led to; once `ended`, until the next revision, it shows the buyer nothing of the package.
 */
export async function revokeLinks({ db, emit }: Tx, orderId: number, ended = false): Promise<void> {
  const items = await db.query<{ revision: number; packaged: boolean }[]>(
    `WITH revoked AS (
       UPDATE order_items AS item SET link_revision = (SELECT max(link_revision) + 1 FROM order_items WHERE order_id = $1)
       WHERE order_id = $1
       RETURNING link_revision AS revision, ${IS_PACKAGED} AS packaged)
     SELECT revision, packaged FROM revoked`,
    [orderId],
  );
  if (!items.some(({ packaged }) => packaged)) return;
  await emit(LinksRevoked({ orderId, revision: Math.max(...items.map(({ revision }) => revision)), ended }));
}

/** The same for one track of an order: the links to its other tracks stay. */
export async function revokeLinksOfTrack({ db, emit }: Tx, orderId: number, productId: number): Promise<void> {
  const [item] = await db.query<{ revision: number; packaged: boolean }[]>(
    `WITH revoked AS (
       UPDATE order_items AS item SET link_revision = link_revision + 1 WHERE order_id = $1 AND product_id = $2
       RETURNING link_revision AS revision, ${IS_PACKAGED} AS packaged)
     SELECT revision, packaged FROM revoked`,
    [orderId, productId],
  );
  if (item?.packaged) await emit(TrackLinksRevoked({ orderId, productId, revision: item.revision }));
}

/** Ends the links of those of these orders for which the shop itself holds files. */
export async function revokeLinksToPackages(tx: Tx, orderIds: readonly number[]): Promise<void> {
  const orders = await tx.db.query<{ id: number }[]>(
    `SELECT DISTINCT order_id AS id FROM order_items AS item WHERE order_id = ANY($1) AND ${IS_PACKAGED} ORDER BY id`,
    [orderIds],
  );
  for (const { id } of orders) await revokeLinks(tx, id, true);
}
