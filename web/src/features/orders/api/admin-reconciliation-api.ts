import type { LookedAtForm } from '@shop/contracts/forms';
import { asAdmin } from '../../../lib/calls/admin-session';
import { adminApi } from '../../../lib/calls/admin-api';
import { call, type Answer } from '../../../lib/calls/call';

export const { useDifferencesQuery, useLookAtDifferenceMutation, useReconcileMutation } = adminApi.injectEndpoints({
  endpoints: (build) => ({
    /** `query` is page, limit, q, sort and open as a query string. */
    differences: build.query<Answer<'GET /api/orders/differences'>, string>({
      query: (query) => call('GET /api/orders/differences', { query }),
      extraOptions: asAdmin,
      providesTags: ['Differences'],
    }),
    lookAtDifference: build.mutation<Answer<'POST /api/orders/differences/:id/look'>, LookedAtForm & { id: number }>({
      query: ({ id, ...body }) => call('POST /api/orders/differences/:id/look', { params: { id }, body }),
      extraOptions: asAdmin,
      invalidatesTags: ['Differences', 'Payouts', 'AuditLog', 'Dashboard'],
    }),
    reconcile: build.mutation<Answer<'POST /api/orders/reconciliation'>, void>({
      query: () => call('POST /api/orders/reconciliation'),
      extraOptions: asAdmin,
      // also after a refusal: the failure is shown above the list
      invalidatesTags: ['Differences', 'Payouts', 'Dashboard'],
    }),
  }),
});
