const KEY = 'announcementsDismissed';

/** Whoever closed the announcements does not see them again in this session. */
export const dismissal = {
  get: () => sessionStorage.getItem(KEY) !== null,
  keep: () => sessionStorage.setItem(KEY, '1'),
};
