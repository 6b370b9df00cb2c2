import { useDeferredValue } from 'react';
import { OLD_AFTER_S, useHotTracksQuery, useSearchTracksInfiniteQuery } from '../../features/catalog/api/catalog-api';
import { Choices } from './home/Choices';
import { Hero } from './home/Hero';
import { Highlights } from './home/Highlights';
import { SellerBanner } from './home/SellerBanner';
import { Services } from './home/Services';
import { SoldOnceBanner } from './home/SoldOnceBanner';
import { HOT_TRACKS, HotTracks, NewestTracks } from './home/Tracks';

export function HomePage() {
  const search = useSearchTracksInfiniteQuery('', { refetchOnMountOrArgChange: OLD_AFTER_S });
  const newest = { ...search, data: search.data?.pages[0]?.products };
  const hot = useHotTracksQuery(HOT_TRACKS);
  // the lists are drawn after the record at the top, which visitors wait for
  const listed = useDeferredValue(newest.data);
  return (
    <>
      <Hero products={newest.data ?? (newest.error ? [] : undefined)} />
      <NewestTracks products={{ ...newest, data: listed }} />
      <SoldOnceBanner />
      <HotTracks products={hot} />
      <Services />
      <Highlights />
      <SellerBanner />
      <Choices />
    </>
  );
}
