/**
 * Translates the date filters in an address for the service: days on the reader's calendar become instants, and the day `to` is
 * included.
 */
export function daysAsInstants(query: string): string {
  const search = new URLSearchParams(query);
  for (const [name, daysLater] of [
    ['from', 0],
    ['to', 1],
  ] as const) {
    const [year, month, day] = (search.get(name) ?? '').split('-').map(Number);
    search.delete(name);
    const at = new Date(year ?? NaN, (month ?? NaN) - 1, (day ?? NaN) + daysLater);
    if (!Number.isNaN(at.getTime())) search.set(name, at.toISOString());
  }
  return search.toString();
}
