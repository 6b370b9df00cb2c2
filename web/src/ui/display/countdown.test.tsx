import { act, render } from '@testing-library/react';
import { clockText, Countdown } from './Countdown';

afterEach(() => void jest.useRealTimers());

test.each([
  [7_900, '0:07'],
  [847_000, '14:07'],
  [83_647_000, '23:14:07'],
])('%d ms are %s', (ms, text) => expect(clockText(ms)).toBe(text));

test('a hold is counted down each second, is not read out, and is over at its end', () => {
  jest.useFakeTimers();
  const { container } = render(<Countdown until={new Date(Date.now() + 3_500).toISOString()} />);
  expect(container).toHaveTextContent('0:03 left');
  expect(container.firstElementChild).toHaveAttribute('aria-hidden', 'true');
  act(() => jest.advanceTimersByTime(1_000));
  expect(container).toHaveTextContent('0:02 left');
  act(() => jest.advanceTimersByTime(3_000));
  expect(container).toBeEmptyDOMElement();
});
