import { FIRST_TRACKS, NEXT_TRACKS } from '@shop/contracts/constants';
import type { ProductSearchView, ProductStatus, ProductView, SimilarView } from '@shop/contracts/views';
import { api } from '../../../lib/calls/api';
import { call } from '../../../lib/calls/call';
import { productsIn, productsOrThrow, readAsProducts } from '../../../lib/calls/products-in';

/** How many pages of a search are kept, so that scrolling through a long list takes no more and more memory. */
const PAGES_KEPT = 10;
/** A visit shows the tracks of the one before, and asks for them again when they are older than this many seconds. */
export const OLD_AFTER_S = 60;

/** Which page of a search: behind or before a cursor, or the first one. */
type PageAt = { after?: string; before?: string };

/** The whole query of a page. */
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
    /** Everything that is for sale; for small shops alone (docs/product/catalogue.md#a-large-catalogue). */
    products: build.query<ProductView[], void>({
      query: () => call('GET /api/products'),
      extraOptions: readAsProducts,
      transformResponse: productsOrThrow,
      providesTags: ['Products'],
    }),

    /** What a search finds, page by page. Its name is the search as it stands in an address (`searchOf`), empty without filters. */
    searchTracks: build.infiniteQuery<ProductSearchView, string, PageAt>({
      infiniteQueryOptions: {
        initialPageParam: {},
        maxPages: PAGES_KEPT,
        getNextPageParam: ({ next }) => (next === null ? undefined : { after: next }),
        getPreviousPageParam: ({ previous }) => (previous === null ? undefined : { before: previous }),
      },
      query: ({ queryArg, pageParam }) => call('GET /api/products/search', { query: queryOf(queryArg, pageParam) }),
      keepUnusedDataFor: 600, // in seconds, for Back: it leads to a place that only the loaded pages have
      extraOptions: readAsProducts,
      transformResponse: withTracks<ProductSearchView>,
      providesTags: ['Searches'],
    }),

    /** The tracks that the home page shows as hot. */
    hotTracks: build.query<ProductView[], number>({
      query: (most) => call('GET /api/products/search', { query: { sort: 'hottest', limit: most } }),
      extraOptions: readAsProducts,
      transformResponse: (view: ProductSearchView) => productsOrThrow(view.products),
      providesTags: ['Products'],
    }),

    /** The tracks similar to one, which may be sold. */
    similarTracks: build.query<SimilarView, number>({
      query: (id) => call('GET /api/products/:id/similar', { params: { id } }),
      extraOptions: readAsProducts,
      transformResponse: (view: SimilarView) => ({ ...view, products: productsIn(view.products) ?? [] }),
      providesTags: ['Products'],
    }),

    /**
     * One track. A sold one is an error with code `sold` (docs/product/catalogue.md#a-sold-track), but its seller and admins get it with
     * its status.
     */
    track: build.query<ProductView & { status?: ProductStatus }, number>({
      query: (id) => call('GET /api/products/:id', { params: { id } }),
      providesTags: ['Products'],
    }),
  }),
});

export const { useProductsQuery, useSearchTracksInfiniteQuery, useHotTracksQuery, useSimilarTracksQuery, useTrackQuery } =
  catalogApi;
