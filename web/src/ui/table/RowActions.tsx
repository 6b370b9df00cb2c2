import type { ReactNode } from 'react';
import styles from './RowActions.module.css';

/** The actions of a row, in one line; on a phone in as many lines as needed. */
export const RowActions = ({ children }: { children: ReactNode }) => <div className={styles.actions}>{children}</div>;
