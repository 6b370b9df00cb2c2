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

/** Covers above two lines and a foot, in the shape of the tracks of a wall. `className` is the wall's grid. */
export const CoverSkeletons = ({ count, className }: { count: number; className: string | undefined }) => (
  <div className={className}>
    {Array.from({ length: Math.min(count, 8) }, (_, i) => (
      <div key={i} className={styles.cover}>
        <Skeleton height="auto" />
        <Skeleton width="70%" height="16px" />
        <Skeleton width="40%" height="12px" />
        <Skeleton width="55%" height="20px" />
      </div>
    ))}
  </div>
);
