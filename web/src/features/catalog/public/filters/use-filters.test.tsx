import { act, fireEvent, render, screen } from '@testing-library/react';
import { Link, MemoryRouter, useLocation } from 'react-router-dom';
import { NO_FILTERS } from './filters';
import { useFilters } from './use-filters';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

function Shop() {
  const { filters, changeFilters } = useFilters();
  return (
    <>
      {['Techno', 'Trance'].map((genre) => (
        <button key={genre} onClick={() => changeFilters({ ...NO_FILTERS, categories: [genre] })}>
          {genre}
        </button>
      ))}
      <button onClick={() => changeFilters(NO_FILTERS)}>All</button>
      <Link to="/shop">Shop</Link>
      <p data-testid="filters">{filters.categories.join()}</p>
      <p data-testid="address">{useLocation().search}</p>
    </>
  );
}

const open = () =>
  render(
    <MemoryRouter initialEntries={['/shop']}>
      <Shop />
    </MemoryRouter>,
  );
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const rest = () => act(() => jest.advanceTimersByTime(250));
const shown = () => ['filters', 'address'].map((id) => screen.getByTestId(id).textContent);

test('a choice is in force at once, and in the address once the choosing rests', () => {
  open();
  press('Techno');
  expect(shown()).toEqual(['Techno', '']);
  press('Trance');
  rest();
  expect(shown()).toEqual(['Trance', '?genre=Trance']);
});

test('a choice that is made while the one before is being written is not lost', () => {
  open();
  press('Techno');
  act(() => {
    jest.advanceTimersByTime(250); // the address is on its way into the page
    press('All');
  });
  expect(shown()[0]).toBe('');
  rest();
  expect(shown()).toEqual(['', '']);
});

test('a link to the shop is followed, whatever was chosen before', () => {
  open();
  press('Techno');
  rest();
  fireEvent.click(screen.getByRole('link', { name: 'Shop' }));
  expect(shown()).toEqual(['', '']);
});
