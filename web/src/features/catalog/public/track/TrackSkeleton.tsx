import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import styles from './TrackDetails.module.css';

export const TrackSkeleton = () => (
  <div className={`wrap ${styles.page} ${styles.sale}`} role="status" aria-label="Loading the track">
    <Skeleton width="60%" height="72px" />
    <Skeleton height="144px" />
    <div className={`${styles.sleeve} ${styles.ghostCover}`}>
      <Skeleton height="100%" />
    </div>
    <div className={styles.figures}>
      <Skeleton height="240px" />
    </div>
    <div className={styles.box}>
      <Skeleton height="240px" />
    </div>
  </div>
);
