/** An instant for a list, in the reader's own time; the texts for what is none are fixed (spec 3, Dashboard). */
export function shownDate(instant: string | null | undefined, how: Intl.DateTimeFormatOptions = WITH_TIME): string {
  if (!instant) return 'Date not available';
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? 'Invalid date format' : date.toLocaleString('en-GB', how);
}

const WITH_TIME: Intl.DateTimeFormatOptions = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
};
