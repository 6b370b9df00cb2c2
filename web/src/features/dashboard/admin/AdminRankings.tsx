import { formatCents } from '@shop/contracts/pricing';
import type { DashboardView } from '@shop/contracts/views';
import { Link } from 'react-router-dom';
import { AdminRanking } from './AdminRanking';
import { useProductPage } from './use-product-page';
import styles from './AdminRankings.module.css';

type FiguresOf<Field extends keyof DashboardView> = NonNullable<DashboardView[Field]>;

export const AdminTopGenres = ({ topGenres }: Pick<FiguresOf<'sales'>, 'topGenres'>) => (
  <>
    <AdminRanking
      tone="warm"
      empty="No track was sold in this time."
      items={topGenres.map(({ category, tracks, revenueCents }) => ({
        key: category,
        name: category,
        detail: `${tracks} ${tracks === 1 ? 'track' : 'tracks'} sold`,
        value: revenueCents,
        shown: formatCents(revenueCents),
      }))}
    />
    {topGenres.length > 0 && <p className={styles.note}>Without service fees, which revenue includes.</p>}
  </>
);

export function AdminTopTracks({ tracks }: { tracks: FiguresOf<'topTracks'> }) {
  const productPage = useProductPage();
  return (
    <AdminRanking
      tone="signal"
      empty="Nothing was played yet."
      items={tracks.map(({ id, name, store_name, plays }) => ({
        key: id,
        name: <Link to={productPage({ id, name })}>{name}</Link>,
        detail: store_name,
        value: plays,
        shown: `${plays.toLocaleString('en-US')} ${plays === 1 ? 'play' : 'plays'}`,
      }))}
    />
  );
}
