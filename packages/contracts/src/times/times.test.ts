import { dateText, dayText, timeText, timeWithZone, zoneText } from './times';

test.each([
  ['2026-11-21T12:05:00.000Z', '21 Nov 2026', '21 Nov 2026, 15:05'],
  ['2026-09-01T21:00:00Z', '2 Sep 2026', '2 Sep 2026, 00:00'],
  ['', 'Date not available', 'Date not available'],
  [null, 'Date not available', 'Date not available'],
  [undefined, 'Date not available', 'Date not available'],
  ['yesterday', 'Invalid date format', 'Invalid date format'],
])('%p reads %p, and with its time %p', (instant, day, time) => {
  expect(dayText(instant, 'Europe/Moscow')).toBe(day);
  expect(timeText(instant, 'Europe/Moscow')).toBe(time);
});

test.each([
  ['Europe/Moscow', '24 Nov 2026, 06:10 (Moscow time)'],
  ['America/New_York', '23 Nov 2026, 22:10 (New York time)'],
  ['America/Indiana/Indianapolis', '23 Nov 2026, 22:10 (Indianapolis time)'],
  ['UTC', '24 Nov 2026, 03:10 (UTC)'],
  ['Etc/GMT-3', '24 Nov 2026, 06:10 (GMT+3)'],
])('where the zone matters, %s is named', (zone, text) => {
  expect(timeWithZone('2026-11-24T03:10:00.000Z', zone)).toBe(text);
});

test('without a zone, a time is that of the device', () => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  expect(timeText('2026-11-24T03:10:00.000Z')).toBe(timeText('2026-11-24T03:10:00.000Z', timeZone));
  expect(timeWithZone('2026-11-24T03:10:00.000Z')).toContain(zoneText(timeZone));
});

test('a date of the calendar is the same for every reader', () => {
  expect(dateText('2026-11-21')).toBe('21 Nov 2026');
  expect(dateText(null)).toBe('Date not available');
});
