import { dueText } from './DueClock';

const now = Date.parse('2026-11-21T12:00:00.000Z');
const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString();

test.each([
  [5 * 60 + 59, 'due in 5 h'],
  [60, 'due in 1 h'],
  [59, 'due in 59 min'],
  [0.2, 'due in 1 min'],
  [48 * 60, 'due in 48 h'],
  [4 * 24 * 60, 'due in 4 days'],
  [-0.2, 'overdue by 1 min'],
  [-90, 'overdue by 1 h'],
  [-5 * 24 * 60, 'overdue by 5 days'],
])('what is promised %d minutes from now is %s', (minutes, text) => {
  expect(dueText(at(minutes), now)).toBe(text);
});
