import { api } from '#lib/calls/api.ts';
import { call } from '#lib/calls/call.ts';

const TIMEOUT_MS = 5000;

export const { useActiveAnnouncementsQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    activeAnnouncements: build.query({
      query: () => call('GET /api/announcements/active', { timeout: TIMEOUT_MS }),
    }),
  }),
});
