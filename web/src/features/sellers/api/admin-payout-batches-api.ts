import { adminApi } from '#lib/calls/admin-api.ts';
import { call } from '#lib/calls/call.ts';

export const {
  usePayoutBatchesQuery,
  usePayoutBatchQuery,
  useDraftPayoutBatchMutation,
  useApprovePayoutBatchMutation,
  useSendPayoutBatchMutation,
  useTakePayoutBackMutation,
  useCancelPayoutBatchMutation,
} = adminApi.injectEndpoints({
  endpoints: (build) => ({
    /** `query` is page and limit as a query string. */
    payoutBatches: build.query({
      query: (query: string) => call('GET /api/payout-batches', { query }),
      providesTags: ['Payouts'],
    }),
    payoutBatch: build.query({
      query: (id: number) => call('GET /api/payout-batches/:id', { params: { id } }),
      providesTags: ['Payouts'],
    }),
    draftPayoutBatch: build.mutation({
      query: () => call('POST /api/payout-batches', { body: {} }),
      invalidatesTags: ['Payouts', 'AuditLog'],
    }),
    approvePayoutBatch: build.mutation({
      query: ({ id, confirmedSellers }: { id: number; confirmedSellers: number[] }) =>
        call('POST /api/payout-batches/:id/approval', { params: { id }, body: { confirmedSellers } }),
      invalidatesTags: ['Payouts', 'AuditLog'],
    }),
    sendPayoutBatch: build.mutation({
      query: (id: number) => call('POST /api/payout-batches/:id/sending', { params: { id } }),
      invalidatesTags: ['Payouts', 'Ledger', 'AuditLog'],
    }),
    takePayoutBack: build.mutation({
      query: (params: { id: number; itemId: number }) =>
        call('POST /api/payout-batches/:id/items/:itemId/cancellation', { params }),
      invalidatesTags: ['Payouts', 'Ledger', 'AuditLog'],
    }),
    cancelPayoutBatch: build.mutation({
      query: (id: number) => call('POST /api/payout-batches/:id/cancellation', { params: { id } }),
      invalidatesTags: ['Payouts', 'AuditLog'],
    }),
  }),
});
