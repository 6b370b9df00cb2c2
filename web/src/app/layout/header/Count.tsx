import styles from './Header.module.css';

/** The number at the corner of an icon; nothing at zero. */
export function Count({ of }: { of: number }) {
  return of > 0 ? <span className={`mono ${styles.count}`}>{of}</span> : null;
}
