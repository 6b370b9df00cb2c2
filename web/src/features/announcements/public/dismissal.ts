import { ofTab } from '../../../lib/storage';

const KEY = 'announcementsDismissed';

/** Remembers that the visitor closed the announcements, so that they do not come again in this session. */
export const dismissal = {
  get: () => ofTab.get(KEY) !== null,
  keep: () => ofTab.set(KEY, '1'),
};
