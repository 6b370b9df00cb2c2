import { MAY } from '@shop/contracts/constants';
import { ListQuery } from '@shop/contracts/forms';
import type { StoreChoice } from '@shop/contracts/views';
import { containing, endpoint, pageOf, windowOf, type Endpoint } from '@shop/kit';
import type { DataSource } from 'typeorm';

const SELECT = 'SELECT seller_id, name, status FROM stores';

/** The stores that a track can belong to (decision 52), by name; for the form's choice (decision 62). */
export const storeRoutes = (source: DataSource): Endpoint[] => [
  endpoint({
    method: 'get',
    path: '/api/stores',
    who: { roles: MAY.readCatalogue },
    summary: 'The stores that a track can belong to, by name',
    query: ListQuery.omit({ sort: true }),
    async handle({ query }) {
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
  }),
];
