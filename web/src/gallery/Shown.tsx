import type { ReactNode } from 'react';
import styles from './Gallery.module.css';

export const Specimen = ({ name, children }: { name: string; children: ReactNode }) => (
  <section className={styles.shown} aria-label={name}>
    <h3 dir="auto">{name}</h3>
    <div className={styles.states}>{children}</div>
  </section>
);

export const Wide = ({ children }: { children: ReactNode }) => <div className={styles.wide}>{children}</div>;
