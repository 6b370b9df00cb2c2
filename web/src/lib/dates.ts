/** A day, or the documented words for none and for what is no date. */
export const dayText = (instant: string | null | undefined) => formatted(instant, { dateStyle: 'medium' });

/** Day and time of day, with the same words. */
export const timeText = (instant: string | null | undefined) => formatted(instant, { dateStyle: 'medium', timeStyle: 'short' });

/** A day of the shop's calendar, yyyy-mm-dd: the same wherever one looks at it from. */
export const dateText = (date: string | null | undefined) => dayText(date && `${date}T00:00:00`);

function formatted(instant: string | null | undefined, style: Intl.DateTimeFormatOptions): string {
  if (!instant) return 'Date not available';
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? 'Invalid date format' : date.toLocaleString('en-US', style);
}
