import type { ReactNode } from 'react';
import styles from './TwoLines.module.css';

/** A cell with two lines: its value, and below it a detail in smaller type, such as a name and its address. */
export const TwoLines = ({ children, below }: { children: ReactNode; below: ReactNode }) => (
  <div className={styles.two}>
    <div dir="auto">{children}</div>
    <div dir="auto" className={styles.below}>
      {below}
    </div>
  </div>
);
