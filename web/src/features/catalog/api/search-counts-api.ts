import { call } from '#lib/calls/call.ts';
import { api } from '#lib/calls/api.ts';
import { queryOf } from './catalog-api';

const searchCountsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The counts of a search. The first page has them too, but may no longer be in the cache. */
    searchCounts: build.query({
      query: (search: string) => call('GET /api/products/search', { query: queryOf(search, {}) }),
      transformResponse: ({ facets }) => facets,
      providesTags: ['Products'],
    }),
  }),
});

export const { useSearchCountsQuery } = searchCountsApi;
