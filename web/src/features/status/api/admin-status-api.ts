import type { PutBackForm } from '@shop/contracts/forms';
import type { PutBackView, StatusView } from '@shop/contracts/views';
import { adminApi } from '../../../lib/calls/admin-api';
import { call } from '../../../lib/calls/call';

export const { useStatusQuery, usePutBackMutation } = adminApi.injectEndpoints({
  endpoints: (build) => ({
    /** The status of every service. */
    status: build.query<StatusView, void>({
      query: () => call('GET /api/admin/status'),
      providesTags: ['Status'],
    }),
    putBack: build.mutation<PutBackView, PutBackForm>({
      query: (body) => call('POST /api/admin/status/put-back', { body }),
      invalidatesTags: ['Status', 'AuditLog'],
    }),
  }),
});
