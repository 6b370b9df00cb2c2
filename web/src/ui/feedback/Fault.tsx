import type { ReactNode } from 'react';
import styles from './Fault.module.css';

/** Why something was not done, announced when it appears; without words nothing is drawn. */
export const Fault = ({ children }: { children: ReactNode }) =>
  children ? (
    <p dir="auto" className={styles.fault} role="alert">
      {children}
    </p>
  ) : null;
