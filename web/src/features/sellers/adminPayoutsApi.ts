import type { PayoutForm } from '@shop/contracts/forms';
import type { LedgerView, PayoutsView, PayoutView } from '@shop/contracts/views';
import { asAdmin } from '../../lib/admin-session';
import { api } from '../../lib/api';

export const {
  usePayoutsQuery,
  useLazyPayoutsCsvQuery,
  useSellerLedgerQuery,
  useLazySellerLedgerCsvQuery,
  useRecordPayoutMutation,
  useReversePayoutMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    /** `query` is page, limit, q, sort and due as a query string. */
    payouts: build.query<PayoutsView, string>({
      query: (query) => `payouts?${query}`,
      extraOptions: asAdmin,
      providesTags: ['Payouts'],
    }),
    payoutsCsv: build.query<string, string>({
      query: (query) => ({ url: `payouts/list.csv?${query}`, responseHandler: 'text' }),
      extraOptions: asAdmin,
    }),
    sellerLedger: build.query<LedgerView, { sellerId: number; page: number }>({
      query: ({ sellerId, page }) => `sellers/${sellerId}/ledger?page=${page}&limit=10`,
      extraOptions: asAdmin,
      providesTags: ['Ledger'],
    }),
    sellerLedgerCsv: build.query<string, number>({
      query: (sellerId) => ({ url: `sellers/${sellerId}/ledger.csv`, responseHandler: 'text' }),
      extraOptions: asAdmin,
    }),
    recordPayout: build.mutation<{ data: PayoutView }, PayoutForm & { sellerId: number }>({
      query: ({ sellerId, ...body }) => ({ url: `sellers/${sellerId}/payouts`, method: 'POST', body }),
      extraOptions: asAdmin,
      // also after a refusal: somebody else may have been faster
      invalidatesTags: ['Payouts', 'Ledger', 'AuditLog', 'Dashboard'],
    }),
    reversePayout: build.mutation<unknown, { payoutId: number; reason: string }>({
      query: ({ payoutId, reason }) => ({ url: `payouts/${payoutId}/reversal`, method: 'POST', body: { reason } }),
      extraOptions: asAdmin,
      invalidatesTags: ['Payouts', 'Ledger', 'AuditLog', 'Dashboard'],
    }),
  }),
});
