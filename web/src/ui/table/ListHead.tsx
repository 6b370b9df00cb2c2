import type { ReactNode } from 'react';
import { lastWhileFetching } from '#lib/last-while-fetching.ts';
import styles from './ListHead.module.css';
import { SavedViews } from './SavedViews';

type PageOfList = { pagination: { total: number } };

/** The title with the total of the query `of`, actions, and below them search, filters and the views that the admin saved of them. */
export function ListHead({
  title,
  of,
  action,
  note,
  children,
}: {
  title: string;
  of?: { data?: PageOfList; currentData?: PageOfList; isFetching: boolean };
  action?: ReactNode;
  /** A note about the whole list, below the filters. */
  note?: ReactNode;
  children?: ReactNode;
}) {
  const total = of && lastWhileFetching(of).data?.pagination.total;
  return (
    <header className={styles.head}>
      <div className={styles.title}>
        <h1 dir="auto">
          {title}
          {total !== undefined && <span className={`mono ${styles.total}`}> {total.toLocaleString('en-US')}</span>}
        </h1>
        {action && <div className={styles.actions}>{action}</div>}
      </div>
      {children && (
        <div className={styles.tools}>
          {children}
          {of && <SavedViews />}
        </div>
      )}
      {note && (
        <div className={styles.note} dir="auto">
          {note}
        </div>
      )}
    </header>
  );
}
