import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import styles from './SellerDashboard.module.css';

/** Two grey rows in the shape of the list that is loading. */
export const RowSkeletons = () => (
  <div className={styles.waiting}>
    {[0, 1].map((row) => (
      <div key={row} className={styles.waitingRow}>
        <div>
          <Skeleton width="40%" height="16px" />
          <Skeleton width="60%" height="12px" />
        </div>
        <Skeleton width="88px" height="20px" />
      </div>
    ))}
  </div>
);
