import { adminApi } from '#lib/calls/admin-api.ts';
import { call, type Body } from '#lib/calls/call.ts';

export const {
  useBuyersQuery,
  useSaveBuyerMutation,
  useDeleteBuyerMutation,
  useSuspendBuyerMutation,
  useReinstateBuyerMutation,
} = adminApi.injectEndpoints({
  endpoints: (build) => ({
    /** `query` is page, limit, q and sort as a query string. */
    buyers: build.query({
      query: (query: string) => call('GET /api/users', { query }),
      providesTags: ['Buyers'],
    }),
    saveBuyer: build.mutation({
      query: ({ id, ...body }: { id: number } & Body<'PUT /api/users/:id'>) =>
        call('PUT /api/users/:id', { params: { id }, body }),
      invalidatesTags: ['Buyers', 'Sellers', 'AdminOrders', 'Dashboard', 'AuditLog'],
    }),
    suspendBuyer: build.mutation({
      query: ({ id, ...body }: { id: number } & Body<'POST /api/users/:id/suspension'>) =>
        call('POST /api/users/:id/suspension', { params: { id }, body }),
      invalidatesTags: ['Buyers', 'AdminOrders', 'Dashboard', 'AuditLog'],
    }),
    reinstateBuyer: build.mutation({
      query: (id: number) => call('DELETE /api/users/:id/suspension', { params: { id } }),
      invalidatesTags: ['Buyers', 'AuditLog'],
    }),
    deleteBuyer: build.mutation({
      query: (id: number) => call('DELETE /api/users/:id', { params: { id } }),
      invalidatesTags: ['Buyers', 'Sellers', 'AdminOrders', 'Dashboard', 'AuditLog'],
    }),
  }),
});
