import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import styles from './TrackDetails.module.css';

export const TrackSkeleton = () => (
  <div className={`wrap ${styles.page}`} role="status" aria-label="Loading the track">
    <div className={styles.top}>
      <div className={styles.ghostCover}>
        <Skeleton height="100%" />
      </div>
      <div className={styles.main}>
        <Skeleton width="30%" />
        <Skeleton width="80%" height="56px" />
        <Skeleton height="96px" />
        <Skeleton width="60%" />
      </div>
    </div>
  </div>
);
