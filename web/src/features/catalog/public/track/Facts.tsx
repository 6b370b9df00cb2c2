import { camelot } from '@shop/contracts/finding';
import type { ProductView } from '@shop/contracts/views';
import { minutesOf } from '../../../../lib/time/minutes';
import styles from './TrackDetails.module.css';

/** The figures that a DJ looks for. */
export function Facts({ track }: { track: ProductView }) {
  const place = camelot(track);
  const facts: [name: string, value: string | number][] = [
    ['BPM', track.bpm ?? 'N/A'],
    ['Key', [track.music_key || 'N/A', track.key_mode, place && `(${place})`].filter(Boolean).join(' ')],
    ['Length', minutesOf(track.duration)],
    ['Type', track.type],
    ['Plays', track.play_count],
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt dir="auto">{name}</dt>
          <dd className="mono">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
