import { moment } from './moment';

test.each([
  ['Europe/Moscow', 'Tuesday, 24 November 2026, 06:10 (Moscow time)'],
  ['America/New_York', 'Monday, 23 November 2026, 22:10 (New York time)'],
  ['UTC', 'Tuesday, 24 November 2026, 03:10 (UTC)'],
])('a moment is told on the clock of %s', (timeZone, said) => {
  expect(moment('2026-11-24T03:10:38.000Z', { timeZone })).toBe(said);
});
