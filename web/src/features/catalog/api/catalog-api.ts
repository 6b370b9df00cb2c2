import { FIRST_TRACKS, NEXT_TRACKS } from '@shop/contracts/constants';
import type { ProductSearchView, ProductStatus, ProductView } from '@shop/contracts/views';
import { api } from '#lib/calls/api.ts';
import { call, type TypedRequest } from '#lib/calls/call.ts';
import { productsIn, productsOrThrow, readAsProducts } from '#lib/calls/products-in.ts';

/** How many pages of a search stay in memory while a visitor scrolls through a long list. */
const PAGES_KEPT = 10;
/** A page shows the tracks from the cache, and asks for them again when they are older than so many seconds. */
export const OLD_AFTER_S = 60;

/** A page of a search: behind or before a cursor. Without a cursor, the first page. */
type PageAt = { after?: string; before?: string };

export const queryOf = (search: string, at: PageAt) => {
  const first = at.after === undefined && at.before === undefined;
  const page = new URLSearchParams({ ...at, limit: String(first ? FIRST_TRACKS : NEXT_TRACKS) });
  return search ? `${search}&${page}` : page.toString();
};

const withTracks = <View extends { products: unknown }>(view: View): View => ({
  ...view,
  products: productsOrThrow(view.products),
});

export const catalogApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The pages of a search. Its argument is the search as it stands in an address (`searchOf`), empty without filters. */
    searchTracks: build.infiniteQuery({
      infiniteQueryOptions: {
        initialPageParam: {},
        maxPages: PAGES_KEPT,
        getNextPageParam: ({ next }) => (next === null ? undefined : { after: next }),
        getPreviousPageParam: ({ previous }) => (previous === null ? undefined : { before: previous }),
      },
      query: ({ queryArg, pageParam }: { queryArg: string; pageParam: PageAt }) =>
        call('GET /api/products/search', { query: queryOf(queryArg, pageParam) }),
      keepUnusedDataFor: 600, // seconds; Back leads to a place in the list that only the loaded pages have
      extraOptions: readAsProducts,
      transformResponse: withTracks<ProductSearchView>,
      providesTags: ['Searches'],
    }),

    hotTracks: build.query({
      query: (most: number) => call('GET /api/products/search', { query: { sort: 'hottest', limit: most } }),
      extraOptions: readAsProducts,
      transformResponse: (view) => productsOrThrow(view.products),
      providesTags: ['Products'],
    }),

    /** The tracks similar to a track, which may be sold. */
    similarTracks: build.query({
      query: (id: number) => call('GET /api/products/:id/similar', { params: { id } }),
      extraOptions: readAsProducts,
      transformResponse: (view) => ({ ...view, products: productsIn(view.products) ?? [] }),
      providesTags: ['Products'],
    }),

    /**
     * One track. A sold one is an error with the code `sold` (docs/product/catalogue.md#a-sold-track), but its seller and admins
     * get it with its status.
     */
    track: build.query({
      query: (id: number): TypedRequest<ProductView & { status?: ProductStatus }> =>
        call('GET /api/products/:id', { params: { id } }),
      providesTags: ['Products'],
    }),
  }),
});

export const { useSearchTracksInfiniteQuery, useHotTracksQuery, useSimilarTracksQuery, useTrackQuery } = catalogApi;
