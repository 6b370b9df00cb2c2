import { isOnSale } from '@shop/contracts/pricing';
import type { ProductView } from '@shop/contracts/views';
import { memo, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { cx } from '../../lib/cx';
import { paths } from '../../lib/paths';
import { Cover } from '../../ui/Cover';
import { Money } from '../../ui/Money';
import { Waveform } from '../../ui/Waveform';
import styles from './Product.module.css';
import { ProductBadges, ProjectIcon } from './ProductBadges';
import { ListButtons, MixesWith, PlayButton, type ProductHandlers } from './ProductButtons';
import { SeekArea } from './SeekArea';
import { spokenSound } from './spoken-sound';

export type ProductProps = ProductHandlers & {
  product: ProductView;
  /** It is the player's track, playing or paused. */
  current: boolean;
  playing: boolean;
  onPlay: (product: ProductView) => void;
  /** Plays from a part of the track, 0 to 1: a click on the waveform. */
  onSeek?: (product: ProductView, part: number) => void;
  /** Instead of the plain waveform, while it plays. */
  waveform?: ReactNode;
};

const minutes = (seconds: number) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

/** One track in one line; in two lines on a phone. */
export const ProductRow = memo(function ProductRow({
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
      className={cx(styles.row, current && styles.current)}
      aria-label={product.name}
      aria-current={current || undefined}
      data-track={product.id}
    >
      <PlayButton product={product} playing={playing} onPlay={() => onPlay(product)} className={styles.rowPlay} />
      <div className={styles.rowCover}>
        <Cover src={product.img} alt="" size={48} />
      </div>
      <div className={styles.heard}>
        <div className={styles.titles}>
          <div className={styles.titleLine}>
            <h3 className={styles.name} title={product.name}>
              <Link to={paths.track(product.id)} dir="auto">
                {product.name}
              </Link>
            </h3>
            <ProductBadges product={product} short />
            <ProjectIcon name={product.project_name} />
          </div>
          <p className={styles.store}>
            <bdi>{product.store_name}</bdi> · {product.type} · <span className="mono">{minutes(product.duration)}</span>
          </p>
        </div>
        <SeekArea className={styles.wave} onSeek={onSeek && ((part) => onSeek(product, part))}>
          {waveform ?? <Waveform wave={product.wave} />}
        </SeekArea>
      </div>
      <div className={styles.facts}>
        <span className="visually-hidden">{spokenSound(product)}</span>
        <span className={styles.bpm} aria-hidden>
          {product.bpm ?? '–'}
          <span className={styles.unit}> bpm</span>
        </span>
        <span className={styles.key} aria-hidden>
          {product.music_key || '–'}
        </span>
        <span className={styles.genre}>{product.category}</span>
      </div>
      <Price product={product} />
      <div className={styles.rowButtons}>
        {product.bpm && product.music_key && <MixesWith id={product.id} name={product.name} />}
        <ListButtons product={product} {...handlers} />
      </div>
    </article>
  );
});

/** Whole dollars (decision 22), with what it cost before when it is on sale. */
export function Price({ product }: { product: ProductView }) {
  return (
    <p className={styles.price}>
      {isOnSale(product) && product.old_price !== null && (
        <s className={styles.old}>
          <span className="visually-hidden">was </span>
          <Money dollars={product.old_price} whole />
        </s>
      )}
      <Money dollars={product.price} whole />
    </p>
  );
}
