import { memo } from 'react';
import { Link } from 'react-router-dom';
import { cx } from '../../lib/cx';
import { paths } from '../../lib/paths';
import { Cover } from '../../ui/Cover';
import { Waveform } from '../../ui/Waveform';
import styles from './Product.module.css';
import { ProductBadges, ProjectIcon } from './ProductBadges';
import { ListButtons, PlayButton } from './ProductButtons';
import { Price, type ProductProps } from './ProductRow';
import { SeekArea } from './SeekArea';
import { spokenSound } from './spoken-sound';

/** One track with its cover first. */
export const ProductCard = memo(function ProductCard({
  product,
  current,
  playing,
  onPlay,
  onSeek,
  waveform,
  ...handlers
}: ProductProps) {
  return (
    <article
      className={cx(styles.card, current && styles.current)}
      aria-label={product.name}
      aria-current={current || undefined}
      data-track={product.id}
    >
      <div className={styles.cardCover}>
        <Link to={paths.track(product.id)} tabIndex={-1} aria-hidden>
          <Cover src={product.img} alt="" size="(max-width: 768px) 180px, 240px" />
        </Link>
        <div className={styles.cardBadges}>
          <ProductBadges product={product} />
        </div>
        <PlayButton product={product} playing={playing} onPlay={() => onPlay(product)} className={styles.cardPlay} />
      </div>
      <SeekArea className={styles.cardWave} onSeek={onSeek && ((part) => onSeek(product, part))}>
        {waveform ?? <Waveform wave={product.wave} />}
      </SeekArea>
      <div className={styles.titleLine}>
        <h3 className={styles.name} title={product.name}>
          <Link to={paths.track(product.id)} dir="auto">
            {product.name}
          </Link>
        </h3>
        <ProjectIcon name={product.project_name} />
      </div>
      <p className={styles.store}>
        <bdi>{product.store_name}</bdi> · {product.category}
      </p>
      <p className={styles.cardFacts}>
        <span className="visually-hidden">{spokenSound(product)}</span>
        <span aria-hidden>
          {product.bpm ?? '–'} bpm · {product.music_key || '–'}
        </span>
      </p>
      <div className={styles.cardFoot}>
        <Price product={product} />
        <ListButtons product={product} {...handlers} />
      </div>
    </article>
  );
});
