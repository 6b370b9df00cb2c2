import type { ReactNode } from 'react';
import { dateText } from '@shop/contracts/times';
import styles from './LegalPage.module.css';

export type LegalSection = { title: string; body: ReactNode };

type Props = { title: string; version?: string; since: string; intro: ReactNode; sections: readonly LegalSection[] };

/**
 * A page of the shop's rules: an introduction, then numbered sections with a table of contents beside them. `since` is the day on
 * which what it says last changed, as `2026-11-01`. People accept a text that has a `version`.
 */
export function LegalPage({ title, version, since, intro, sections }: Props) {
  return (
    <article className={`wrap ${styles.page}`}>
      <header className={styles.head}>
        <h1 dir="auto">{title}</h1>
        <p className="muted">
          {version !== undefined && <span>Version {version}. </span>}
          <span>In force since </span>
          <time dateTime={since}>{dateText(since)}</time>
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
