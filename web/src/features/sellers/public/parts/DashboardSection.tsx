import { useId, type ReactNode } from 'react';
import { cx } from '#lib/cx.ts';
import styles from './SellerDashboard.module.css';

/** `mark` stands beside the heading, `action` at the end of its line. */
export function DashboardSection({
  title,
  mark,
  action,
  wide = false,
  children,
}: {
  title: string;
  mark?: ReactNode;
  action?: ReactNode;
  wide?: boolean;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={cx(styles.section, wide && styles.wide)} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} dir="auto">
          {title}
        </h2>
        {mark}
        {action && <div className={styles.action}>{action}</div>}
      </div>
      {children}
    </section>
  );
}
