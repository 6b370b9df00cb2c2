import type { ServiceRequestState } from '@shop/contracts/constants';
import { adminApi } from '#lib/calls/admin-api.ts';
import { call } from '#lib/calls/call.ts';

export const { useServiceRequestsQuery, useServiceRequestQuery, useSetRequestStateMutation } = adminApi.injectEndpoints({
  endpoints: (build) => ({
    /** `query` is page, limit, q, sort, service and state as a query string. */
    serviceRequests: build.query({
      query: (query: string) => call('GET /api/service-requests', { query }),
      providesTags: ['ServiceRequests'],
    }),
    serviceRequest: build.query({
      query: (id: number) => call('GET /api/service-requests/:id', { params: { id } }),
      transformResponse: ({ data }) => data,
      providesTags: ['ServiceRequests'],
    }),
    setRequestState: build.mutation({
      query: ({ id, state }: { id: number; state: ServiceRequestState }) =>
        call('PUT /api/service-requests/:id/state', { params: { id }, body: { state } }),
      invalidatesTags: ['ServiceRequests', 'AuditLog'],
    }),
  }),
});
