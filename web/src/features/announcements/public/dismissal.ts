import { inSessionStorage } from '#lib/storage.ts';

const KEY = 'announcementsDismissed';

/** Remembers that the visitor closed the announcements, so that they do not come again in this session. */
export const dismissal = {
  get: () => inSessionStorage((storage) => KEY in storage),
  keep: () => inSessionStorage((storage) => (storage[KEY] = '1')),
};
