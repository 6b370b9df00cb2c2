import type { ProductView } from '@shop/contracts/views';
import { useMemo } from 'react';
import { similarTo, type Model } from '../../../features/catalog/public/filters/mixing';
import { ProductCard } from '../../../features/catalog/public/tracks/ProductCard';
import { useTrackProps } from '../../parts/use-track-props';
import styles from './Track.module.css';

const MOST = 4;

/** Tracks that are similar to one. */
export function SimilarTracks({ title, model, products }: { title: string; model: Model; products: readonly ProductView[] }) {
  const similar = useMemo(() => similarTo(model, products, MOST), [model, products]);
  const trackProps = useTrackProps(similar);
  if (similar.length === 0) return null;
  return (
    <section className={`wrap ${styles.similar}`} aria-labelledby="similar">
      <h2 id="similar" dir="auto">
        {title}
      </h2>
      <div className={styles.cards}>
        {similar.map((product) => (
          <ProductCard key={product.id} {...trackProps(product)} />
        ))}
      </div>
    </section>
  );
}
