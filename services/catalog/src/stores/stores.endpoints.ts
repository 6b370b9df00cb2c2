import type { storeChoiceRoutes } from '@shop/contracts/routes';
import type { Handlers } from '@shop/http';
import type { ListQuery } from '@shop/contracts/forms';
import type { Page, StoreChoice } from '@shop/contracts/views';
import { containing, pageOf, windowOf } from '@shop/shared';
import type { DataSource, EntityManager } from 'typeorm';

/** The stores that a track can belong to, for the product form. */
export const storeHandlers = ({ source }: { source: DataSource }): Handlers<typeof storeChoiceRoutes> => ({
  listStoreChoices: ({ query }) => listStoreChoices(source.manager, query),
});

const FOUND = `status <> 'closed' AND name ~* $1`;

/** A page of the stores that a track can belong to, by name; `q` looks in the name. */
async function listStoreChoices(db: EntityManager, query: Omit<ListQuery, 'sort'>): Promise<Page<StoreChoice>> {
  const pattern = containing(query.q ?? '');
  const [{ total }] = (await db.query<{ total: number }[]>(`SELECT count(*)::int AS total FROM stores WHERE ${FOUND}`, [
    pattern,
  ])) as [{ total: number }];
  const { skip, take } = windowOf(query);
  const stores = await db.query<StoreChoice[]>(
    `SELECT seller_id, name, status FROM stores WHERE ${FOUND} ORDER BY lower(name) LIMIT $2 OFFSET $3`,
    [pattern, take, skip],
  );
  return pageOf(query, total, stores);
}
