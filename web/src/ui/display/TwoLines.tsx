import type { ReactNode } from 'react';
import styles from './TwoLines.module.css';

/** What a cell is about, and below it, smaller, what belongs to it: a name and its address. */
export const TwoLines = ({ children, below }: { children: ReactNode; below: ReactNode }) => (
  <div className={styles.two}>
    <div dir="auto">{children}</div>
    <div dir="auto" className={styles.below}>
      {below}
    </div>
  </div>
);
