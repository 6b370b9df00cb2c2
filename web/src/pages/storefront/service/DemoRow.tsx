import { Pause, Play } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Playable } from '../../../features/player/playable';
import { cx } from '../../../lib/cx';
import { Badge } from '../../../ui/Badge';
import { Cover } from '../../../ui/Cover';
import { IconButton } from '../../../ui/IconButton';
import { Waveform } from '../../../ui/Waveform';
import styles from './DemoTracks.module.css';

const minutes = (seconds: number) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

/** A demo has no price, tempo or key (spec 2 §2): its name, and what one hears. */
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
      <IconButton label={`${playing ? 'Pause' : 'Play'} ${track.name}`} className={styles.play} onClick={onPlay}>
        {playing ? (
          <Pause size={20} fill="currentColor" strokeWidth={0} />
        ) : (
          <Play size={20} fill="currentColor" strokeWidth={0} />
        )}
      </IconButton>
      <Cover src={track.img} alt="" size={48} />
      <div className={styles.titles}>
        <h4 title={track.name}>{track.name}</h4>
        <p>
          <Badge tone="signal">DEMO</Badge> <span className="mono">{minutes(track.duration)}</span>
        </p>
      </div>
      <div className={styles.wave}>{waveform ?? <Waveform wave={track.wave} />}</div>
    </article>
  );
}
