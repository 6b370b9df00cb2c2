import { adminApi } from '../../../lib/calls/admin-api';
import { call, type Answer } from '../../../lib/calls/call';

export const { useDashboardQuery } = adminApi.injectEndpoints({
  endpoints: (build) => ({
    /** The argument is how many days the series go back. */
    dashboard: build.query<Answer<'GET /api/admin/dashboard'>, number>({
      query: (days) => call('GET /api/admin/dashboard', { query: `days=${days}` }),
      providesTags: ['Dashboard'],
    }),
  }),
});
