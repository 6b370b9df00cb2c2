import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { renderAt } from '#testing/render.tsx';
import { actionsInMenu, pressInMenu } from '#testing/row-menu.ts';
import { Dialog } from '../overlay/Dialog';
import { DataTable } from './DataTable';
import { RowActions, type RowAction } from './RowActions';

type Row = { id: number; name: string };
const TRACKS: Row[] = [
  { id: 1, name: 'Undertow' },
  { id: 2, name: 'Moorland' },
];
const menuOf = (name: string) => screen.getByRole('button', { name: `Actions for ${name}` });
const onMenuOf = (name: string) => waitFor(() => expect(menuOf(name)).toHaveFocus());

/** Tracks that can be deleted, renamed in a dialog, and shown; `remove` resolves when one is deleted. */
function Tracks({ remove = () => Promise.resolve() }: { remove?: () => Promise<void> }) {
  const [rows, setRows] = useState(TRACKS);
  const [renamed, setRenamed] = useState<Row>();
  const [removed, setRemoved] = useState<Row>();
  const drop = async (row: Row) => {
    if (!window.confirm(`Delete ${row.name}?`)) return;
    setRemoved(row);
    await remove();
    setRemoved(undefined);
    setRows((all) => all.filter(({ id }) => id !== row.id));
  };
  const actions = (row: Row): (RowAction | false)[] => [
    { text: 'Delete', danger: true, busy: removed === row, onClick: () => drop(row) },
    { text: 'Edit', to: `/edit/${row.id}` },
    row.id === 9 && { text: 'Never', onClick: () => {} },
    { text: 'Rename', name: `New name for ${row.name}`, onClick: () => setRenamed(row) },
    { text: 'View', to: `/track/${row.id}` },
  ];
  const cell = (row: Row) => <RowActions what={row.name} actions={actions(row)} />;
  return (
    <>
      <DataTable
        caption="Tracks"
        rows={rows}
        columns={[
          { header: 'Name', cell: ({ name }) => name },
          { header: 'Actions', cell },
        ]}
        empty="None"
      />
      {renamed && (
        <Dialog title={renamed.name} open onOpenChange={() => setRenamed(undefined)}>
          <input aria-label="Name" />
        </Dialog>
      )}
    </>
  );
}

afterEach(() => jest.restoreAllMocks());

test('the first action is a button, the others are in a menu, with what takes something away apart at its end', async () => {
  const { user } = renderAt(<Tracks />);
  expect(screen.getByRole('link', { name: 'Edit Undertow' })).toHaveAttribute('href', '/edit/1');
  await user.click(menuOf('Undertow'));
  const menu = screen.getByRole('menu', { name: 'Actions for Undertow' });
  expect([...menu.children].map((child) => [child.getAttribute('role'), child.getAttribute('aria-label')])).toEqual([
    ['menuitem', 'New name for Undertow'],
    ['menuitem', 'View Undertow'],
    ['separator', null],
    ['menuitem', 'Delete Undertow'],
  ]);
  await user.click(screen.getByRole('menuitem', { name: 'View Undertow' }));
  expect(screen.queryByRole('menu')).toBeNull();
});

test('a single action needs no menu, and none shows nothing', () => {
  const { container } = renderAt(
    <>
      <RowActions what="Undertow" actions={[false, { text: 'Delete', danger: true, onClick: () => {} }]} />
      <RowActions what="Moorland" actions={[false]} />
    </>,
    { corner: false },
  );
  expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual(['Delete Undertow']);
  expect(container.querySelectorAll('div')).toHaveLength(1);
});

test('a link in the menu leads to its page', async () => {
  const { user, router } = renderAt(<Tracks />);
  await pressInMenu(user, 'Undertow', 'View Undertow');
  await waitFor(() => expect(router.state.location.pathname).toBe('/track/1'));
});

test('by the keyboard the menu opens at its first action, and Escape leaves it', async () => {
  const { user } = renderAt(<Tracks />);
  for (const key of ['{Enter}', ' ', '{ArrowDown}']) {
    menuOf('Undertow').focus();
    await user.keyboard(key);
    await waitFor(() => expect(screen.getByRole('menuitem', { name: 'New name for Undertow' })).toHaveFocus());
    await user.keyboard('{ArrowUp}{ArrowDown}{ArrowDown}{ArrowDown}');
    expect(screen.getByRole('menuitem', { name: 'Delete Undertow' })).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).toBeNull();
    await onMenuOf('Undertow');
  }
});

test('a finger opens and closes it when it leaves the button again, because it may scroll', () => {
  renderAt(<Tracks />);
  fireEvent.pointerDown(menuOf('Undertow'), { button: 0, pointerType: 'touch' });
  expect(screen.queryByRole('menu')).toBeNull();
  fireEvent.click(menuOf('Undertow'));
  expect(screen.getByRole('menu')).toBeVisible();
  fireEvent.pointerDown(menuOf('Undertow'), { button: 0, pointerType: 'touch' });
  fireEvent.click(menuOf('Undertow'));
  expect(screen.queryByRole('menu')).toBeNull();
});

test('a question is asked when the menu has closed, and the next row gets the focus of a deleted one', async () => {
  let finish = () => {};
  const completion = new Promise<void>((resolve) => (finish = resolve));
  const { user } = renderAt(<Tracks remove={() => completion} />);
  const calls: unknown[] = [];
  const ask = jest.spyOn(window, 'confirm').mockImplementation(() => {
    calls.push([screen.queryByRole('menu'), document.activeElement === menuOf('Undertow')]);
    return calls.length > 1;
  });
  await pressInMenu(user, 'Undertow', 'Delete Undertow');
  await waitFor(() => expect(ask).toHaveBeenCalledTimes(1));
  expect(menuOf('Undertow')).toBeEnabled();
  await pressInMenu(user, 'Undertow', 'Delete Undertow');
  await waitFor(() => expect(menuOf('Undertow')).toBeDisabled());
  expect(menuOf('Undertow')).toHaveAttribute('aria-busy', 'true');
  expect(calls).toEqual(Array(2).fill([null, true]));
  finish();
  await waitFor(() => expect(screen.queryByText('Undertow')).toBeNull());
  await onMenuOf('Moorland');
});

test('a dialog that an action opens gives the focus back to the button of the menu', async () => {
  const { user } = renderAt(<Tracks />);
  await pressInMenu(user, 'Moorland', 'New name for Moorland');
  expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveFocus();
  await user.keyboard('{Escape}');
  await onMenuOf('Moorland');
  expect(await actionsInMenu(user, 'Moorland')).toEqual(['Rename', 'View', 'Delete']);
});
