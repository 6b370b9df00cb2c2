import type { FindingLevel } from '@shop/contracts/constants';
import type { PackageFinding, PackageReport as Report } from '@shop/contracts/views';
import type { ReactNode } from 'react';
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

type ReportProps = {
  report: Report;
  packageId: number;
  /** Speaks to a reviewer instead of the maker. */
  reviewed?: boolean;
  /** What a reviewer can do about a finding. */
  actsOn?: (finding: PackageFinding) => ReactNode;
};

/** What the check has found, the heaviest first, each with what to do. */
export function PackageReport({ report, packageId, reviewed = false, actsOn }: ReportProps) {
  const { verdict, findings } = report;
  const groups = GROUPS.map(([level, heading]) => ({
    level,
    heading,
    found: findings.filter((finding) => finding.level === level && !finding.overruled),
  }));
  const overruledFindings = findings.filter((finding) => finding.overruled);
  return (
    <section className={styles.report} aria-label="What the check found">
      <p role="status">
        <strong>{(reviewed ? REVIEWED : VERDICTS)[verdict]}</strong>
      </p>
      {[...groups, { level: 'overruled', heading: 'Overruled by a reviewer', found: overruledFindings }].map(
        ({ level, heading, found }) =>
          found.length > 0 && (
            <div key={level} data-level={level}>
              <h3>{`${heading} (${found.length})`}</h3>
              <ul>
                {found.map((finding, at) => (
                  <li key={`${finding.code} ${finding.file ?? ''} ${at}`} dir="auto">
                    {finding.atSeconds !== undefined && <span className="mono">{minutesOf(finding.atSeconds)} </span>}
                    {finding.text} {!finding.overruled && finding.todo}
                    {finding.overruled && (
                      <span className={styles.overruled}>
                        Stands, because: <span dir="auto">{finding.overruled.reason}</span>
                        {reviewed && <span className="muted"> (account {finding.overruled.by})</span>}
                      </span>
                    )}
                    {actsOn?.(finding)}
                  </li>
                ))}
              </ul>
            </div>
          ),
      )}
      {!reviewed && verdict === 'fails' && (
        <p className="muted">
          Is the check wrong? Write to us, and name package {packageId}: a reviewer can let a finding stand.
        </p>
      )}
    </section>
  );
}
