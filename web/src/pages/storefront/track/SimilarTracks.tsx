import type { ProductView } from '@shop/contracts/views';
import { useId } from 'react';
import { TrackCard } from '#features/catalog/public/tracks/TrackCard.tsx';
import { useTrackProps } from '../../parts/use-track-props';
import styles from './SimilarTracks.module.css';

export function SimilarTracks({ title, similar }: { title: string; similar: readonly ProductView[] }) {
  const trackProps = useTrackProps(similar);
  const heading = useId();
  if (similar.length === 0) return null;
  return (
    <section className={`wrap ${styles.similar}`} aria-labelledby={heading}>
      <h2 id={heading} dir="auto">
        {title}
      </h2>
      <div className={styles.cards}>
        {similar.map((product) => (
          <TrackCard key={product.id} {...trackProps(product)} />
        ))}
      </div>
    </section>
  );
}
