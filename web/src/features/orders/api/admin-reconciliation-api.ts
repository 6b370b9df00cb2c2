import type { LookedAtForm } from '@shop/contracts/forms';
import { adminApi } from '#lib/calls/admin-api.ts';
import { call } from '#lib/calls/call.ts';

export const { useDifferencesQuery, useLookAtDifferenceMutation, useReconcileMutation } = adminApi.injectEndpoints({
  endpoints: (build) => ({
    /** `query` is page, limit, q, sort and open as a query string. */
    differences: build.query({
      query: (query: string) => call('GET /api/orders/differences', { query }),
      providesTags: ['Differences'],
    }),
    lookAtDifference: build.mutation({
      query: ({ id, ...body }: LookedAtForm & { id: number }) =>
        call('POST /api/orders/differences/:id/look', { params: { id }, body }),
      invalidatesTags: ['Differences', 'Payouts', 'AuditLog', 'Dashboard'],
    }),
    reconcile: build.mutation({
      query: () => call('POST /api/orders/reconciliation'),
      invalidatesTags: ['Differences', 'Payouts', 'Dashboard'],
    }),
  }),
});
