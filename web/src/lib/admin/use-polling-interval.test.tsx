import { act, fireEvent, render, screen } from '@testing-library/react';
import { usePollingInterval } from './use-polling-interval';

const MINUTE = 60_000;
const Interval = () => <output>{usePollingInterval(20_000)}</output>;
const interval = () => Number(screen.getByRole('status').textContent);
const wait = (ms: number) => act(() => jest.advanceTimersByTime(ms));
const turn = (visibilityState: DocumentVisibilityState) => {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibilityState);
  fireEvent(document, new Event('visibilitychange'));
};

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

test('a page that is not in front is never asked about, and again once it is', () => {
  render(<Interval />);
  expect(interval()).toBe(20_000);
  turn('hidden');
  expect(interval()).toBe(0);
  turn('visible');
  expect(interval()).toBe(20_000);
});

test('a page in front without input is abandoned, until there is input again', () => {
  render(<Interval />);
  wait(4 * MINUTE);
  fireEvent.keyDown(document.body);
  wait(4 * MINUTE);
  expect(interval()).toBe(20_000);
  wait(MINUTE);
  expect(interval()).toBe(0);
  fireEvent.pointerMove(document.body);
  expect(interval()).toBe(20_000);
});

test('a page that was hidden stays so, however long ago its last input was', () => {
  render(<Interval />);
  turn('hidden');
  wait(10 * MINUTE);
  turn('visible');
  wait(4 * MINUTE);
  expect(interval()).toBe(20_000);
});
