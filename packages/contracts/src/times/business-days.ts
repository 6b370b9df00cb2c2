const DAY_MS = 24 * 3600 * 1000;

/** Formats by time zone: making one takes longer than using it ten thousand times. */
const calendars = new Map<string, Intl.DateTimeFormat>();

/** The date of a moment in a time zone, such as `2026-01-31`. */
export function dateIn(timeZone: string, at: Date): string {
  const calendar =
    calendars.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  calendars.set(timeZone, calendar);
  return calendar.format(at);
}

/** The date this many business days, Monday to Friday, later. Dates are counted in UTC, where every day has 24 hours. */
export function addBusinessDays(date: string, days: number): string {
  let at = Date.parse(`${date}T00:00:00Z`);
  for (let daysLeft = days; daysLeft > 0;) {
    at += DAY_MS;
    const weekday = new Date(at).getUTCDay();
    if (weekday !== 0 && weekday !== 6) daysLeft -= 1;
  }
  return new Date(at).toISOString().slice(0, 10);
}
