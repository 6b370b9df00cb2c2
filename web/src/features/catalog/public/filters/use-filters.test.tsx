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
        <button key={genre} onClick={() => changeFilters({ ...filters, categories: [genre] })}>
          {genre}
        </button>
      ))}
      <button onClick={() => changeFilters(NO_FILTERS)}>All</button>
      <button onClick={() => changeFilters({ ...filters, price: [filters.price[0] + 10, filters.price[1]] })}>Dearer</button>
      <Link to="/shop">Shop</Link>
      <Link to="/shop?mixes=2">Mixes with Halo</Link>
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
const texts = () => ['filters', 'address'].map((id) => screen.getByTestId(id).textContent);

test('a choice takes effect and is in the address at once', () => {
  open();
  press('Techno');
  expect(texts()).toEqual(['Techno', '?genre=Techno']);
  press('Trance');
  expect(texts()).toEqual(['Trance', '?genre=Trance']);
});

test('a slider takes effect at once, and is in the address once it rests', () => {
  open();
  press('Techno');
  press('Dearer');
  press('Dearer');
  expect(texts()).toEqual(['Techno', '?genre=Techno']);
  rest();
  expect(texts()).toEqual(['Techno', '?price=20-1000&genre=Techno']);
});

test("a choice before the slider rests writes the slider's value, too", () => {
  open();
  press('Dearer');
  press('Trance');
  expect(texts()).toEqual(['Trance', '?price=10-1000&genre=Trance']);
});

test('a link to the shop is followed, whatever was chosen before', () => {
  open();
  press('Techno');
  rest();
  fireEvent.click(screen.getByRole('link', { name: 'Shop' }));
  expect(texts()).toEqual(['', '']);
});

test('a link to another result shows it from its top, and so does a link to the earlier result', () => {
  const scroll = jest.spyOn(window, 'scrollTo').mockImplementation(() => {});
  open();
  for (const [times, name] of ['Mixes with Halo', 'Shop', 'Mixes with Halo'].entries()) {
    fireEvent.click(screen.getByRole('link', { name }));
    expect(scroll).toHaveBeenCalledTimes(times + 1);
  }
  scroll.mockRestore();
});
