import { SKELETON_COUNT } from '@shop/contracts/constants';
import { cx } from '#lib/cx.ts';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import styles from './TrackList.module.css';

/** The headings of the columns, hidden from screen readers because each row names its values itself. */
export function TrackListHead() {
  return (
    <div className={styles.head} aria-hidden>
      <span />
      <span />
      <span>Track</span>
      <span />
      <span className={styles.right}>BPM</span>
      <span>Key</span>
      <span className={styles.genre}>Genre</span>
      <span className={styles.right}>Price</span>
      <span />
    </div>
  );
}

const Wide = ({ width }: { width: string }) => (
  <span className={styles.wide}>
    <Skeleton width={width} height="14px" />
  </span>
);

/** Six grey rows in place of the tracks that are loading. */
export function TrackListSkeleton() {
  return (
    <div role="status" aria-label="Loading tracks">
      {Array.from({ length: SKELETON_COUNT }, (_, i) => (
        <div key={i} className={styles.bars} data-testid="skeleton">
          <span className={styles.wide} />
          <Skeleton width="48px" height="48px" />
          <span>
            <Skeleton width={`${40 + ((i * 17) % 40)}%`} height="16px" />
            <span style={{ display: 'block', height: 6 }} />
            <Skeleton width="30%" height="12px" />
          </span>
          <Wide width="100%" />
          <Wide width="32px" />
          <Wide width="20px" />
          <span className={cx(styles.wide, styles.genre)}>
            <Skeleton width="80px" height="14px" />
          </span>
          <Skeleton width="48px" height="14px" />
          <Wide width="72px" />
        </div>
      ))}
    </div>
  );
}
