import { Skeleton } from './Skeleton';
import styles from './ListSkeleton.module.css';

/** Rows in the shape of a cart's lines. */
export function ListSkeleton({ rows }: { rows: number }) {
  return (
    <div>
      {Array.from({ length: Math.min(rows, 6) }, (_, i) => (
        <div key={i} className={styles.row}>
          <Skeleton height="64px" />
          <div>
            <Skeleton width="40%" height="16px" />
            <Skeleton width="60%" height="12px" />
          </div>
        </div>
      ))}
    </div>
  );
}
