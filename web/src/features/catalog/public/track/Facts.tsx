import type { ProductView } from '@shop/contracts/views';
import type { ReactNode } from 'react';
import { minutesOf } from '#lib/time/minutes.ts';
import { KeyText } from '#ui/display/KeyText.tsx';
import styles from './TrackDetails.module.css';

/** The figures that a DJ looks for. */
export function Facts({ track }: { track: ProductView }) {
  const facts: [name: string, value: ReactNode][] = [
    ['BPM', track.bpm ?? 'N/A'],
    ['Key', <KeyText key="key" of={track} />],
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
