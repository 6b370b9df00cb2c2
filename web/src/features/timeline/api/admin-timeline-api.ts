import { adminApi } from '#lib/calls/admin-api.ts';
import { asText } from '#lib/calls/as-text.ts';
import { call } from '#lib/calls/call.ts';

export const { useTimelineQuery, useLazyTimelineCsvQuery } = adminApi.injectEndpoints({
  endpoints: (build) => ({
    /** `query` is page, limit, about, type, q, from and to as a query string. */
    timeline: build.query({
      query: (query: string) => call('GET /api/timeline', { query }),
      providesTags: ['Timeline'],
    }),
    timelineCsv: build.query({
      query: (query: string) => ({ ...call('GET /api/timeline/list.csv', { query }), responseHandler: asText }),
    }),
  }),
});
