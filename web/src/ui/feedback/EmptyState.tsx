import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';

/** What a page says when there is nothing yet, and what to do next. */
export function EmptyState({ title, action, children }: { title: string; action?: ReactNode; children?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <h2 dir="auto">{title}</h2>
      {children && <p className="muted">{children}</p>}
      {action}
    </div>
  );
}
