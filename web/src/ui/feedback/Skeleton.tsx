import styles from './Skeleton.module.css';

/** A grey bar in the shape of the content that is loading. Sizes are CSS lengths. */
export function Skeleton({ width = '100%', height = '1em' }: { width?: string; height?: string }) {
  return <span className={styles.bar} style={{ width, height }} aria-hidden />;
}
