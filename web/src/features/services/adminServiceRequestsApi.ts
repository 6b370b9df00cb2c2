import type { ServiceRequestState } from '@shop/contracts/constants';
import type { Page, ServiceRequestView } from '@shop/contracts/views';
import { asAdmin } from '../../lib/admin-session';
import { api } from '../../lib/api';

export const { useServiceRequestsQuery, useServiceRequestQuery, useSetRequestStateMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    /** `query` is page, limit, q, sort, service and state as a query string. */
    serviceRequests: build.query<Page<ServiceRequestView>, string>({
      query: (query) => `service-requests?${query}`,
      extraOptions: asAdmin,
      providesTags: ['ServiceRequests'],
    }),
    serviceRequest: build.query<ServiceRequestView, number>({
      query: (id) => `service-requests/${id}`,
      transformResponse: (answer: { data: ServiceRequestView }) => answer.data,
      extraOptions: asAdmin,
      providesTags: ['ServiceRequests'],
    }),
    setRequestState: build.mutation<unknown, { id: number; state: ServiceRequestState }>({
      query: ({ id, state }) => ({ url: `service-requests/${id}/state`, method: 'PUT', body: { state } }),
      extraOptions: asAdmin,
      invalidatesTags: ['ServiceRequests', 'AuditLog'],
    }),
  }),
});
