import { Skeleton } from './Skeleton';
import styles from './FormSkeleton.module.css';

export const FormSkeleton = () => (
  <div className={styles.fields} role="status" aria-label="Loading the form">
    {Array.from({ length: 6 }, (_, i) => (
      <Skeleton key={i} height="48px" />
    ))}
  </div>
);
