/** By how many milliseconds the server's clock is ahead of the device's, as far as an answer has shown. */
let ahead = 0;

/**
 * The present time by the server's clock, in milliseconds. Whatever is compared with a time of the server is compared with this,
 * because the clock of a device may be days off. Until the first answer it is the device's time.
 */
export const serverNow = (): number => onServerClock(Date.now());

/** A time of the device's clock, in milliseconds, by the server's. */
export const onServerClock = (at: number): number => at + ahead;

/**
 * Sets the clock by the `Date` of an answer that was asked for at `askedAt`. `Date` has whole seconds, and the answer was on its way
 * for a while: within that range the clock stays as it is. A cached answer may be days old, so that only `no-store` counts.
 */
export function setClockBy({ headers }: Pick<Response, 'headers'>, askedAt: number): void {
  const at = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(at) || !headers.get('cache-control')?.includes('no-store')) return;
  const [least, most] = [at - Date.now(), at + 1000 - askedAt];
  ahead = Math.min(Math.max(ahead, least), most);
}
