import { screen, waitFor, within } from '@testing-library/react';
import type { AdminRole } from '@shop/contracts/constants';
import { aPage } from '#testing/answers.ts';
import { aDetails, anAdmin } from '#testing/a-user.ts';
import { anOrder } from '#testing/an-order.ts';
import { anAdminProduct } from '#testing/a-track.ts';
import { adminIs, renderAt, signedInAs } from '#testing/render.tsx';
import { useUnsavedWarning } from '#lib/admin/use-unsaved-warning.ts';
import { stubServer } from '#testing/stub-server.ts';
import { JumpButton } from './JumpButton';

beforeEach(() => signedInAs(null));

const order = anOrder({ id: 31, status: 'completed' });
const track = anAdminProduct({ id: 8, name: 'Night Bus', store_name: 'North Yard' });
const ANSWERS = {
  'GET /api/orders': { body: aPage(order) },
  'GET /api/products': { body: aPage(track) },
  'GET /api/users': { body: aPage() },
  'GET /api/sellers': { body: { ...aPage(), message: '' } },
} as const;

function open(admin_role: AdminRole, answers: Parameters<typeof stubServer>[0] = {}, page = <JumpButton />) {
  adminIs(5);
  const details = { body: aDetails([], [], anAdmin({ admin_role })) };
  const calls = stubServer({ ...ANSWERS, 'GET /api/users/5/details': details, ...answers });
  const element = { path: '/mdghost-panel-secur/*', element: page };
  return { calls, ...renderAt(page, { at: '/mdghost-panel-secur/dashboard', routes: [element] }) };
}

test('Ctrl+K lists the pages of the menu, and Enter goes to the first that has the typed words', async () => {
  const { user, router } = open('owner');
  await user.keyboard('{Control>}k{/Control}');
  const dialog = within(await screen.findByRole('dialog', { name: 'Go to' }));
  const field = dialog.getByRole('combobox', { name: 'Page, order, track, buyer or store' });
  expect(field).toHaveFocus();
  expect(dialog.getByRole('option', { name: /Audit log/ })).toBeVisible();
  await user.keyboard('recon{Enter}');
  expect(router.state.location.pathname).toBe('/mdghost-panel-secur/reconciliation');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('orders and tracks are found as their lists find them, and opened', async () => {
  const { user, router, calls } = open('owner');
  await user.click(screen.getByRole('button', { name: 'Go to (Ctrl+K)' }));
  await user.click(await screen.findByRole('combobox'));
  await user.paste(' night ');
  expect(await screen.findByRole('option', { name: /Order #31 mira@example.com completed/ })).toBeVisible();
  await user.click(await screen.findByRole('option', { name: /Track Night Bus North Yard #8/ }));
  expect(router.state.location.pathname).toBe('/mdghost-panel-secur/products/edit/8');
  expect(calls.filter(({ path }) => path.startsWith('/api/orders?')).map(({ path }) => path)).toEqual([
    '/api/orders?page=1&limit=4&q=night',
  ]);
});

test('a role finds what it may read alone, and a list that fails leaves the others', async () => {
  const { user, calls } = open('catalogue', { 'GET /api/products': { status: 503 } });
  await user.keyboard('{Meta>}k{/Meta}');
  const field = await screen.findByRole('combobox');
  expect(screen.queryByRole('option', { name: /Payouts/ })).toBeNull();
  await user.type(field, 'zzz');
  expect(await screen.findByText('Some lists could not be searched.')).toBeVisible();
  expect(calls.filter(({ path }) => /^\/api\/(orders|users)\?/.test(path))).toEqual([]);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('Tab reaches the button that closes it, and goes nowhere', async () => {
  const { user, router } = open('owner');
  await user.keyboard('{Control>}k{/Control}');
  await user.click(await screen.findByRole('combobox'));
  await user.tab({ shift: true });
  expect(screen.getByRole('button', { name: 'Close' })).toHaveFocus();
  expect(router.state.location.pathname).toBe('/mdghost-panel-secur/dashboard');
});

test('a click into the field leaves the first place highlighted, and Enter goes there', async () => {
  const { user, router } = open('owner');
  await user.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox');
  await user.type(field, 'recon');
  await user.click(field);
  await user.keyboard('{Enter}');
  expect(router.state.location.pathname).toBe('/mdghost-panel-secur/reconciliation');
});

test('a form with unsaved changes asks before it is left, by Enter and by a click', async () => {
  const question = jest.spyOn(window, 'confirm').mockReturnValue(false);
  function Form() {
    useUnsavedWarning(true);
    return <JumpButton />;
  }
  const { user, router } = open('owner', {}, <Form />);
  await user.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox');
  await user.type(field, 'recon{Enter}');
  await user.click(screen.getByRole('option', { name: /Reconciliation/ }));
  expect(question).toHaveBeenCalledTimes(2);
  expect(router.state.location.pathname).toBe('/mdghost-panel-secur/dashboard');
  question.mockReturnValue(true);
  await user.click(screen.getByRole('option', { name: /Reconciliation/ }));
  expect(router.state.location.pathname).toBe('/mdghost-panel-secur/reconciliation');
  question.mockRestore();
});
