import { useEffect, useSyncExternalStore } from 'react';
import { watchers } from '#lib/watchers.ts';
import type { useSearchTracksInfiniteQuery } from './catalog-api';

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

/**
 * Loads a shown search again if it was loaded before this page missed news of tracks, even when Back leads to it only later.
 * @returns whether that is still to be done
 */
export function useFreshAfterMissedNews(pages: ReturnType<typeof useSearchTracksInfiniteQuery>): boolean {
  const missedAt = useSyncExternalStore(missedNews.subscribe, missedNews.get, missedNews.get);
  const { refetch, isFetching, startedTimeStamp = missedAt } = pages;
  const isOld = startedTimeStamp < missedAt;
  useEffect(() => {
    if (isOld && !isFetching) void refetch();
  }, [isOld, isFetching, refetch]);
  return isOld;
}
