import type { ReactNode } from 'react';
import styles from './LegalPage.module.css';

export type LegalSection = { title: string; body: ReactNode };

/** The day on which the texts below were last changed. The three pages state the same rules, so they change together. */
const IN_FORCE = { iso: '2026-11-01', text: 'November 1, 2026' };

/** A page of the shop's rules: an introduction, then numbered sections with a table of contents beside them. */
export function LegalPage({ title, intro, sections }: { title: string; intro: ReactNode; sections: readonly LegalSection[] }) {
  return (
    <article className={`wrap ${styles.page}`}>
      <header className={styles.head}>
        <h1 dir="auto">{title}</h1>
        <p className="muted">
          In force since <time dateTime={IN_FORCE.iso}>{IN_FORCE.text}</time>
        </p>
        <p>{intro}</p>
      </header>
      <nav className={styles.contents} aria-label="Contents">
        <ol>
          {sections.map((section, i) => (
            <li key={section.title}>
              <a href={`#${anchorOf(i)}`} dir="auto">
                <span className="mono">{i + 1}</span> {section.title}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <div className={styles.sections}>
        {sections.map((section, i) => (
          <section key={section.title} id={anchorOf(i)} aria-labelledby={`${anchorOf(i)}-title`}>
            <h2 id={`${anchorOf(i)}-title`} dir="auto">
              <span className="mono">{i + 1}.</span> {section.title}
            </h2>
            {section.body}
          </section>
        ))}
      </div>
    </article>
  );
}

const anchorOf = (index: number) => `section-${index + 1}`;
