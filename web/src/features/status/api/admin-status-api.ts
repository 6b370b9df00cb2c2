import { adminApi } from '#lib/calls/admin-api.ts';
import { call, type Body } from '#lib/calls/call.ts';

export const { useStatusQuery, usePutBackMutation } = adminApi.injectEndpoints({
  endpoints: (build) => ({
    status: build.query({
      query: () => call('GET /api/admin/status'),
      providesTags: ['Status'],
    }),
    putBack: build.mutation({
      query: (body: Body<'POST /api/admin/status/put-back'>) => call('POST /api/admin/status/put-back', { body }),
      invalidatesTags: ['Status', 'AuditLog'],
    }),
  }),
});
