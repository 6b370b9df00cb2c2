import type { ProductSearchView } from '@shop/contracts/views';
import { call } from '../../../lib/calls/call';
import { catalogApi, queryOf } from './catalog-api';

const searchCountsApi = catalogApi.injectEndpoints({
  endpoints: (build) => ({
    /** The counts of a search, which stand in its first page: for when that page is no longer kept. */
    searchCounts: build.query<ProductSearchView['facets'], string>({
      query: (search) => call('GET /api/products/search', { query: queryOf(search, {}) }),
      transformResponse: ({ facets }: ProductSearchView) => facets,
      providesTags: ['Products'],
    }),
  }),
});

export const { useSearchCountsQuery } = searchCountsApi;
