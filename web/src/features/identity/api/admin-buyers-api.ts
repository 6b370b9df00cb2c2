import { adminApi } from '../../../lib/calls/admin-api';
import { call, type Answer, type Body } from '../../../lib/calls/call';

export const {
  useBuyersQuery,
  useSaveBuyerMutation,
  useDeleteBuyerMutation,
  useSuspendBuyerMutation,
  useReinstateBuyerMutation,
} = adminApi.injectEndpoints({
  endpoints: (build) => ({
    /** `query` is page, limit, q and sort as a query string. */
    buyers: build.query<Answer<'GET /api/users'>, string>({
      query: (query) => call('GET /api/users', { query }),
      providesTags: ['Buyers'],
    }),
    saveBuyer: build.mutation<Answer<'PUT /api/users/:id'>, { id: number } & Body<'PUT /api/users/:id'>>({
      query: ({ id, ...body }) => call('PUT /api/users/:id', { params: { id }, body }),
      invalidatesTags: ['Buyers', 'Sellers', 'AdminOrders', 'Dashboard', 'AuditLog'],
    }),
    suspendBuyer: build.mutation<
      Answer<'POST /api/users/:id/suspension'>,
      { id: number } & Body<'POST /api/users/:id/suspension'>
    >({
      query: ({ id, ...body }) => call('POST /api/users/:id/suspension', { params: { id }, body }),
      invalidatesTags: ['Buyers', 'AdminOrders', 'Dashboard', 'AuditLog'],
    }),
    reinstateBuyer: build.mutation<Answer<'DELETE /api/users/:id/suspension'>, number>({
      query: (id) => call('DELETE /api/users/:id/suspension', { params: { id } }),
      invalidatesTags: ['Buyers', 'AuditLog'],
    }),
    deleteBuyer: build.mutation<Answer<'DELETE /api/users/:id'>, number>({
      query: (id) => call('DELETE /api/users/:id', { params: { id } }),
      invalidatesTags: ['Buyers', 'Sellers', 'AdminOrders', 'Dashboard', 'AuditLog'],
    }),
  }),
});
