import { memo } from 'react';
import { minutesOf } from '#lib/time/minutes.ts';
import { ClippedText } from '#ui/display/ClippedText.tsx';
import { Cover } from '#ui/display/Cover.tsx';
import styles from './Track.module.css';
import { TrackBadges } from './TrackBadges';
import { ListButtons, MixesWith, PlayTrack } from './TrackButtons';
import { Key, Price, StoreLine, TrackFrame, TrackTitle, TrackWave, type TrackProps } from './TrackParts';

/** One track in one line; in two where that has no room, and in three on a phone. */
export const TrackRow = memo(function TrackRow({
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
    <TrackFrame product={product} current={current} place={place} places={places} className={styles.row}>
      <PlayTrack product={product} playing={playing} onPlay={() => onPlay(product)} className={styles.rowPlay} />
      <div className={styles.rowCover}>
        <Cover src={product.img} alt="" size={48} eager={eager} />
      </div>
      <div className={styles.heard}>
        <div className={styles.titles}>
          <TrackTitle product={product}>
            <TrackBadges product={product} short />
          </TrackTitle>
          <StoreLine product={product}>
            <span>{product.type} · </span>
            <span className="mono">{minutesOf(product.duration)}</span>
            {product.files && <span> · {product.files.stems} stems</span>}
          </StoreLine>
        </div>
        <TrackWave product={product} onSeek={onSeek} waveform={waveform} className={styles.wave} />
      </div>
      <div className={styles.facts}>
        <span className={styles.bpm}>
          {product.bpm ?? 'N/A'}
          <span className={styles.unit}> bpm</span>
        </span>
        <span className={styles.key}>
          <Key track={product} />
        </span>
        <ClippedText className={styles.genre}>{product.category}</ClippedText>
      </div>
      <Price product={product} />
      <div className={styles.rowButtons}>
        {product.bpm && product.music_key && <MixesWith id={product.id} name={product.name} />}
        <ListButtons product={product} {...handlers} />
      </div>
    </TrackFrame>
  );
});
