import { HOT_TRACKS } from '@shop/contracts/constants';
import type { ProductView } from '@shop/contracts/views';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { TrackCard } from '#features/catalog/public/tracks/TrackCard.tsx';
import { TrackRow } from '#features/catalog/public/tracks/TrackRow.tsx';
import { errorText } from '#lib/calls/api.ts';
import { paths } from '#lib/paths.ts';
import { Query } from '#ui/feedback/Query.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { useTrackProps } from '../../parts/use-track-props';
import { Section } from './Section';
import styles from './Tracks.module.css';

type Products = { data?: ProductView[]; error?: unknown; isFetching: boolean; refetch: () => unknown };

const NOTHING: ProductView[] = [];
const NEW_TRACKS = 6;
const failureText = (error: unknown) => `Error: ${errorText(error, 'The tracks could not be loaded. Please try again.')}`;

/** `products` are newest first. */
export function NewestTracks({ products }: { products: Products }) {
  const tracks = useMemo(() => (products.data ?? NOTHING).slice(0, NEW_TRACKS), [products.data]);
  const trackProps = useTrackProps(tracks);
  return (
    <Section title="New arrivals" link={<Link to={paths.shop}>All tracks</Link>}>
      <Query of={products} skeleton={<RowSkeletons />} errorText={failureText}>
        {(all) =>
          all.length === 0 ? (
            <p className="muted">Everything is sold at the moment. New ones are on their way.</p>
          ) : (
            <div className={`folds ${styles.rows}`}>
              {tracks.map((product) => (
                <TrackRow key={product.id} {...trackProps(product)} />
              ))}
            </div>
          )
        }
      </Query>
    </Section>
  );
}

/** The list of the newest tracks reports errors of loading for this one, too. */
export function HotTracks({ products }: { products: Products }) {
  const tracks = products.data ?? NOTHING;
  const trackProps = useTrackProps(tracks);
  if (products.data?.length === 0 || (products.error && !products.data)) return null;
  return (
    <Section title="Hot right now">
      <div className={styles.cards}>
        {products.data
          ? tracks.map((product) => <TrackCard key={product.id} {...trackProps(product)} />)
          : Array.from({ length: HOT_TRACKS }, (_, i) => <Skeleton key={i} height="auto" />)}
      </div>
    </Section>
  );
}

const RowSkeletons = () => (
  <div className={styles.rows}>
    {Array.from({ length: NEW_TRACKS }, (_, i) => (
      <div key={i} className={styles.ghost}>
        <Skeleton width="48px" height="48px" />
        <Skeleton width="60%" />
        <Skeleton width="80px" />
      </div>
    ))}
  </div>
);
