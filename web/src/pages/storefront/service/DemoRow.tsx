import type { ReactNode } from 'react';
import type { Playable } from '#features/player/public/playable.ts';
import { cx } from '#lib/cx.ts';
import { minutesOf } from '#lib/time/minutes.ts';
import { Badge } from '#ui/display/Badge.tsx';
import { ClippedText } from '#ui/display/ClippedText.tsx';
import { Cover } from '#ui/display/Cover.tsx';
import { PlayButton } from '#ui/action/PlayButton.tsx';
import { Waveform } from '#ui/display/Waveform.tsx';
import styles from './DemoTracks.module.css';

/** A demo track without price, tempo and key. */
export function DemoRow({
  track,
  current,
  playing,
  onPlay,
  waveform,
}: {
  track: Playable;
  current: boolean;
  playing: boolean;
  onPlay: () => void;
  waveform: ReactNode;
}) {
  return (
    <article className={cx(styles.row, current && styles.current)} aria-label={track.name} aria-current={current || undefined}>
      <PlayButton name={track.name} playing={playing} filled className={styles.play} onClick={onPlay} />
      <Cover src={track.img} alt="" size={48} />
      <div className={styles.titles}>
        <ClippedText as="h4" title={track.name}>
          {track.name}
        </ClippedText>
        <p>
          <Badge tone="signal">DEMO</Badge> <span className="mono">{minutesOf(track.duration)}</span>
        </p>
      </div>
      <div className={styles.wave}>{waveform ?? <Waveform wave={track.wave} />}</div>
    </article>
  );
}
