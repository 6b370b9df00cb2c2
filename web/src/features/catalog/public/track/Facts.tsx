import { keyText } from '@shop/contracts/finding';
import type { ProductView } from '@shop/contracts/views';
import { minutesOf } from '#lib/time/minutes.ts';
import styles from './TrackDetails.module.css';

/** The figures that a DJ looks for. */
export function Facts({ track }: { track: ProductView }) {
  const facts: [name: string, value: string | number][] = [
    ['BPM', track.bpm ?? 'N/A'],
    ['Key', keyText(track) || 'N/A'],
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
