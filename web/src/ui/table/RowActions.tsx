import type { ComponentProps, ReactNode } from 'react';
import { Button } from '../action/Button';
import styles from './RowActions.module.css';

/** The actions of a row, in one line; in a folded table in as many lines as needed. */
export const RowActions = ({ children }: { children: ReactNode }) => <div className={styles.actions}>{children}</div>;

/** An action of a row. Screen readers add `what`, because other rows have the same action. */
export const RowButton = ({ what, children, ...button }: ComponentProps<typeof Button> & { what: string; children: string }) => (
  <Button size="s" aria-label={`${children} ${what}`} {...button}>
    {children}
  </Button>
);
