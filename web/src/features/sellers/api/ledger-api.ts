import { api } from '#lib/calls/api.ts';
import { asText } from '#lib/calls/as-text.ts';
import { call } from '#lib/calls/call.ts';

export const { useEarningsQuery, useLazyEarningsCsvQuery, useStatementsQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    /** A page of the seller's own ledger; `query` is page, limit and state as a query string. */
    earnings: build.query({
      query: ({ sellerId: id, query }: { sellerId: number; query: string }) =>
        call('GET /api/sellers/:id/ledger', { params: { id }, query }),
      providesTags: ['Ledger'],
    }),
    statements: build.query({
      query: (id: number) => call('GET /api/sellers/:id/statements', { params: { id } }),
      providesTags: ['Ledger'],
    }),
    /** All lines; `query` is state as a query string. */
    earningsCsv: build.query({
      query: ({ sellerId: id, query }: { sellerId: number; query: string }) => ({
        ...call('GET /api/sellers/:id/ledger.csv', { params: { id }, query }),
        responseHandler: asText,
      }),
      keepUnusedDataFor: 0,
    }),
  }),
});
