import type { Site } from './render';

/** A moment on the shop's clock: "Tuesday, 24 November 2026, 06:10 (Moscow time)". */
export function moment(at: string, { timeZone }: Pick<Site, 'timeZone'>): string {
  const inZone = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-GB', { ...options, timeZone });
  const date = new Date(at);
  const day = inZone({ day: 'numeric', month: 'long', year: 'numeric' }).format(date);
  const hour = inZone({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(date);
  return `${inZone({ weekday: 'long' }).format(date)}, ${day}, ${hour} (${clockOf(timeZone)})`;
}

const clockOf = (timeZone: string) =>
  timeZone.includes('/') ? `${timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ')} time` : timeZone;
