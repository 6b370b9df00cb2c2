import type { FindingLevel } from '@shop/contracts/constants';
import type { PackageReport as Report } from '@shop/contracts/views';
import { minutesOf } from '#lib/time/minutes.ts';
import styles from './Packages.module.css';

const VERDICTS: Record<Report['verdict'], string> = {
  pass: 'Everything is as the upload guide asks.',
  notes: 'Your files can be sent. Something to know:',
  warnings: 'Your files can be sent. Please read the warnings:',
  fails: 'Your files cannot be sent yet. Please correct this:',
};
const REVIEWED: Record<Report['verdict'], string> = {
  pass: 'The check found nothing.',
  notes: 'The check found nothing but notes.',
  warnings: 'The check found warnings.',
  fails: 'The check found what must be corrected.',
};
const GROUPS: [FindingLevel, string][] = [
  ['fail', 'Must be corrected'],
  ['warning', 'Warnings'],
  ['note', 'Notes'],
];

/** What the check has found, the heaviest first, each with what to do; `reviewed` speaks to a reviewer instead of the maker. */
export function PackageReport({ report, reviewed = false }: { report: Report; reviewed?: boolean }) {
  return (
    <section className={styles.report} aria-label="What the check found">
      <p role="status">
        <strong>{(reviewed ? REVIEWED : VERDICTS)[report.verdict]}</strong>
      </p>
      {GROUPS.map(([level, heading]) => {
        const findings = report.findings.filter((one) => one.level === level);
        if (findings.length === 0) return null;
        return (
          <div key={level} data-level={level}>
            <h3>{`${heading} (${findings.length})`}</h3>
            <ul>
              {findings.map(({ code, file, atSeconds, text, todo }, at) => (
                <li key={`${code} ${file ?? ''} ${at}`} dir="auto">
                  {text} {todo}
                  {atSeconds !== undefined && <span className="mono"> at {minutesOf(atSeconds)}</span>}
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </section>
  );
}
