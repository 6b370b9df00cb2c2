import { HOT_TRACKS } from '@shop/contracts/constants';
import { useDeferredValue } from 'react';
import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { catalogApi, OLD_AFTER_S, useHotTracksQuery, useSearchTracksInfiniteQuery } from '#features/catalog/api/catalog-api.ts';
import { useFreshAfterMissedNews } from '#features/catalog/api/missed-news.ts';
import { useAppSelector } from '#lib/hooks.ts';
import { paths } from '#lib/paths.ts';
import { Hero } from './home/Hero';
import { Highlights } from './home/Highlights';
import { SellerBanner } from './home/SellerBanner';
import { Services } from './home/Services';
import { SoldOnceBanner } from './home/SoldOnceBanner';
import { HotTracks, NewestTracks } from './home/Tracks';
import styles from './home/Cards.module.css';

/** Two names for the list of the newest tracks: that of the shop page, and one whose first page alone is ever loaded. */
const OF_THE_SHOP = '';
const OF_HOME = 'sort=newest';

export function HomePage() {
  const cachedPage = useAppSelector((state) => catalogApi.endpoints.searchTracks.select(OF_THE_SHOP)(state).data?.pages[0]);
  const isFirstGone = cachedPage !== undefined && cachedPage.from > 0; // the shop page was scrolled far
  const search = useSearchTracksInfiniteQuery(isFirstGone ? OF_HOME : OF_THE_SHOP, { refetchOnMountOrArgChange: OLD_AFTER_S });
  useFreshAfterMissedNews(search);
  const newest = { ...search, data: search.data?.pages[0]?.products };
  const hot = useHotTracksQuery(HOT_TRACKS);
  // Visitors wait for the record at the top, so the lists are drawn later.
  const deferredProducts = useDeferredValue(newest.data);
  return (
    <>
      <Hero products={newest.data ?? (newest.error ? [] : undefined)} />
      <NewestTracks products={{ ...newest, data: deferredProducts }} />
      <SoldOnceBanner />
      <HotTracks products={hot} />
      <Services />
      <Highlights />
      <SellerBanner />
      <Choices />
    </>
  );
}

const CHOICES = [
  { to: paths.service, title: 'I want it made for me', text: 'Tell us the sound you hear in your head.' },
  { to: paths.shop, title: 'I want it finished', text: 'Find it, play it, own it today.' },
];

function Choices() {
  return (
    <section className={`wrap ${styles.choices}`} aria-label="Where to go next">
      {CHOICES.map(({ to, title, text }) => (
        <Link key={to} to={to} className={styles.choice}>
          <h2 dir="auto">{title}</h2>
          <p>
            {text} <ArrowRight size={20} aria-hidden />
          </p>
        </Link>
      ))}
    </section>
  );
}
