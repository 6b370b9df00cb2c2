import type { SellerInput } from '@shop/contracts/forms';
import { isApiError } from '#lib/calls/api.ts';
import { adminApi } from '#lib/calls/admin-api.ts';
import { asObjectUrl } from '#lib/calls/as-object-url.ts';
import { call } from '#lib/calls/call.ts';
import { verdictSent, type Verdict } from './verdict';

/** Whether the payout details have changed since the store was shown. */
export const isPayoutChanged = (error: unknown) => isApiError(error) && error.code === 'payout-changed';

export const {
  useSellersQuery,
  useEditSellerMutation,
  useSetSellerStatusMutation,
  useDeleteSellerMutation,
  useUnsoldTracksQuery,
  useSellerDocumentQuery,
} = adminApi.injectEndpoints({
  endpoints: (build) => ({
    /** `query` is page, limit, q, status, document and sort as a query string. */
    sellers: build.query({
      query: (query: string) => call('GET /api/sellers', { query }),
      providesTags: ['Sellers'],
    }),
    editSeller: build.mutation({
      query: ({ id, form: body }: { id: number; form: SellerInput }) => call('PUT /api/sellers/:id', { params: { id }, body }),
      invalidatesTags: (answer, error) => (answer || isPayoutChanged(error) ? ['Sellers', 'Payouts'] : []),
    }),
    setSellerStatus: build.mutation({
      query: (verdict: Verdict) => call('PUT /api/sellers/:id/status', verdictSent(verdict)),
      invalidatesTags: ['Sellers', 'Dashboard'],
    }),
    deleteSeller: build.mutation({
      query: (id: number) => call('DELETE /api/sellers/:id', { params: { id } }),
      invalidatesTags: ['Sellers', 'Dashboard', 'Payouts'],
    }),
    /**
     * Fetches a page of an identity document, by its version.
     * @returns an object URL that shows it for as long as it is used
     */
    sellerDocument: build.query({
      query: ({ id, page }: { id: number; version: string | null; page: number }) => ({
        ...call('GET /api/sellers/:id/verification', { params: { id }, query: { page } }),
        responseHandler: asObjectUrl,
      }),
      keepUnusedDataFor: 0,
      async onCacheEntryAdded(_, { cacheDataLoaded, cacheEntryRemoved }) {
        const answer = await cacheDataLoaded.catch(() => null);
        await cacheEntryRemoved;
        if (answer) URL.revokeObjectURL(answer.data);
      },
    }),
    unsoldTracks: build.query({
      query: (query: string) => call('GET /api/sellers/unsold-tracks', { query }),
      providesTags: ['SellerTracks', 'AdminProducts'],
    }),
  }),
});
