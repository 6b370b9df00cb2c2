import type { AnnouncementView } from '@shop/contracts/views';
import { api } from '../../lib/api';

const TIMEOUT_MS = 5000;

export const { useActiveAnnouncementsQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    activeAnnouncements: build.query<AnnouncementView[], void>({
      query: () => ({ url: 'announcements/active', timeout: TIMEOUT_MS }),
    }),
  }),
});
