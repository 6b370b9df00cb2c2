import { watchers } from '#lib/watchers.ts';

const { subscribe, tell } = watchers();
let at = 0;

/** When this page last missed news of tracks. A search that was loaded before may show tracks that are gone. */
export const missedNews = {
  subscribe,
  // After the clock was set back, `at` would lie in the future, and searches that load now would count as old.
  get: () => (at = Math.min(at, Date.now())),
  happened() {
    at = Date.now();
    tell();
  },
};
