import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { renderAt } from '#testing/render.tsx';
import { Dialog } from '../../overlay/Dialog';
import { SearchSelect } from './SearchSelect';

const COUNTRIES = ['Germany', 'Ghana', 'Greece', 'Norway', 'Sweden'];

type Opened = { first?: string; options?: readonly string[]; onBlur?: () => void };

function open({ first = '', options = COUNTRIES, onBlur }: Opened = {}) {
  function Form() {
    const [country, setCountry] = useState(first);
    return (
      <>
        <SearchSelect
          label="Country"
          options={options}
          value={country}
          onChange={setCountry}
          onBlur={onBlur}
          emptyText="No countries found"
        />
        <button type="button">Next</button>
      </>
    );
  }
  render(<Form />);
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Country' });
  const choices = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
  const active = () => document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent;
  return { user: userEvent.setup(), field, shown: choices, active };
}

test('typing finds what begins with it before what contains it; Enter chooses', async () => {
  const { user, field, shown, active } = open();
  await user.click(field);
  expect([field.getAttribute('aria-expanded'), shown(), active()]).toEqual(['true', COUNTRIES, 'Germany']);
  await user.keyboard('w');
  expect(shown()).toEqual(['Norway', 'Sweden']);
  await user.keyboard('{ArrowDown}{Enter}');
  expect([field.value, field.getAttribute('aria-expanded')]).toEqual(['Sweden', 'false']);
});

test('accents and signs between words make no difference', async () => {
  const { user, field, shown } = open({ options: ['Côte d’Ivoire', 'Guinea', 'Guinea-Bissau', 'Bosnia & Herzegovina'] });
  await user.click(field);
  for (const [typed, expected] of [
    ['cote divoire', 'Côte d’Ivoire'],
    ['guinea bissau', 'Guinea-Bissau'],
    ['bosnia herzegovina', 'Bosnia & Herzegovina'],
  ] as const) {
    await user.clear(field);
    await user.type(field, typed);
    expect(shown()).toEqual([expected]);
  }
});

test('the list opens at what is chosen, by key as by click, and a press chooses', async () => {
  const { user, field, active } = open({ first: 'Norway' });
  field.focus();
  await user.keyboard('{Enter}');
  await user.keyboard('{Escape}');
  await user.click(field);
  expect([field.value, field.placeholder, active()]).toEqual(['', 'Norway', 'Norway']);
  await user.click(screen.getByRole('option', { name: 'Ghana' }));
  expect(field).toHaveValue('Ghana');
});

test.each([
  ['Escape', (user: ReturnType<typeof userEvent.setup>) => user.keyboard('{Escape}')],
  ['Tab', (user: ReturnType<typeof userEvent.setup>) => user.tab()],
  ['a press elsewhere', (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByRole('button'))],
])('%s keeps the choice', async (_, leave) => {
  const { user, field, shown } = open({ first: 'Norway' });
  await user.click(field);
  await user.keyboard('gr');
  await leave(user);
  expect([field.value, shown()]).toEqual(['Norway', []]);
});

test.each([
  ['Tab', (user: ReturnType<typeof userEvent.setup>) => user.tab()],
  ['a press elsewhere', (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByRole('button'))],
])('%s takes an option that was typed in full', async (_, leave) => {
  const { user, field } = open({ first: 'Norway' });
  await user.click(field);
  await user.keyboard('germany ');
  await leave(user);
  expect(field).toHaveValue('Germany');
});

test('Escape closes the list before it closes the dialog around it, and clears nothing', async () => {
  const onOpenChange = jest.fn();
  const user = userEvent.setup();
  renderAt(
    <Dialog title="Profile" open onOpenChange={onOpenChange}>
      <SearchSelect label="Country" options={COUNTRIES} value="Norway" onChange={() => {}} emptyText="No countries found" />
    </Dialog>,
  );
  const field = screen.getByRole('combobox', { name: 'Country' });
  await user.click(field);
  expect(field).toHaveAttribute('aria-expanded', 'true');
  await user.keyboard('{Escape}');
  expect([field.getAttribute('aria-expanded'), onOpenChange.mock.calls]).toEqual(['false', []]);
  expect(field).toHaveValue('Norway');
  await user.keyboard('{Escape}');
  expect(onOpenChange).toHaveBeenCalledWith(false);
});

test('text that is not on the list shows a message, and is not chosen', async () => {
  const onBlur = jest.fn();
  const { user, field } = open({ onBlur });
  await user.click(field);
  await user.keyboard('Atlantis');
  expect(screen.getByRole('option', { name: 'No countries found' })).toBeVisible();
  await user.keyboard('{Enter}');
  await user.tab();
  expect(field).toHaveValue('');
  expect(onBlur).toHaveBeenCalledTimes(1);
});

test("a value from the browser's autofill is a choice", () => {
  const { field, shown } = open();
  fireEvent.change(field, { target: { value: 'Ghana' } });
  expect(field).toHaveValue('Ghana');
  fireEvent.blur(field);
  expect([field.value, shown()]).toEqual(['Ghana', []]);
});
