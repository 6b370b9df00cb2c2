import { orderDate } from './order-date';

test.each([
  ['2026-11-21T12:00:00.000Z', 'Nov 21, 2026'],
  ['', 'Date not available'],
  [null, 'Date not available'],
  [undefined, 'Date not available'],
  ['yesterday', 'Invalid date format'],
])('%p reads %p', (instant, text) => {
  expect(orderDate(instant)).toBe(text);
});
