import { adminApi } from '#lib/calls/admin-api.ts';
import { call } from '#lib/calls/call.ts';

export const { useDashboardQuery } = adminApi.injectEndpoints({
  endpoints: (build) => ({
    /** The argument is how many days the series go back. */
    dashboard: build.query({
      query: (days: number) => call('GET /api/admin/dashboard', { query: `days=${days}` }),
      providesTags: ['Dashboard'],
    }),
  }),
});
