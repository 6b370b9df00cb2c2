import type { ReactNode } from 'react';
import styles from './Beside.module.css';

/** A form with what it makes beside it, in sight while one scrolls; below it on a narrow screen. */
export const Beside = ({ children, preview, label = 'Preview' }: { children: ReactNode; preview: ReactNode; label?: string }) => (
  <div className={styles.beside}>
    {children}
    <section className={styles.preview} aria-label={label}>
      {preview}
    </section>
  </div>
);
