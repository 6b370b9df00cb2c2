import type { ReactNode } from 'react';
import styles from './Fault.module.css';

/** The reason for a failure, announced when it appears. Without text nothing is drawn. */
export const Fault = ({ children }: { children: ReactNode }) =>
  children ? (
    <p dir="auto" className={styles.fault} role="alert">
      {children}
    </p>
  ) : null;
