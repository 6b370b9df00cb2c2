import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SearchBox } from './SearchBox';

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  window.history.replaceState(null, '', '/');
});

const typed = async (text: string) => {
  const search = jest.fn();
  render(<SearchBox label="Search" value="" onChange={search} />);
  await userEvent.setup({ advanceTimers: jest.advanceTimersByTime }).type(screen.getByRole('searchbox'), text);
  return search;
};

test('what is typed is searched for once the typing rests', async () => {
  const search = await typed(' night ');
  expect(search).not.toHaveBeenCalled();
  act(() => jest.advanceTimersByTime(300));
  expect(search.mock.calls).toEqual([['night']]);
});

test('who follows a link right after typing is not fetched back', async () => {
  const search = await typed('night');
  window.history.pushState(null, '', '/products/edit/7'); // the page behind it is still being loaded
  act(() => jest.advanceTimersByTime(300));
  expect(search).not.toHaveBeenCalled();
});
