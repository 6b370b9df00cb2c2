import { UNSOLD_MONTHS } from '@shop/contracts/constants';
import { TrackUnsold } from '@shop/contracts/events';
import type { ListQuery } from '@shop/contracts/forms';
import { centsToDollars } from '@shop/contracts/pricing';
import type { Page, UnsoldTrackView } from '@shop/contracts/views';
import { inTx } from '@shop/messaging';
import { containing, orderBy, pageOf, windowOf } from '@shop/shared';
import type { DataSource } from 'typeorm';
import { ownerOf } from '../user-copies/user-copies';

/**
 * SQL for a track for sale, neither sold nor held, that came `UNSOLD_MONTHS` months ago or earlier; `copy`, `sold` and `store` are
 * its tables.
 */
export const UNSOLD = `(NOT copy.removed AND store.status = 'active' AND copy.created_at < now() - interval '${UNSOLD_MONTHS} months'
  AND NOT coalesce(NOT sold.released OR sold.held, false))`;

const FROM = `product_copies copy LEFT JOIN sold_tracks sold USING (product_id)
  JOIN sellers store ON store.id = copy.seller_id AND store.deleted_at IS NULL`;

const SORTS = {
  id: 'copy.product_id',
  name: 'lower(copy.name)',
  shop_name: 'lower(store.store_name)',
  price: 'copy.price_cents',
  created_at: 'copy.created_at',
};

type Row = {
  product_id: number;
  name: string;
  category: string;
  price_cents: number;
  seller_id: number;
  store_name: string;
  created_at: Date;
  unsold_told_at: Date | null;
};

/**
 * Sellers' tracks that have been in the shop for six months without a sale, the oldest first: they may be taken out of the shop
 * (docs/product/selling.md#unsold-tracks).
 */
export async function listUnsold(source: DataSource, query: ListQuery): Promise<Page<UnsoldTrackView>> {
  const where = `WHERE ${UNSOLD} AND ($1::text IS NULL OR concat_ws(' ', copy.name, copy.category, store.store_name) ~* $1)`;
  const pattern = query.q ? containing(query.q) : null;
  const order = orderBy(query.sort ?? 'created_at', SORTS, 'copy.product_id');
  const { skip, take } = windowOf(query);
  const [rows, [{ total }]] = await Promise.all([
    source.query<Row[]>(`SELECT copy.*, store.store_name FROM ${FROM} ${where} ORDER BY ${order} LIMIT $2 OFFSET $3`, [
      pattern,
      take,
      skip,
    ]),
    source.query<[{ total: number }]>(`SELECT count(*)::int AS total FROM ${FROM} ${where}`, [pattern]),
  ]);
  return pageOf(query, total, rows.map(view));
}

const view = (row: Row): UnsoldTrackView => ({
  id: row.product_id,
  name: row.name,
  category: row.category,
  price: centsToDollars(row.price_cents),
  seller_id: row.seller_id,
  shop_name: row.store_name,
  created_at: row.created_at.toISOString(),
  told_at: row.unsold_told_at?.toISOString() ?? null,
});

/** Announces each unsold track once; several replicas share the work. */
export async function tellOfUnsold(source: DataSource): Promise<void> {
  while (await tellSome(source));
}

const tellSome = (source: DataSource): Promise<boolean> =>
  inTx(source, async ({ db, emit }) => {
    const rows = await db.query<(Row & { user_id: number; version: number })[]>(
      `SELECT copy.*, store.store_name, store.user_id, store.version FROM ${FROM}
       WHERE ${UNSOLD} AND copy.unsold_told_at IS NULL ORDER BY copy.product_id LIMIT 100 FOR UPDATE OF copy SKIP LOCKED`,
    );
    for (const row of rows) {
      const { store_name: storeName, product_id: productId, name: trackName } = row;
      const owner = await ownerOf(db, row.user_id);
      const about = { sellerId: row.seller_id, version: row.version, storeName, owner };
      await emit(TrackUnsold({ ...about, productId, trackName, publishedAt: row.created_at.toISOString() }));
    }
    await db.query('UPDATE product_copies SET unsold_told_at = now() WHERE product_id = ANY($1)', [
      rows.map((row) => row.product_id),
    ]);
    return rows.length > 0;
  });
