import type { UserView } from '@shop/contracts/views';
import { screen, waitFor, within } from '@testing-library/react';
import { refusal } from '#testing/answers.ts';
import { aDetails } from '#testing/a-user.ts';
import { asksFirst } from '#testing/asks-first.ts';
import { anOrder } from '#testing/an-order.ts';
import { adminIs, renderAt, signedInAs } from '#testing/render.tsx';
import { actionsInMenu, pressInMenu } from '#testing/row-menu.ts';
import { stubServer, type Call } from '#testing/stub-server.ts';
import { BuyersPage } from '#pages/admin/people/BuyersPage.tsx';

const mara: UserView = {
  id: 7,
  name: 'Mara',
  last_name: 'Lind',
  email: 'mara@example.com',
  country: 'Sweden',
  is_admin: 0,
  admin_role: null,
  suspended: null,
  is_seller: true,
  created_at: '2026-11-01T10:00:00.000Z',
};
const users = { body: { success: true, data: [mara], pagination: { page: 1, limit: 10, total: 1, totalPages: 1 } } };
const bodies = (calls: Call[], method: string) => calls.filter((call) => call.method === method).map(({ body }) => body);
const editing = async (handlers: Parameters<typeof stubServer>[0]) => {
  const calls = stubServer({ 'GET /api/users': users, ...handlers });
  const { user } = renderAt(<BuyersPage />);
  await pressInMenu(user, 'mara@example.com', 'Edit mara@example.com');
  return { calls, user, dialog: within(await screen.findByRole('dialog', { name: 'Edit buyer' })) };
};

afterEach(() => {
  jest.restoreAllMocks();
  signedInAs(null);
  localStorage.clear();
});

test('a buyer is edited: only changed fields are sent, the admin flag with its role', async () => {
  const { calls, user, dialog } = await editing({
    'PUT /api/users/7': { body: { success: true, data: mara, pending_email: null } },
  });
  const name = dialog.getByRole('textbox', { name: 'Name' });
  await user.clear(name);
  await user.type(name, 'Maja');
  await asksFirst(user);
  await user.click(dialog.getByRole('checkbox', { name: /Administrator/ }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('User updated successfully')).toBeVisible();
  expect(bodies(calls, 'PUT')).toEqual([{ name: 'Maja', is_admin: 1, admin_role: 'owner' }]);
});

test('a taken address shows a message at its field, the last admin below the form', async () => {
  let answer = refusal('409 email-taken', 'This e-mail address is already in use.', { field: 'email' });
  const { user, dialog } = await editing({ 'PUT /api/users/7': () => answer });
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(dialog.getByRole('textbox', { name: 'Email' })).toBeInvalid());
  answer = refusal('409 last-admin', 'The last administrator cannot be taken away.');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('The last administrator cannot be taken away.')).toBeVisible();
});

test('deleting asks first, and shows why it was refused', async () => {
  const calls = stubServer({
    'GET /api/users': users,
    'DELETE /api/users/7': refusal('409 own-account', 'You cannot take away your own role or account. Please ask another owner.'),
  });
  const { user } = renderAt(<BuyersPage />);
  const confirm = jest.spyOn(window, 'confirm').mockReturnValueOnce(false).mockReturnValueOnce(true);
  const remove = () => pressInMenu(user, 'mara@example.com', 'Delete mara@example.com');
  await remove();
  expect(bodies(calls, 'DELETE')).toHaveLength(0);
  await remove();
  expect(await screen.findByText('You cannot take away your own role or account. Please ask another owner.')).toBeVisible();
  expect(confirm.mock.calls[0]![0]).toMatch(
    /^Are you sure you want to delete Mara Lind \(mara@example\.com\)\? This is a seller/,
  );
});

test("a user's orders are shown with what was paid in all", async () => {
  // The service never answers an order without a date, but the page must not break.
  const order = anOrder({ id: 3, total_price: 313.95, payment_state: 'paid', status: 'completed', created_at: '' });
  stubServer({
    'GET /api/users': users,
    'GET /api/orders/mdghost-panel-secur/user/7': {
      body: { success: true, data: [order, { ...order, id: 2, payment_state: 'expired' }] },
      malformed: true,
    },
  });
  const { user } = renderAt(<BuyersPage />);
  await user.click(await screen.findByRole('button', { name: 'Orders of mara@example.com' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Orders of Mara Lind' }));
  expect(await dialog.findByRole('link', { name: 'View order 3' })).toBeVisible();
  expect(dialog.getByText(/^Paid:/).parentElement).toHaveTextContent('Paid: $313.95');
  expect(dialog.getAllByText('Date not available')).toHaveLength(2);
});

test('an admin is made with a role', async () => {
  const { calls, user, dialog } = await editing({
    'PUT /api/users/7': { body: { success: true, data: mara, pending_email: null } },
  });
  expect(dialog.queryByRole('combobox', { name: 'Role' })).toBeNull();
  await user.click(dialog.getByRole('checkbox', { name: 'Administrator' }));
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Role' }), 'support');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(bodies(calls, 'PUT')).toMatchObject([{ is_admin: 1, admin_role: 'support' }]));
});

test('an admin loses the role', async () => {
  const admin = { ...mara, is_admin: 1, admin_role: 'support' } as const;
  const { calls, user, dialog } = await editing({
    'GET /api/users': { body: { ...users.body, data: [admin] } },
    'PUT /api/users/7': { body: { success: true, data: mara, pending_email: null } },
  });
  await user.click(dialog.getByRole('checkbox', { name: 'Administrator' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(bodies(calls, 'PUT')).toEqual([{ is_admin: 0, admin_role: null }]));
});

test('an account is suspended with a reason', async () => {
  const calls = stubServer({ 'GET /api/users': users, 'POST /api/users/7/suspension': { body: { success: true, data: mara } } });
  const { user } = renderAt(<BuyersPage />);
  await pressInMenu(user, 'mara@example.com', 'Suspend mara@example.com');
  const dialog = within(await screen.findByRole('dialog', { name: 'Suspend mara@example.com' }));
  await user.click(dialog.getByRole('button', { name: 'Suspend' }));
  expect(await dialog.findByText('Please say why')).toBeVisible();
  await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Holds the whole shop');
  await asksFirst(user);
  await user.click(dialog.getByRole('button', { name: 'Suspend' }));
  expect(await screen.findByText('The account is suspended')).toBeVisible();
  expect(bodies(calls, 'POST')).toEqual([{ reason: 'Holds the whole shop' }]);
});

test('a suspended account is marked, says why, and is reinstated after a question', async () => {
  const suspended: UserView = { ...mara, suspended: { since: '2026-11-02T10:00:00.000Z', reason: 'Holds the whole shop' } };
  const calls = stubServer({
    'GET /api/users': { body: { ...users.body, data: [suspended] } },
    'DELETE /api/users/7/suspension': { body: { success: true, data: mara } },
  });
  const { user } = renderAt(<BuyersPage />);
  jest.spyOn(window, 'confirm').mockReturnValueOnce(false).mockReturnValueOnce(true);
  expect(await screen.findByText('Holds the whole shop')).toBeVisible();
  const reinstate = () => pressInMenu(user, 'mara@example.com', 'Reinstate mara@example.com');
  await reinstate();
  expect(bodies(calls, 'DELETE')).toHaveLength(0);
  await reinstate();
  expect(await screen.findByText('The account can log in again')).toBeVisible();
});

test('support changes neither addresses nor roles, and deletes nobody', async () => {
  adminIs(5);
  const { calls, user, dialog } = await editing({
    'GET /api/users/5/details': { body: aDetails([], [], { ...mara, id: 5, is_admin: 1, admin_role: 'support' }) },
    'PUT /api/users/7': { body: { success: true, data: mara, pending_email: null } },
  });
  await waitFor(() => expect(dialog.queryByRole('checkbox', { name: 'Administrator' })).toBeNull());
  expect(dialog.queryByRole('textbox', { name: 'Email' })).toBeNull();
  await user.type(dialog.getByRole('textbox', { name: 'Last Name' }), 't');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(bodies(calls, 'PUT')).toEqual([{ last_name: 'Lindt' }]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await actionsInMenu(user, 'mara@example.com')).toEqual(['Edit', 'Suspend']);
});

test.each([
  { role: 'support', ofAdmins: ['Edit'], ofOthers: ['Edit', 'Suspend'] },
  { role: 'owner', ofAdmins: ['Edit', 'Suspend', 'Delete'], ofOthers: ['Edit', 'Suspend', 'Delete'] },
] as const)('$role is offered nothing that would be refused: not on the own account, nor on administrators', async (person) => {
  adminIs(5);
  signedInAs(mara.id); // the session of the shop does not concern the administration
  const own: UserView = { ...mara, id: 5, email: 'own@example.com', is_admin: 1, admin_role: person.role };
  const admin = { ...mara, id: 6, email: 'admin@example.com', is_admin: 1, admin_role: 'viewer' };
  stubServer({
    'GET /api/users': { body: { ...users.body, data: [own, admin, mara] } },
    'GET /api/users/5/details': { body: aDetails([], [], own) },
  });
  const { user } = renderAt(<BuyersPage />);
  expect(await actionsInMenu(user, 'mara@example.com')).toEqual(person.ofOthers);
  expect(await actionsInMenu(user, 'admin@example.com')).toEqual(person.ofAdmins);
  expect(await actionsInMenu(user, 'own@example.com')).toEqual(['Edit']);
  await pressInMenu(user, 'own@example.com', 'Edit own@example.com');
  expect(within(await screen.findByRole('dialog', { name: 'Edit buyer' })).queryByRole('textbox', { name: 'Email' })).toBeNull();
});
