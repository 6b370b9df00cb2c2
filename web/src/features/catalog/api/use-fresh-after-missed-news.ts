import { useEffect, useSyncExternalStore } from 'react';
import type { useSearchTracksInfiniteQuery } from './catalog-api';
import { missedNews } from './missed-news';

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
