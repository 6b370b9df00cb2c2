import { adminApi } from '../../../lib/calls/admin-api';
import { call, type Answer, type Body } from '../../../lib/calls/call';

export const { useStatusQuery, usePutBackMutation } = adminApi.injectEndpoints({
  endpoints: (build) => ({
    status: build.query<Answer<'GET /api/admin/status'>, void>({
      query: () => call('GET /api/admin/status'),
      providesTags: ['Status'],
    }),
    putBack: build.mutation<Answer<'POST /api/admin/status/put-back'>, Body<'POST /api/admin/status/put-back'>>({
      query: (body) => call('POST /api/admin/status/put-back', { body }),
      invalidatesTags: ['Status', 'AuditLog'],
    }),
  }),
});
