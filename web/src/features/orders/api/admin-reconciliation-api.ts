import type { LookedAtForm } from '@shop/contracts/forms';
import { adminApi } from '../../../lib/calls/admin-api';
import { call, type Answer } from '../../../lib/calls/call';

export const { useDifferencesQuery, useLookAtDifferenceMutation, useReconcileMutation } = adminApi.injectEndpoints({
  endpoints: (build) => ({
    /** `query` is page, limit, q, sort and open as a query string. */
    differences: build.query<Answer<'GET /api/orders/differences'>, string>({
      query: (query) => call('GET /api/orders/differences', { query }),
      providesTags: ['Differences'],
    }),
    lookAtDifference: build.mutation<Answer<'POST /api/orders/differences/:id/look'>, LookedAtForm & { id: number }>({
      query: ({ id, ...body }) => call('POST /api/orders/differences/:id/look', { params: { id }, body }),
      invalidatesTags: ['Differences', 'Payouts', 'AuditLog', 'Dashboard'],
    }),
    reconcile: build.mutation<Answer<'POST /api/orders/reconciliation'>, void>({
      query: () => call('POST /api/orders/reconciliation'),
      invalidatesTags: ['Differences', 'Payouts', 'Dashboard'],
    }),
  }),
});
