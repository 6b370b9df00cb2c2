import { dateText, dayText, timeText } from './dates';

test.each([
  ['2026-11-21T12:00:00.000Z', 'Nov 21, 2026'],
  ['', 'Date not available'],
  [null, 'Date not available'],
  [undefined, 'Date not available'],
  ['yesterday', 'Invalid date format'],
])('%p reads %p', (instant, text) => {
  expect(dayText(instant)).toBe(text);
});

test('a time is shown with its day, and has the same words when it is missing', () => {
  expect(timeText('2026-11-21T12:05:00.000Z')).toMatch(/^Nov 21, 2026, \d{1,2}:05\s[AP]M$/);
  expect(timeText(null)).toBe('Date not available');
  expect(timeText('soon')).toBe('Invalid date format');
});

test('a calendar day is the same for every reader', () => {
  expect(dateText('2026-11-21')).toBe('Nov 21, 2026');
  expect(dateText(null)).toBe('Date not available');
});
