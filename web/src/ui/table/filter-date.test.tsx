import { act, fireEvent, render, screen } from '@testing-library/react';
import { FilterDate } from './FilterDate';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** Types as Chrome does: each digit of a year makes a whole day. */
const type = (day: string) => fireEvent.change(screen.getByLabelText('From'), { target: { value: day } });
const pause = () => act(() => jest.advanceTimersByTime(300));

function filterOf(value = '') {
  const change = jest.fn();
  render(<FilterDate label="From" value={value} onChange={change} />);
  return change;
}

test('a day is reported once its year is whole, and not before, however slowly it is typed', () => {
  const change = filterOf();
  for (const year of ['0002', '0020', '0202']) {
    type(`${year}-03-01`);
    pause();
    expect(screen.getByLabelText('From')).toHaveValue(`${year}-03-01`);
  }
  expect(change).not.toHaveBeenCalled();
  type('2026-03-01');
  pause();
  expect(change.mock.calls).toEqual([['2026-03-01']]);
});

test('a day that is left before its year is whole gives way to the one that filters', () => {
  const change = filterOf('2026-03-01');
  type('0202-03-01');
  fireEvent.blur(screen.getByLabelText('From'));
  pause();
  expect(screen.getByLabelText('From')).toHaveValue('2026-03-01');
  expect(change).not.toHaveBeenCalled();
});

test('an emptied day is no filter any more', () => {
  const change = filterOf('2026-03-01');
  type('');
  pause();
  expect(change.mock.calls).toEqual([['']]);
});
