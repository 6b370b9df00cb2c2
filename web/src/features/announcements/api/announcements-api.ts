import { api } from '../../../lib/calls/api';
import { call, type Answer } from '../../../lib/calls/call';

const TIMEOUT_MS = 5000;

export const { useActiveAnnouncementsQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    activeAnnouncements: build.query<Answer<'GET /api/announcements/active'>, void>({
      query: () => call('GET /api/announcements/active', { timeout: TIMEOUT_MS }),
    }),
  }),
});
