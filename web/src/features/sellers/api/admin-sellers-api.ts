import type { SellerInput } from '@shop/contracts/forms';
import { isApiError } from '../../../lib/calls/api';
import { adminApi } from '../../../lib/calls/admin-api';
import { asObjectUrl } from '../../../lib/calls/as-object-url';
import { call, type Answer } from '../../../lib/calls/call';
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
    sellers: build.query<Answer<'GET /api/sellers'>, string>({
      query: (query) => call('GET /api/sellers', { query }),
      providesTags: ['Sellers'],
    }),
    editSeller: build.mutation<Answer<'PUT /api/sellers/:id'>, { id: number; form: SellerInput }>({
      query: ({ id, form: body }) => call('PUT /api/sellers/:id', { params: { id }, body }),
      invalidatesTags: (answer, error) => (answer || isPayoutChanged(error) ? ['Sellers', 'Payouts'] : []),
    }),
    setSellerStatus: build.mutation<Answer<'PUT /api/sellers/:id/status'>, Verdict>({
      query: (verdict) => call('PUT /api/sellers/:id/status', verdictSent(verdict)),
      invalidatesTags: ['Sellers', 'Dashboard'],
    }),
    deleteSeller: build.mutation<Answer<'DELETE /api/sellers/:id'>, number>({
      query: (id) => call('DELETE /api/sellers/:id', { params: { id } }),
      invalidatesTags: ['Sellers', 'Dashboard', 'Payouts'],
    }),
    /** Fetches a page of an identity document, by its version. → an object URL that shows it for as long as it is used */
    sellerDocument: build.query<string, { id: number; version: string | null; page: number }>({
      query: ({ id, page }) => ({
        ...call('GET /api/sellers/:id/verification', { params: { id }, query: { page } }),
        responseHandler: asObjectUrl,
      }),
      keepUnusedDataFor: 0,
      async onCacheEntryAdded(_, { cacheDataLoaded, cacheEntryRemoved }) {
        const loaded = await cacheDataLoaded.catch(() => null);
        await cacheEntryRemoved;
        if (loaded) URL.revokeObjectURL(loaded.data);
      },
    }),
    unsoldTracks: build.query<Answer<'GET /api/sellers/unsold-tracks'>, string>({
      query: (query) => call('GET /api/sellers/unsold-tracks', { query }),
      providesTags: ['SellerTracks', 'AdminProducts'],
    }),
  }),
});
