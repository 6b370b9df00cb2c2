import type { ReactNode } from 'react';
import styles from './Beside.module.css';

/** A form with its preview beside it, which stays in sight while the form scrolls. On a narrow screen the preview is below. */
export const Beside = ({ children, preview, label = 'Preview' }: { children: ReactNode; preview: ReactNode; label?: string }) => (
  <div className={styles.beside}>
    {children}
    <section className={styles.preview} aria-label={label}>
      {preview}
    </section>
  </div>
);
