import type { ReactNode } from 'react';
import styles from './RowActions.module.css';

/** What can be done with a row, in one line; on a phone in as many as it takes. */
export const RowActions = ({ children }: { children: ReactNode }) => <div className={styles.actions}>{children}</div>;
