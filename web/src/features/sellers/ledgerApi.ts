import type { LedgerView } from '@shop/contracts/views';
import { api } from '../../lib/api';

export const { useEarningsQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    /** A page of the seller's own ledger; `query` is page, limit and state as a query string. */
    earnings: build.query<LedgerView, { sellerId: number; query: string }>({
      query: ({ sellerId, query }) => `sellers/${sellerId}/ledger?${query}`,
      providesTags: ['Ledger'],
    }),
  }),
});
