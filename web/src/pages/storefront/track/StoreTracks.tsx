import type { ProductView } from '@shop/contracts/views';
import { useMemo } from 'react';
import { OLD_AFTER_S, useSearchTracksInfiniteQuery } from '#features/catalog/api/catalog-api.ts';
import { useFreshAfterMissedNews } from '#features/catalog/api/missed-news.ts';
import styles from './SimilarTracks.module.css';
import { SimilarTracks } from './SimilarTracks';

const MOST = 4;

/** Other tracks of the store, the newest first, without `shown`, which stand above. Words find also other tracks than the store's. */
export function StoreTracks({ track: { id, store_name }, shown }: { track: ProductView; shown: readonly ProductView[] }) {
  const query = useSearchTracksInfiniteQuery(new URLSearchParams({ q: store_name }).toString(), {
    refetchOnMountOrArgChange: OLD_AFTER_S,
  });
  useFreshAfterMissedNews(query);
  const { currentData, isError } = query;
  const tracks = useMemo(
    () =>
      (currentData?.pages ?? [])
        .flatMap(({ products }) => products)
        .filter((track) => track.store_name === store_name && track.id !== id && !shown.some((other) => other.id === track.id))
        .slice(0, MOST),
    [currentData, id, store_name, shown],
  );
  if (!currentData && !isError) return <div className={styles.place} aria-hidden />;
  return <SimilarTracks title={`More of ${store_name}`} similar={tracks} />;
}
