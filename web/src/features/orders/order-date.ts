/** The day of an order, or the documented words for none and for one that is no date (spec 2 §8). */
export function orderDate(instant: string | null | undefined): string {
  if (!instant) return 'Date not available';
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? 'Invalid date format' : date.toLocaleDateString('en-US', { dateStyle: 'medium' });
}

export const orderTime = (instant: string) =>
  new Date(instant).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' });
