import { memo, useId, type MouseEvent } from 'react';
import styles from './Waveform.module.css';

const HEIGHT = 32;
const STEP = 3;

/** Bars around the middle line, from pairs of hexadecimal digits. */
function wavePath(wave: string): string {
  const bytes = wave.match(/[\da-f]{2}/gi) ?? [];
  return bytes
    .map((byte, i) => {
      const height = Math.max(1, (parseInt(byte, 16) / 255) * HEIGHT);
      return `M${i * STEP} ${((HEIGHT - height) / 2).toFixed(1)}h2v${height.toFixed(1)}h-2z`;
    })
    .join('');
}

/** The small waveform of a list row. `wave` is 48 bytes as 96 hexadecimal digits; `progress` runs from 0 to 1. */
export const Waveform = memo(function Waveform({ wave, progress = 0 }: { wave: string; progress?: number }) {
  const clip = useId();
  const path = wavePath(wave);
  const width = (wave.length / 2) * STEP;
  return (
    <svg className={styles.wave} viewBox={`0 0 ${width} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
      <path d={path} />
      {progress > 0 && (
        <>
          <clipPath id={clip}>
            <rect width={width * progress} height={HEIGHT} />
          </clipPath>
          <path d={path} className={styles.played} clipPath={`url(#${clip})`} />
        </>
      )}
    </svg>
  );
});

/** The share of the track that a press on its waveform means: from the left end of the element (0) to the right one (1). */
export function shareAt({ currentTarget, clientX }: MouseEvent): number {
  const { left, width } = currentTarget.getBoundingClientRect();
  return width > 0 ? Math.min(Math.max((clientX - left) / width, 0), 1) : 0;
}
