import { dateText } from '@shop/contracts/times';
import type { DayOfSales } from '@shop/contracts/views';

/** The most days that a chart shows as single days. A longer range has a point for each week. */
const MOST_POINTS = 100;
const WEEK = 7;

export type Step = { from: string; to: string; orders: number; revenueCents: number };
export type Series = { unit: 'day' | 'week'; steps: Step[] };

/** Turns days into points of a chart. A long range has weeks that end today; its first week may be shorter. */
export function seriesOf(days: readonly DayOfSales[]): Series {
  const size = days.length > MOST_POINTS ? WEEK : 1;
  const steps: Step[] = [];
  for (let end = days.length; end > 0; end -= size) {
    const part = days.slice(Math.max(0, end - size), end);
    const [first, last = first] = [part[0], part.at(-1)];
    if (first && last) steps.unshift({ from: first.day, to: last.day, ...sumOf(part) });
  }
  return { unit: size === 1 ? 'day' : 'week', steps };
}

export const sumOf = (days: readonly Pick<DayOfSales, 'orders' | 'revenueCents'>[]) => ({
  orders: days.reduce((sum, day) => sum + day.orders, 0),
  revenueCents: days.reduce((sum, day) => sum + day.revenueCents, 0),
});

/** The change of a figure in words: '+25 %'; null when the earlier figure is zero. */
export function changeOf(now: number, before: number): string | null {
  if (before === 0) return null;
  const percent = Math.round(((now - before) / before) * 100);
  return `${percent > 0 ? '+' : percent < 0 ? '−' : '±'}${Math.abs(percent)} %`;
}

/**
 * `2026-03-01`
 * @returns `1 Mar`; a calendar day has no time zone.
 */
export const shortDay = (day: string) => dateText(day).replace(/ \d+$/, '');

export const stepName = ({ from, to }: Step) => (from === to ? shortDay(from) : `${shortDay(from)} – ${shortDay(to)}`);

/** An amount on the scale of a chart: `$9999`, and in thousands from there on: `$12.3k`. */
export const wholeDollars = (cents: number) =>
  cents >= 1_000_000 ? `$${Math.round(cents / 10_000) / 10}k` : `$${Math.round(cents / 100)}`;
