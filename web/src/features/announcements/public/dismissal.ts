import { inSessionStorage } from '#lib/storage.ts';

const KEY = 'announcementsDismissed';

/** Remembers that the visitor closed the announcements, so that they do not come again in this session. */
export const dismissal = {
  get: () => inSessionStorage((kept) => KEY in kept),
  keep: () => inSessionStorage((kept) => (kept[KEY] = '1')),
};
