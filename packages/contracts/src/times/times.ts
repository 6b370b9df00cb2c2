/**
 * How days and times are written for people, the same on pages and in mails: `2 Dec 2026`, and `2 Dec 2026, 20:08` with the hours
 * from 00 to 23. Contracts and spreadsheets have forms of their own (docs/product/screens.md#dates).
 */

export * from './business-days';

/** An instant in ISO 8601; absent where there is none. */
type Instant = string | null | undefined;
type Parts = Partial<Record<Intl.DateTimeFormatPartTypes, string>>;

/** Making a formatter takes longer than using it ten thousand times. */
const formats = new Map<string | undefined, Intl.DateTimeFormat>();

function formatIn(timeZone: string | undefined): Intl.DateTimeFormat {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone,
    });
  formats.set(timeZone, format);
  return format;
}

function formatInstant(at: Instant, timeZone: string | undefined, write: (parts: Parts) => string): string {
  if (!at) return 'Date not available';
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return 'Invalid date format';
  return write(
    Object.fromEntries(
      formatIn(timeZone)
        .formatToParts(date)
        .map(({ type, value }) => [type, value]),
    ),
  );
}

const day = (parts: Parts) => `${parts.day} ${parts.month} ${parts.year}`;
const time = (parts: Parts) => `${day(parts)}, ${parts.hour}:${parts.minute}`;

/**
 * `2 Dec 2026`, the day of an instant.
 * @param timeZone the name of a zone; without it, that of the device
 * @returns the day, or the documented words for a missing or malformed instant
 */
export const dayText = (at: Instant, timeZone?: string) => formatInstant(at, timeZone, day);

/** `2 Dec 2026, 20:08`, an instant; otherwise like `dayText`. */
export const timeText = (at: Instant, timeZone?: string) => formatInstant(at, timeZone, time);

/** `2 Dec 2026, 20:08 (Moscow time)`, for a time by which a reader acts or waits; otherwise like `dayText`. */
export const timeWithZone = (at: Instant, timeZone: string = zoneOfDevice()) =>
  formatInstant(at, timeZone, (parts) => `${time(parts)} (${zoneText(timeZone)})`);

/** `2 Dec 2026`, a date of the shop's calendar (`2026-12-02`), which is the same in every zone. */
export const dateText = (date: Instant) => formatInstant(date && `${date}T00:00:00Z`, 'UTC', day);

const zoneOfDevice = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** `Europe/Moscow` as "Moscow time". Zones without a place, such as `Etc/GMT-3`, have the name of their offset. */
export const zoneText = (timeZone: string): string =>
  /^(?!Etc\/).+\//.test(timeZone)
    ? `${timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ')} time`
    : (new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' })
        .formatToParts(0)
        .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone);
