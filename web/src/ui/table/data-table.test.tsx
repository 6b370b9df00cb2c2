import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { useListParams } from '#lib/use-list-params.ts';
import { DataTable, type Column } from './DataTable';
import { Pagination } from './Pagination';
import { SearchBox } from '../form/SearchBox';

type Row = { id: number; name: string };
const COLUMNS: Column<Row>[] = [
  { header: 'ID', cell: (row) => row.id, number: true, sort: 'id' },
  { header: 'Name', cell: (row) => row.name, sort: 'name', under: [{ header: 'Length', cell: () => '4:02', sort: 'length' }] },
];

function List({ rows = [{ id: 1, name: 'One' }] }: { rows?: Row[] }) {
  const { params, query, change } = useListParams(['status']);
  return (
    <>
      <SearchBox label="Search" value={params.q} onChange={(q) => change({ q })} />
      <button onClick={() => change({ status: 'active' })}>Active</button>
      <DataTable
        caption="Rows"
        columns={COLUMNS}
        rows={rows}
        empty="Nothing yet"
        sort={params.sort}
        onSort={(sort) => change({ sort })}
      />
      <Pagination page={params.page} totalPages={3} total={25} onChange={(page) => change({ page })} />
      <p data-testid="query">{query}</p>
      <p data-testid="address">{useLocation().search}</p>
    </>
  );
}

const show = (at = '/', rows?: Row[]) => {
  render(
    <MemoryRouter initialEntries={[at]}>
      <List {...(rows && { rows })} />
    </MemoryRouter>,
  );
  return userEvent.setup();
};
const text = (id: string) => screen.getByTestId(id).textContent;

test('page, search, order and filter are in the address and in the query of the service', async () => {
  const user = show('/?page=2');
  expect(text('query')).toBe('page=2&limit=10');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(text('address')).toBe('?page=3');
  await user.click(screen.getByRole('button', { name: 'Active' }));
  expect(text('address')).toBe('?status=active');
  await user.type(screen.getByRole('searchbox'), ' night ');
  await screen.findByText('?status=active&q=night');
  await user.click(screen.getByRole('button', { name: 'ID' }));
  expect(new URLSearchParams(text('query')).get('sort')).toBe('id');
  expect(screen.getByRole('columnheader', { name: 'ID' })).toHaveAttribute('aria-sort', 'ascending');
  await user.click(screen.getByRole('button', { name: 'ID' }));
  expect(screen.getByRole('columnheader', { name: 'ID' })).toHaveAttribute('aria-sort', 'descending');
  await user.clear(screen.getByRole('searchbox'));
  await screen.findByText('?status=active&sort=-id');
});

test('a button that leads no further keeps the focus and does nothing', async () => {
  const onChange = jest.fn();
  const { rerender } = render(<Pagination page={1} totalPages={2} total={14} onChange={onChange} />);
  const next = screen.getByRole('button', { name: 'Next' });
  await userEvent.click(next);
  expect(onChange).toHaveBeenCalledWith(2);
  rerender(<Pagination page={2} totalPages={2} total={14} onChange={onChange} />);
  expect(next).toHaveFocus();
  expect(next).toHaveAttribute('aria-disabled', 'true');
  await userEvent.keyboard('{Enter}');
  expect(onChange).toHaveBeenCalledTimes(1);
  rerender(<Pagination page={5} totalPages={2} total={14} onChange={onChange} />);
  await userEvent.click(next);
  expect(onChange).toHaveBeenCalledTimes(1);
  await userEvent.click(screen.getByRole('button', { name: 'Previous' }));
  expect(onChange).toHaveBeenLastCalledWith(2);
});

test('a nonsense page in the address is the first one', () => {
  show('/?page=-4');
  expect(text('query')).toBe('page=1&limit=10');
});

test('values stand below their headers and carry them for the phone, two columns in one cell too', async () => {
  const user = show();
  const cells = within(screen.getByRole('table', { name: 'Rows' })).getAllByRole('cell');
  const values = cells.map((cell) => [...cell.children].map((value) => [value.getAttribute('data-label'), value.textContent]));
  expect(values).toEqual([
    [['ID', '1']],
    [
      ['Name', 'One'],
      ['Length', '4:02'],
    ],
  ]);
  const header = screen.getByRole('columnheader', { name: 'Name Length' });
  await user.click(within(header).getByRole('button', { name: 'Length' }));
  expect(text('address')).toBe('?sort=length');
  expect(header).toHaveAttribute('aria-sort', 'ascending');
  await user.click(within(header).getByRole('button', { name: 'Name' }));
  expect(text('address')).toBe('?sort=name');
});

test('a select sorts where the table is folded and its rows have no headers', async () => {
  const user = show();
  const orders = screen.getByRole('combobox', { name: 'Sort by' });
  expect(orders).toHaveDisplayValue('Usual order');
  await user.selectOptions(orders, 'Length, descending');
  expect(text('address')).toBe('?sort=-length');
  expect(orders).toHaveDisplayValue('Length, descending');
  await user.selectOptions(orders, 'Usual order');
  expect(text('address')).toBe('');
  expect(orders).toHaveDisplayValue('Usual order');
});

test('rows that are loading have the cells of the rows to come, and say so once', () => {
  render(<DataTable caption="Rows" columns={COLUMNS} rows={undefined} empty="Nothing yet" skeletonRows={3} />);
  expect(screen.getByRole('status')).toHaveTextContent('Loading...');
  const rows = screen.getAllByRole('row').slice(1);
  expect(rows.map((row) => within(row).getAllByRole('cell').length)).toEqual([2, 2, 2]);
  const labels = [...rows[2]!.querySelectorAll<HTMLElement>('[data-label]')].map(({ dataset }) => dataset.label);
  expect(labels).toEqual(['ID', 'Name', 'Length']);
});

test('an empty list says so', () => {
  show('/', []);
  expect(screen.getByText('Nothing yet')).toBeVisible();
  expect(screen.queryByRole('table')).toBeNull();
});
