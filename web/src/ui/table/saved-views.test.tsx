import { screen, within } from '@testing-library/react';
import { useListParams } from '#lib/use-list-params.ts';
import { adminIs, renderAt } from '#testing/render.tsx';
import { SearchBox } from '../form/SearchBox';
import { ALL, FilterSelect } from './FilterSelect';
import { ListHead } from './ListHead';

function Orders() {
  const { params, change } = useListParams(['status']);
  return (
    <ListHead title="Orders" of={{ isFetching: false }}>
      <SearchBox label="Search" value={params.q} onChange={(q) => change({ q })} />
      <FilterSelect
        label="Status"
        value={params.status}
        onChange={(status) => change({ status })}
        options={[ALL, { value: 'paid', text: 'Paid' }]}
      />
    </ListHead>
  );
}
const open = (at = '/orders?status=paid&q=night&page=3') => renderAt(<Orders />, { at });
const views = () => within(screen.getByRole('group', { name: 'Saved views' }));
const saved = () =>
  views()
    .queryAllByRole('link')
    .map(({ textContent }) => textContent);

async function save(user: ReturnType<typeof open>['user'], name: string) {
  await user.click(views().getByRole('button', { name: 'Save view' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Save view' }));
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), name);
  await user.click(dialog.getByRole('button', { name: 'Save' }));
}

beforeEach(() => {
  localStorage.clear();
  adminIs(5);
});

test('a view brings back search and filters at the first page, after a reload too', async () => {
  const first = open();
  await save(first.user, ' Paid nights ');
  expect(views().getByRole('link', { name: 'Paid nights' })).toHaveAttribute('aria-current', 'true');
  first.unmount();

  const { user, router } = open('/orders');
  expect(views().getByRole('link', { name: 'Paid nights' })).not.toHaveAttribute('aria-current');
  await user.click(views().getByRole('link', { name: 'Paid nights' }));
  expect(router.state.location.search).toBe('?q=night&status=paid');
  expect(screen.getByRole('combobox', { name: 'Status' })).toHaveValue('paid');
  expect(screen.getByRole('searchbox', { name: 'Search' })).toHaveValue('night');
});

test('what the list shows has one view, which can be removed; the order of its filters makes no difference', async () => {
  const { user } = open();
  await save(user, 'Paid nights');
  expect(views().queryByRole('button', { name: 'Save view' })).toBeNull();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'All');
  await save(user, 'Nights');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Paid');
  expect(views().getByRole('link', { name: 'Paid nights' })).toHaveAttribute('aria-current', 'true');
  await user.click(views().getByRole('button', { name: 'Remove view' }));
  expect(saved()).toEqual(['Nights']);
  expect(views().getByRole('button', { name: 'Save view' })).toHaveFocus();
});

test('a name is needed, and stands for the newest view that got it', async () => {
  const { user } = open();
  await save(user, 'Mine');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'All');
  await user.click(views().getByRole('button', { name: 'Save view' }));
  await user.keyboard('   {Enter}');
  expect(screen.getByRole('alert')).toHaveTextContent('Please enter a name.');
  await user.keyboard('Mine{Enter}');
  expect(saved()).toEqual(['Mine']);
  expect(views().getByRole('link', { name: 'Mine' })).toHaveAttribute('href', '/orders?q=night');
});

test('views belong to one admin and one list, and spoilt ones count as none', async () => {
  const first = open();
  await save(first.user, 'Paid nights');
  first.unmount();
  adminIs(6);
  const second = open();
  expect(saved()).toEqual([]);
  second.unmount();
  adminIs(5);
  const third = open('/sellers?status=paid');
  expect(saved()).toEqual([]);
  third.unmount();
  localStorage.setItem('adminViews:5', '{"/orders":[{"name":7}],"/sellers":"?"}');
  open();
  expect(saved()).toEqual([]);
});
