import { call, type Answer } from '../../../lib/calls/call';
import { catalogApi, queryOf } from './catalog-api';

type Found = Answer<'GET /api/products/search'>;

const searchCountsApi = catalogApi.injectEndpoints({
  endpoints: (build) => ({
    /** The counts of a search. The first page has them too, but may no longer be in the cache. */
    searchCounts: build.query<Found['facets'], string>({
      query: (search) => call('GET /api/products/search', { query: queryOf(search, {}) }),
      transformResponse: ({ facets }: Found) => facets,
      providesTags: ['Products'],
    }),
  }),
});

export const { useSearchCountsQuery } = searchCountsApi;
