/** A day as text, or the documented words for a missing or malformed date. */
export const dayText = (instant: string | null | undefined) => formatted(instant, { dateStyle: 'medium' });

/** Day and time of day as text, with the same words for a missing or malformed date. */
export const timeText = (instant: string | null | undefined) => formatted(instant, { dateStyle: 'medium', timeStyle: 'short' });

/** A day of the shop's calendar, yyyy-mm-dd, as text. It is the same in every time zone. */
export const dateText = (date: string | null | undefined) => dayText(date && `${date}T00:00:00`);

function formatted(instant: string | null | undefined, style: Intl.DateTimeFormatOptions): string {
  if (!instant) return 'Date not available';
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? 'Invalid date format' : date.toLocaleString('en-US', style);
}
