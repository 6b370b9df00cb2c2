import type { LookedAtForm } from '@shop/contracts/forms';
import type { DifferencesView, ReconciliationView } from '@shop/contracts/views';
import { asAdmin } from '../../lib/admin-session';
import { api } from '../../lib/api';

export const { useDifferencesQuery, useLookAtDifferenceMutation, useReconcileMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    /** `query` is page, limit, q, sort and open as a query string. */
    differences: build.query<DifferencesView, string>({
      query: (query) => `orders/differences?${query}`,
      extraOptions: asAdmin,
      providesTags: ['Differences'],
    }),
    lookAtDifference: build.mutation<unknown, LookedAtForm & { id: number }>({
      query: ({ id, ...body }) => ({ url: `orders/differences/${id}/look`, method: 'POST', body }),
      extraOptions: asAdmin,
      invalidatesTags: ['Differences', 'Payouts', 'AuditLog', 'Dashboard'],
    }),
    reconcile: build.mutation<{ data: ReconciliationView }, void>({
      query: () => ({ url: 'orders/reconciliation', method: 'POST', body: {} }),
      extraOptions: asAdmin,
      // also after a refusal: that it failed stands above the list
      invalidatesTags: ['Differences', 'Payouts', 'Dashboard'],
    }),
  }),
});
