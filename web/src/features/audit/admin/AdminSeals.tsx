import { timeText } from '@shop/contracts/times';
import type { AuditLogView, SealChecksView } from '@shop/contracts/views';
import styles from './AdminSeals.module.css';
import { useSealChecksQuery } from '../api/admin-audit-api';

type Check = SealChecksView['data'][number];
type Head = { number: number; hash: string };

/**
 * The last seals of both journals, and whether the rows match them. An admin who keeps the last seals elsewhere also notices a
 * chain that was replaced as a whole (docs/product/administration.md#audit-log). `head` is the last seal of the audit log,
 * perhaps newer than the last check.
 */
export function AdminSeals({ head }: { head: AuditLogView['head'] }) {
  const checks = useSealChecksQuery(undefined, { refetchOnMountOrArgChange: true });
  const of = (journal: string) => checks.data?.data.find((check) => check.journal === journal);
  return (
    <ul className={styles.seals}>
      <Journal name="Audit log" head={head} at={head?.sealedAt} check={of('audit log')} />
      <Journal name="Ledger" head={of('ledger')?.head ?? null} check={of('ledger')} none="no seal when it was last read" />
    </ul>
  );
}

function Journal({
  name,
  head,
  at,
  check,
  none = 'no seal yet',
}: {
  name: string;
  head: Head | null;
  at?: string;
  check: Check | undefined;
  none?: string;
}) {
  return (
    <li>
      <span dir="auto">
        {name}: {head ? <Seal head={head} at={at} /> : none}
      </span>
      {check ? <LastCheck check={check} /> : <span>Not read again yet</span>}
    </li>
  );
}

const Seal = ({ head: { number, hash }, at }: { head: Head; at: string | undefined }) => (
  <>
    seal {number}
    {at && ` of ${timeText(at)}`}, <code title={hash}>{hash.slice(0, 12)}</code>
  </>
);

function LastCheck({ check: { checked_at: at, findings } }: { check: Check }) {
  if (findings.length === 0) return <span>Read again {timeText(at)}: all as it was sealed</span>;
  return (
    <strong className={styles.wrong} role="alert">
      Read again {timeText(at)}: {findings.join(' ')}
    </strong>
  );
}
