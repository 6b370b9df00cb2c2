import { adminApi } from '../../../lib/calls/admin-api';
import { asText } from '../../../lib/calls/as-text';
import { call, type Answer, type Body } from '../../../lib/calls/call';

export const {
  usePayoutsQuery,
  useLazyPayoutsCsvQuery,
  useSellerLedgerQuery,
  useLazySellerLedgerCsvQuery,
  useRecordPayoutMutation,
  useReversePayoutMutation,
  useShowCardNumberMutation,
} = adminApi.injectEndpoints({
  endpoints: (build) => ({
    /** `query` is page, limit, q, sort and due as a query string. */
    payouts: build.query<Answer<'GET /api/payouts'>, string>({
      query: (query) => call('GET /api/payouts', { query }),
      providesTags: ['Payouts'],
    }),
    payoutsCsv: build.query<string, string>({
      query: (query) => ({ ...call('GET /api/payouts/list.csv', { query }), responseHandler: asText }),
    }),
    sellerLedger: build.query<Answer<'GET /api/sellers/:id/ledger'>, { sellerId: number; page: number }>({
      query: ({ sellerId: id, page }) => call('GET /api/sellers/:id/ledger', { params: { id }, query: { page, limit: 10 } }),
      providesTags: ['Ledger'],
    }),
    sellerLedgerCsv: build.query<string, number>({
      query: (id) => ({ ...call('GET /api/sellers/:id/ledger.csv', { params: { id } }), responseHandler: asText }),
    }),
    recordPayout: build.mutation<
      Answer<'POST /api/sellers/:id/payouts'>,
      Body<'POST /api/sellers/:id/payouts'> & { sellerId: number }
    >({
      query: ({ sellerId: id, ...body }) => call('POST /api/sellers/:id/payouts', { params: { id }, body }),
      invalidatesTags: ['Payouts', 'Ledger', 'AuditLog', 'Dashboard'],
    }),
    showCardNumber: build.mutation<Answer<'POST /api/sellers/:id/card-number'>, { sellerId: number; reason: string }>({
      query: ({ sellerId: id, ...body }) => call('POST /api/sellers/:id/card-number', { params: { id }, body }),
      invalidatesTags: ['AuditLog'],
    }),
    reversePayout: build.mutation<Answer<'POST /api/payouts/:id/reversal'>, { payoutId: number; reason: string }>({
      query: ({ payoutId: id, ...body }) => call('POST /api/payouts/:id/reversal', { params: { id }, body }),
      invalidatesTags: ['Payouts', 'Ledger', 'AuditLog', 'Dashboard'],
    }),
  }),
});
