import { adminApi } from '#lib/calls/admin-api.ts';
import { asNamedFile } from '#lib/calls/as-object-url.ts';
import { asText } from '#lib/calls/as-text.ts';
import { call, type Body } from '#lib/calls/call.ts';
import { PAGE_ROWS } from '#lib/use-list-params.ts';

export const {
  usePayoutsQuery,
  useLazyPayoutsCsvQuery,
  useSellerLedgerQuery,
  useLazySellerLedgerCsvQuery,
  useRecordPayoutMutation,
  useReversePayoutMutation,
  useShowCardNumberMutation,
  useSellerStatementsQuery,
  useStatementFileMutation,
} = adminApi.injectEndpoints({
  endpoints: (build) => ({
    /** `query` is page, limit, q, sort and due as a query string. */
    payouts: build.query({
      query: (query: string) => call('GET /api/payouts', { query }),
      providesTags: ['Payouts'],
    }),
    payoutsCsv: build.query({
      query: (query: string) => ({ ...call('GET /api/payouts/list.csv', { query }), responseHandler: asText }),
    }),
    sellerLedger: build.query({
      query: ({ sellerId: id, page }: { sellerId: number; page: number }) =>
        call('GET /api/sellers/:id/ledger', { params: { id }, query: { page, limit: PAGE_ROWS } }),
      providesTags: ['Ledger'],
    }),
    sellerLedgerCsv: build.query({
      query: (id: number) => ({ ...call('GET /api/sellers/:id/ledger.csv', { params: { id } }), responseHandler: asText }),
    }),
    sellerStatements: build.query({
      query: (id: number) => call('GET /api/sellers/:id/statements', { params: { id } }),
      providesTags: ['Ledger'],
    }),
    /** A mutation, because its user revokes the object URL, which must not stay in the cache. */
    statementFile: build.mutation({
      query: ({ form, ...params }: { id: number; month: string; form: 'pdf' | 'csv' }) => ({
        ...(form === 'pdf'
          ? call('GET /api/sellers/:id/statements/:month.pdf', { params })
          : call('GET /api/sellers/:id/statements/:month.csv', { params })),
        responseHandler: asNamedFile,
      }),
    }),
    recordPayout: build.mutation({
      query: ({ sellerId: id, ...body }: Body<'POST /api/sellers/:id/payouts'> & { sellerId: number }) =>
        call('POST /api/sellers/:id/payouts', { params: { id }, body }),
      invalidatesTags: ['Payouts', 'Ledger', 'AuditLog', 'Dashboard'],
    }),
    showCardNumber: build.mutation({
      query: ({ sellerId: id, ...body }: { sellerId: number; reason: string }) =>
        call('POST /api/sellers/:id/card-number', { params: { id }, body }),
      invalidatesTags: ['AuditLog'],
    }),
    reversePayout: build.mutation({
      query: ({ payoutId: id, ...body }: { payoutId: number; reason: string }) =>
        call('POST /api/payouts/:id/reversal', { params: { id }, body }),
      invalidatesTags: ['Payouts', 'Ledger', 'AuditLog', 'Dashboard'],
    }),
  }),
});
