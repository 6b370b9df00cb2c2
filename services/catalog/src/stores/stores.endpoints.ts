import type { storeChoiceRoutes } from '@shop/contracts/routes';
import type { StoreChoice } from '@shop/contracts/views';
import type { Handlers } from '@shop/http';
import { containing, pageOf, windowOf } from '@shop/shared';
import type { ServiceContext } from '../context';

const SELECT = 'SELECT seller_id, name, status FROM stores';

/** The stores that a track can belong to, by name, for the product form. */
export const storeHandlers = ({ source }: ServiceContext): Handlers<typeof storeChoiceRoutes> => ({
  async listStoreChoices({ query }) {
    const like = containing(query.q ?? '');
    const [{ total }] = (await source.query<{ total: number }[]>(
      `SELECT count(*)::int AS total FROM stores WHERE status <> 'closed' AND name ILIKE $1`,
      [like],
    )) as [{ total: number }];
    const { skip, take } = windowOf(query);
    const stores = await source.query<StoreChoice[]>(
      `${SELECT} WHERE status <> 'closed' AND name ILIKE $1 ORDER BY lower(name) LIMIT $2 OFFSET $3`,
      [like, take, skip],
    );
    return pageOf(query, total, stores);
  },
});
