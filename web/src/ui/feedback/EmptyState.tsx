import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';

/** The text of a page without content, with the next step. */
export function EmptyState({ title, action, children }: { title: string; action?: ReactNode; children?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <h2 dir="auto">{title}</h2>
      {children && <p className="muted">{children}</p>}
      {action}
    </div>
  );
}
