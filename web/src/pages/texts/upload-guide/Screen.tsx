import type { ReactNode } from 'react';
import styles from './Screens.module.css';

/** The window that frames all five examples: 800 by 480 units, title bar included. */
export function Screen({ label, title, children }: { label: string; title: string; children: ReactNode }) {
  return (
    <svg viewBox="0 0 800 480" className={styles.screen} role="img" aria-label={label}>
      <rect width="800" height="480" className={styles.ground} />
      <rect width="800" height="36" className={styles.bar} />
      {[0, 1, 2].map((i) => (
        <rect key={i} x={14 + i * 18} y="13" width="10" height="10" className={styles.dim} />
      ))}
      <text x="400" y="23" textAnchor="middle" className={styles.title}>
        {title}
      </text>
      {children}
    </svg>
  );
}

/** A row of a dialog: a setting and its value. `strong` marks the important ones. */
export function Setting({ y, name, value, strong = false }: { y: number; name: string; value: string; strong?: boolean }) {
  return (
    <g transform={`translate(0 ${y})`}>
      <text x="210" y="21" className={styles.name}>
        {name}
      </text>
      <rect x="380" y="0" width="210" height="32" className={strong ? styles.chosen : styles.box} />
      <text x="394" y="21" className={strong ? styles.strong : styles.value}>
        {value}
      </text>
    </g>
  );
}

/** Heights between 0 and 1 that look like sound, and are the same at every call. */
export function levels(count: number, seed: number): number[] {
  return Array.from({ length: count }, (_, i) => {
    const beat = 1 - ((i * 4) % 16) / 20;
    const grain = Math.abs(Math.sin((i + 1) * (seed + 1.7)) * Math.cos(i * 0.37 + seed));
    return Math.min(1, 0.15 + 0.55 * beat * grain + 0.3 * grain);
  });
}

export function Wave({ x, y, width, height, seed }: { x: number; y: number; width: number; height: number; seed: number }) {
  const bars = levels(Math.floor(width / 4), seed);
  const d = bars.map((level, i) => {
    const tall = Math.max(1, level * height);
    return `M${x + i * 4} ${(y + (height - tall) / 2).toFixed(1)}h2v${tall.toFixed(1)}h-2z`;
  });
  return <path d={d.join('')} />;
}
