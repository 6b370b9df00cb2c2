import type { ReactNode } from 'react';
import { ClippedText } from '#ui/display/ClippedText.tsx';
import styles from './AdminRanking.module.css';

type Rank = { key: string | number; name: ReactNode; detail?: string; value: number; shown: string };

/** A ranking as bars with their numbers. The first bar is the longest. */
export function AdminRanking({ items, empty, tone }: { items: readonly Rank[]; empty: string; tone: 'signal' | 'warm' }) {
  if (items.length === 0) return <p className="muted">{empty}</p>;
  const most = Math.max(...items.map(({ value }) => value), 1);
  return (
    <ol className={styles.ranking}>
      {items.map(({ key, name, detail, value, shown }) => (
        <li key={key}>
          <ClippedText>{name}</ClippedText>
          <span className={`mono ${styles.value}`}>{shown}</span>
          {detail && <ClippedText className={styles.detail}>{detail}</ClippedText>}
          <span className={styles.track} aria-hidden>
            <span className={styles[tone]} style={{ width: `${Math.max(1, (value / most) * 100)}%` }} />
          </span>
        </li>
      ))}
    </ol>
  );
}
