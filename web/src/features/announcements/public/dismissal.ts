const KEY = 'announcementsDismissed';

/** Remembers that the visitor closed the announcements, so that they do not come again in this session. */
export const dismissal = {
  get: () => sessionStorage.getItem(KEY) !== null,
  keep: () => sessionStorage.setItem(KEY, '1'),
};
