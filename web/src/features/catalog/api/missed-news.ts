import { watchers } from '../../../lib/watchers';

const { subscribe, tell } = watchers();
let at = 0;

/** When news of tracks was missed last. A search that was loaded before that may show tracks that are gone. */
export const missedNews = {
  subscribe,
  get: () => at,
  happened() {
    at = Date.now();
    tell();
  },
};
