import { SELLER_PERCENT, type LedgerState } from '@shop/contracts/constants';
import { formatCents } from '@shop/contracts/pricing';
import { dateText } from '@shop/contracts/times';
import type { LedgerBalances, LedgerLineView } from '@shop/contracts/views';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '#lib/cx.ts';
import { Badge } from '#ui/display/Badge.tsx';
import { RowBoundary } from '#ui/feedback/RowBoundary.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import styles from './Ledger.module.css';

const STATES: Record<LedgerState, { label: string; tone: 'plain' | 'signal' | 'warm' }> = {
  owed: { label: 'Owed', tone: 'plain' },
  due: { label: 'Due', tone: 'signal' },
  held: { label: 'On hold', tone: 'warm' },
  paid: { label: 'Paid', tone: 'plain' },
  reversed: { label: 'Reversed', tone: 'warm' },
};

/** The balances of the ledger. `overpaidCents`, paid beyond what was earned, and `heldCents` appear only when they are not zero. */
export function Balances({ owedCents, dueCents, heldCents, paidCents, overpaidCents }: LedgerBalances) {
  const sums = [
    { label: 'Owed', cents: owedCents, note: 'sold, not yet due' },
    { label: 'Due', cents: dueCents, note: 'to be paid out now', strong: true },
    ...(heldCents > 0 ? [{ label: 'On hold', cents: heldCents, note: 'until a claim or dispute is decided' }] : []),
    { label: 'Paid', cents: paidCents, note: 'paid out so far' },
  ];
  return (
    <>
      <dl className={styles.sums}>
        {sums.map(({ label, cents, note, strong }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={cx('mono', styles.sum, strong && cents > 0 && styles.strong)}>{formatCents(cents)}</dd>
            <dd className={styles.note} dir="auto">
              {note}
            </dd>
          </div>
        ))}
      </dl>
      {overpaidCents > 0 && (
        <p className={styles.overpaid}>
          <b className="mono">{formatCents(overpaidCents)}</b> was paid out beyond what was earned, not counting refunded sales.
          The next sales make up for it.
        </p>
      )}
    </>
  );
}

export const BalancesSkeleton = () => (
  <div className={styles.waiting}>
    <Skeleton height="100%" />
  </div>
);

/** The lines of a ledger, newest first. Each opens to show its calculation. `actionOf` adds an action to a line. */
export function LedgerLines({
  lines,
  actionOf,
}: {
  lines: readonly LedgerLineView[];
  actionOf?: (line: LedgerLineView) => ReactNode;
}) {
  return (
    <ul className={styles.lines} aria-label="Ledger">
      {lines.map((line) => (
        <RowBoundary key={line.id}>
          <LedgerLine line={line} action={actionOf?.(line)} />
        </RowBoundary>
      ))}
    </ul>
  );
}

const LedgerLine = ({ line, action }: { line: LedgerLineView; action: ReactNode }) => (
  <li>
    <details className={styles.line}>
      <summary>
        <ChevronDown size={16} aria-hidden className={styles.arrow} />
        <span className={styles.what}>
          <span className={styles.title}>{titleOf(line)}</span>
          <span className={styles.when}>
            {dateText(line.on)}
            {(line.state === 'owed' || line.state === 'due') && line.dueOn && ` · due ${dateText(line.dueOn)}`}
          </span>
        </span>
        <span className={styles.state}>
          {line.state && <Badge tone={STATES[line.state].tone}>{STATES[line.state].label}</Badge>}
        </span>
        <span className={cx('mono', styles.amount, line.state === 'reversed' && styles.undone)}>
          {line.amountCents > 0 ? '+' : ''}
          {formatCents(line.amountCents)}
        </span>
      </summary>
      <div className={styles.why}>
        {line.share && <Shares share={line.share} />}
        {line.why.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {action}
      </div>
    </details>
  </li>
);

/** The calculation from the price to the seller's share. For a refund, the amounts that are taken back. */
function Shares({ share }: { share: NonNullable<LedgerLineView['share']> }) {
  const { grossCents, sellerDiscountCents, commissionCents, netCents } = share;
  const parts = [
    { label: 'Gross', text: formatCents(grossCents) },
    ...(sellerDiscountCents !== 0 ? [{ label: 'Coupon, your part', text: formatCents(-sellerDiscountCents) }] : []),
    { label: `Commission (${100 - SELLER_PERCENT}%)`, text: formatCents(-commissionCents) },
    { label: 'Yours', text: formatCents(netCents) },
  ];
  return (
    <dl className={styles.shares}>
      {parts.map(({ label, text }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="mono">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function titleOf({ kind, name, orderId, payout }: LedgerLineView): string {
  switch (kind) {
    case 'sale':
      return `${name} · order #${orderId}`;
    case 'refund':
      return `Refund of ${name} · order #${orderId}`;
    case 'part_refund':
      return `Part refund of ${name} · order #${orderId}`;
    case 'payout':
      return `Payout · ${payout?.reference}`;
    case 'payout_reversal':
      return `Payout taken back · ${payout?.reference}`;
  }
}
