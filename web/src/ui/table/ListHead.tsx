import type { ReactNode } from 'react';
import styles from './ListHead.module.css';

/** The head of a list: title with the total, actions, and below them search and filters. */
export function ListHead({
  title,
  total,
  action,
  note,
  children,
}: {
  title: string;
  total?: number;
  action?: ReactNode;
  /** A note about the whole list, below the filters. */
  note?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <header className={styles.head}>
      <div className={styles.title}>
        <h1 dir="auto">
          {title}
          {total !== undefined && <span className={`mono ${styles.total}`}> {total.toLocaleString('en-US')}</span>}
        </h1>
        {action && <div className={styles.actions}>{action}</div>}
      </div>
      {children && <div className={styles.tools}>{children}</div>}
      {note && (
        <div className={styles.note} dir="auto">
          {note}
        </div>
      )}
    </header>
  );
}
