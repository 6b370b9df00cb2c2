import type { ServiceRequestState } from '@shop/contracts/constants';
import type { ServiceRequestView } from '@shop/contracts/views';
import { adminApi } from '../../../lib/calls/admin-api';
import { call, type Answer } from '../../../lib/calls/call';

export const { useServiceRequestsQuery, useServiceRequestQuery, useSetRequestStateMutation } = adminApi.injectEndpoints({
  endpoints: (build) => ({
    /** `query` is page, limit, q, sort, service and state as a query string. */
    serviceRequests: build.query<Answer<'GET /api/service-requests'>, string>({
      query: (query) => call('GET /api/service-requests', { query }),
      providesTags: ['ServiceRequests'],
    }),
    serviceRequest: build.query<ServiceRequestView, number>({
      query: (id) => call('GET /api/service-requests/:id', { params: { id } }),
      transformResponse: ({ data }: Answer<'GET /api/service-requests/:id'>) => data,
      providesTags: ['ServiceRequests'],
    }),
    setRequestState: build.mutation<Answer<'PUT /api/service-requests/:id/state'>, { id: number; state: ServiceRequestState }>({
      query: ({ id, state }) => call('PUT /api/service-requests/:id/state', { params: { id }, body: { state } }),
      invalidatesTags: ['ServiceRequests', 'AuditLog'],
    }),
  }),
});
