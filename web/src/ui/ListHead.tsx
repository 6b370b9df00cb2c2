import type { ReactNode } from 'react';
import styles from './ListHead.module.css';

/** Above a list: its title with the total, what one can do, and below them search and filters. */
export function ListHead({
  title,
  total,
  action,
  children,
}: {
  title: string;
  total?: number | undefined;
  action?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <header className={styles.head}>
      <div className={styles.title}>
        <h1>
          {title}
          {total !== undefined && <span className={`mono ${styles.total}`}> {total.toLocaleString('en-US')}</span>}
        </h1>
        {action && <div className={styles.actions}>{action}</div>}
      </div>
      {children && <div className={styles.tools}>{children}</div>}
    </header>
  );
}
