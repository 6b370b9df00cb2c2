import type { ReactNode } from 'react';
import { cx } from '#lib/cx.ts';
import styles from './Badge.module.css';

export function Badge({ tone = 'plain', children }: { tone?: 'plain' | 'signal' | 'warm'; children: ReactNode }) {
  return (
    <span dir="auto" className={cx(styles.badge, styles[tone])}>
      {children}
    </span>
  );
}
