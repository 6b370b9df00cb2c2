import type { ReactNode } from 'react';
import { lastWhileFetching } from '#lib/last-while-fetching.ts';
import styles from './ListHead.module.css';

type Counted = { pagination: { total: number } };

/** The title with the total of the query `of`, actions, and below them search and filters. */
export function ListHead({
  title,
  of = { isFetching: false },
  action,
  note,
  children,
}: {
  title: string;
  of?: { data?: Counted; currentData?: Counted; isFetching: boolean };
  action?: ReactNode;
  /** A note about the whole list, below the filters. */
  note?: ReactNode;
  children?: ReactNode;
}) {
  const total = lastWhileFetching(of).data?.pagination.total;
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
