import type { SellerInput } from '@shop/contracts/forms';
import type { Page, SellerAdminView, UnsoldTrackView } from '@shop/contracts/views';
import { asAdmin } from '../../lib/admin-session';
import { api } from '../../lib/api';
import { verdictCall, type Verdict } from './verdict';

export const {
  useSellersQuery,
  useEditSellerMutation,
  useSetSellerStatusMutation,
  useDeleteSellerMutation,
  useUnsoldTracksQuery,
  useSellerDocumentQuery,
  useLazySellerDocumentQuery,
} = api.injectEndpoints({
  endpoints: (build) => ({
    /** `query` is page, limit, q, status, document and sort as a query string. */
    sellers: build.query<Page<SellerAdminView>, string>({
      query: (query) => `sellers?${query}`,
      extraOptions: asAdmin,
      providesTags: ['Sellers'],
    }),
    editSeller: build.mutation<unknown, { id: number; form: SellerInput }>({
      query: ({ id, form }) => ({ url: `sellers/${id}`, method: 'PUT', body: form }),
      extraOptions: asAdmin,
      invalidatesTags: (answer) => (answer ? ['Sellers', 'Payouts'] : []),
    }),
    setSellerStatus: build.mutation<unknown, Verdict>({
      query: verdictCall,
      extraOptions: asAdmin,
      invalidatesTags: ['Sellers', 'Dashboard'],
    }),
    deleteSeller: build.mutation<unknown, number>({
      query: (id) => ({ url: `sellers/${id}`, method: 'DELETE' }),
      extraOptions: asAdmin,
      invalidatesTags: ['Sellers', 'Dashboard', 'Payouts'],
    }),
    /** An identity document → an address in this browser under which it can be shown, for as long as somebody does. */
    sellerDocument: build.query<string, number>({
      query: (id) => ({
        url: `sellers/${id}/verification`,
        responseHandler: async (answer) =>
          answer.ok ? URL.createObjectURL(await answer.blob()) : ((await answer.json()) as unknown),
      }),
      extraOptions: asAdmin,
      keepUnusedDataFor: 0,
      async onCacheEntryAdded(_, { cacheDataLoaded, cacheEntryRemoved }) {
        const loaded = await cacheDataLoaded.catch(() => null);
        await cacheEntryRemoved;
        if (loaded) URL.revokeObjectURL(loaded.data);
      },
    }),
    unsoldTracks: build.query<Page<UnsoldTrackView>, string>({
      query: (query) => `sellers/unsold-tracks?${query}`,
      extraOptions: asAdmin,
      providesTags: ['SellerTracks', 'AdminProducts'],
    }),
  }),
});
