import { adminApi } from '#lib/calls/admin-api.ts';
import { call } from '#lib/calls/call.ts';

export const { useKnownRecordingsQuery } = adminApi.injectEndpoints({
  endpoints: (build) => ({
    knownRecordings: build.query({ query: (id: number) => call('GET /api/packages/:id/recordings', { params: { id } }) }),
  }),
});
