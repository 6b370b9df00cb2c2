import { watchers } from '../../../lib/watchers';

const { subscribe, tell } = watchers();
let at = 0;

/** When news of tracks was missed last. A search that was loaded before that may show tracks that are gone. */
export const missedNews = {
  subscribe,
  // when the clock is set back, what is loaded from now on is newer too
  get: () => (at = Math.min(at, Date.now())),
  happened() {
    at = Date.now();
    tell();
  },
};
