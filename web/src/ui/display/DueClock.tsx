import { timeWithZone } from '@shop/contracts/times';
import { cx } from '#lib/cx.ts';
import { useNow } from '#lib/time/use-now.ts';
import styles from './DueClock.module.css';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The distance to a promised time in a suitable unit, and whether the time has passed. */
function clockOf(dueAt: string, now: number): { late: boolean; distance: string } {
  const msLeft = new Date(dueAt).getTime() - now;
  return { late: msLeft < 0, distance: distanceOf(Math.abs(msLeft)) };
}

function distanceOf(ms: number): string {
  if (ms < HOUR) return `${Math.max(1, Math.floor(ms / MINUTE))} min`;
  return ms < 3 * DAY ? `${Math.floor(ms / HOUR)} h` : `${Math.floor(ms / DAY)} days`;
}

/** "due in 5 h", "overdue by 40 min". */
export function dueText(dueAt: string, now: number): string {
  const { late, distance } = clockOf(dueAt, now);
  return late ? `overdue by ${distance}` : `due in ${distance}`;
}

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
