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

test('the search begins once the typing rests', async () => {
  const search = await typed(' night ');
  expect(search).not.toHaveBeenCalled();
  act(() => jest.advanceTimersByTime(300));
  expect(search.mock.calls).toEqual([['night']]);
});

test('a user who follows a link right after typing is not brought back', async () => {
  const search = await typed('night');
  window.history.pushState(null, '', '/products/edit/7'); // the next page is still loading
  act(() => jest.advanceTimersByTime(300));
  expect(search).not.toHaveBeenCalled();
});

test('a pause behind a space keeps the space, though the address changes a moment later', async () => {
  const { rerender } = render(<SearchBox label="Search" value="" onChange={() => {}} />);
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  await user.type(screen.getByRole('searchbox'), 'deep ');
  act(() => jest.advanceTimersByTime(300));
  rerender(<SearchBox label="Search" value="deep" onChange={() => {}} />);
  await user.type(screen.getByRole('searchbox'), 'house');
  expect(screen.getByRole('searchbox')).toHaveValue('deep house');
});

test('a search that is changed elsewhere is shown', () => {
  const { rerender } = render(<SearchBox label="Search" value="deep" onChange={() => {}} />);
  rerender(<SearchBox label="Search" value="" onChange={() => {}} />);
  expect(screen.getByRole('searchbox')).toHaveValue('');
});

test('the field has its name from a label, which browsers do not take from a label with another role', () => {
  render(<SearchBox label="Search by code" value="" onChange={() => {}} />);
  const [label] = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search by code' }).labels ?? [];
  expect(label).not.toHaveAttribute('role');
  expect(screen.getByRole('search')).toContainElement(screen.getByRole('searchbox'));
});
