/** The time of day, with the date when that is not today. */
export function moment(time: string): string {
  const at = new Date(time);
  const today = at.toDateString() === new Date().toDateString();
  return at.toLocaleString('en-GB', { hour: '2-digit', minute: '2-digit', ...(!today && { day: 'numeric', month: 'long' }) });
}
