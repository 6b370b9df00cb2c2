import type { ReactNode } from 'react';
import styles from './Section.module.css';

/** A part of the home page: its heading, a link at the right, its content. */
export function Section({ title, link, children }: { title: string; link?: ReactNode; children: ReactNode }) {
  return (
    <section className={`wrap ${styles.section}`}>
      <div className={styles.head}>
        <h2 dir="auto">{title}</h2>
        {link}
      </div>
      {children}
    </section>
  );
}
