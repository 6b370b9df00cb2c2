import { dateText } from '@shop/contracts/times';
import type { StatementView } from '@shop/contracts/views';
import type { ReactNode } from 'react';
import { Money } from '#ui/display/Money.tsx';
import styles from './Ledger.module.css';

export type StatementForm = 'pdf' | 'csv';

/** The months of a ledger, newest first; `file` is how one gets a statement. Nothing before the first sale. */
export function Statements({
  months,
  file,
}: {
  months: readonly StatementView[];
  file: (month: string, form: StatementForm) => ReactNode;
}) {
  if (months.length === 0) return null;
  return (
    <section className={styles.statements} aria-labelledby="statements">
      <h3 id="statements">Statements</h3>
      <ul>
        {months.map(({ month, closingCents, open }) => (
          <li key={month}>
            <span>
              {monthText(month)} {open && <span className="muted">so far</span>}
            </span>
            <span className="mono">
              <Money cents={closingCents} />
            </span>
            <span className={styles.buttons}>
              {file(month, 'pdf')} {file(month, 'csv')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** `2026-11` as "Nov 2026". */
export const monthText = (month: string) => dateText(`${month}-01`).replace(/^\d+ /, '');
