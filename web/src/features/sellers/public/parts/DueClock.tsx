import { timeWithZone } from '@shop/contracts/times';
import { cx } from '#lib/cx.ts';
import { useNow } from '#lib/time/use-now.ts';
import { dueText } from './due-clock';
import styles from './DueClock.module.css';

/** The time left until a promise, with the exact time as a tooltip. `what` is the promised thing, such as "Answer". */
export function DueClock({ dueAt, what }: { dueAt: string; what?: string }) {
  const now = useNow();
  const isLate = new Date(dueAt).getTime() < now;
  return (
    <time dateTime={dueAt} title={timeWithZone(dueAt)} className={cx(styles.clock, isLate && styles.late)}>
      {what ? `${what} ${dueText(dueAt, now)}` : dueText(dueAt, now)}
    </time>
  );
}
