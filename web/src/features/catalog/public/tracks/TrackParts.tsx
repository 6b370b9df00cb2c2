import { keysMix } from '@shop/contracts/finding';
import { isOnSale } from '@shop/contracts/pricing';
import type { ProductView } from '@shop/contracts/views';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { cx } from '#lib/cx.ts';
import { useAppSelector } from '#lib/hooks.ts';
import { paths } from '#lib/paths.ts';
import { ClippedText } from '#ui/display/ClippedText.tsx';
import { KeyText } from '#ui/display/KeyText.tsx';
import { Money } from '#ui/display/Money.tsx';
import { Waveform } from '#ui/display/Waveform.tsx';
import { RowBoundary } from '#ui/feedback/RowBoundary.tsx';
import styles from './Track.module.css';
import { ProjectIcon } from './TrackBadges';
import type { TrackHandlers } from './TrackButtons';
import { SeekArea } from './SeekArea';

export type TrackProps = TrackHandlers & {
  product: ProductView;
  /** Whether the player has this track, playing or paused. */
  current: boolean;
  playing: boolean;
  onPlay: (product: ProductView) => void;
  /** Plays the track from a part of it, 0 to 1, after a click on the waveform. */
  onSeek?: (product: ProductView, part: number) => void;
  /** In a feed: the place of the track, counted from 1, and the number of tracks. */
  place?: number;
  places?: number;
  /** Whether the cover is in sight from the start. */
  eager?: boolean;
  /** Replaces the plain waveform while the track plays. */
  waveform?: ReactNode;
};

type Frame = Pick<TrackProps, 'product' | 'current' | 'place' | 'places'> & {
  className: string | undefined;
  children: ReactNode;
};

export const TrackFrame = ({ product, current, place, places, className, children }: Frame) => (
  <article
    className={cx(className, current && styles.current)}
    aria-label={product.name}
    aria-posinset={place}
    aria-setsize={places}
    aria-current={current || undefined}
    data-track={product.id}
  >
    <RowBoundary instead={<p style={{ gridColumn: '1 / -1' }}>This track cannot be shown.</p>}>{children}</RowBoundary>
  </article>
);

/** The name, which links to the track's page, then `children`, and the icon of the project's program. */
export const TrackTitle = ({ product, children }: { product: ProductView; children?: ReactNode }) => (
  <div className={styles.titleLine}>
    <ClippedText as="h3" className={styles.name} title={product.name}>
      <Link to={paths.track(product.id)}>{product.name}</Link>
    </ClippedText>
    {children}
    <ProjectIcon name={product.project_name} />
  </div>
);

/** The store, and what else is said about the track: where there is too little room, the latter goes first. */
export const StoreLine = ({ product, children }: { product: ProductView; children: ReactNode }) => (
  <p className={styles.store}>
    <ClippedText>{product.store_name}</ClippedText>
    <span className={styles.beside}>
      <span className={styles.dot}> · </span>
      <ClippedText>{children}</ClippedText>
    </span>
  </p>
);

type Wave = Pick<TrackProps, 'product' | 'onSeek' | 'waveform'> & { className: string | undefined };

export const TrackWave = ({ product, onSeek, waveform, className }: Wave) => (
  <SeekArea className={className} onSeek={onSeek && ((part) => onSeek(product, part))}>
    {waveform ?? <Waveform wave={product.wave} />}
  </SeekArea>
);

/** The price in whole dollars, with the old price when the track is on sale. */
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

/** The key of a track in a list, marked while it mixes with the track that plays. */
export const Key = ({ track }: { track: ProductView }) => (
  <KeyText
    of={track}
    mixes={useAppSelector(
      ({ player: { current, playing } }) => playing && current !== null && current.id !== track.id && keysMix(current, track),
    )}
  />
);
