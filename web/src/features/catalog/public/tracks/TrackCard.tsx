import { memo } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '#lib/paths.ts';
import { Cover } from '#ui/display/Cover.tsx';
import styles from './Track.module.css';
import { TrackBadges } from './TrackBadges';
import { ListButtons, PlayTrack } from './TrackButtons';
import { Key, Price, StoreLine, TrackFrame, TrackTitle, TrackWave, type TrackProps } from './TrackParts';

export const TrackCard = memo(function TrackCard({
  product,
  current,
  playing,
  onPlay,
  onSeek,
  waveform,
  place,
  places,
  eager = false,
  ...handlers
}: TrackProps) {
  return (
    <TrackFrame product={product} current={current} place={place} places={places} className={styles.card}>
      <div className={styles.cardCover}>
        <Link to={paths.track(product.id)} tabIndex={-1} aria-hidden>
          <Cover src={product.img} alt="" size="(max-width: 768px) 180px, 240px" eager={eager} />
        </Link>
        <div className={styles.cardBadges}>
          <TrackBadges product={product} />
        </div>
        <PlayTrack product={product} playing={playing} onPlay={() => onPlay(product)} className={styles.cardPlay} />
      </div>
      <TrackWave product={product} onSeek={onSeek} waveform={waveform} className={styles.cardWave} />
      <TrackTitle product={product} />
      <StoreLine product={product}>{product.category}</StoreLine>
      <p className={styles.cardFacts}>
        {product.bpm ?? 'N/A'} bpm · <Key track={product} />
      </p>
      <div className={styles.cardFoot}>
        <Price product={product} />
        <ListButtons product={product} {...handlers} />
      </div>
    </TrackFrame>
  );
});
