import type { AdminRole } from '@shop/contracts/constants';
import { screen, waitFor, within } from '@testing-library/react';
import { AppRoutes } from '#app/AppRoutes.tsx';
import { aListedOrder, anAdminOrder } from '#testing/an-admin-order.ts';
import { aConfig, aPage } from '#testing/answers.ts';
import { aProduct, aDemo } from '#testing/a-track.ts';
import { anAdmin, aDetails } from '#testing/a-user.ts';
import { aCoupon } from '#testing/an-order.ts';
import { aStore, aSeller } from '#testing/a-seller.ts';
import { adminIs, renderAt } from '#testing/render.tsx';
import { actionsInMenu } from '#testing/row-menu.ts';
import { stubServer } from '#testing/stub-server.ts';

const page = (...data: object[]) => ({ body: aPage(...data) });
const product = {
  ...aProduct({ id: 4, name: 'Undertow' }),
  status: 'active',
  store_active: true,
  seller_id: 7,
  submission_id: null,
};
const seller = aSeller({ accepted_offer: false, offer_version: null, offer_accepted_at: null, social_link: null });
const payout = {
  id: 3,
  store_name: 'Night Freight',
  deleted: false,
  payment_method: 'paypal',
  pay_to: 'pay@night.example',
  owedCents: 0,
  dueCents: 5000,
  paidCents: 0,
  heldCents: 0,
  overpaidCents: 0,
  subsidyCents: 0,
  oldestDueOn: '2026-11-20',
};
const request = {
  id: 6,
  user_id: 7,
  name: 'Ada',
  email: 'ada@example.com',
  account_email: 'ada@example.com',
  service: 'co-producing',
  wishes: [],
  description: 'A drop',
  created_at: '2026-11-04T10:00:00.000Z',
  state: 'new',
};
const order = anAdminOrder({ payment_state: 'paid', status: 'completed' });

const as = (role: AdminRole, at: string, more: Parameters<typeof stubServer>[0] = {}) => {
  adminIs(5);
  const calls = stubServer({
    'GET /api/config': { body: aConfig() },
    'GET /api/users/5/details': { body: aDetails([], [], anAdmin({ admin_role: role })) },
    'GET /api/stores': page({ seller_id: 7, name: 'Night Works', status: 'active' }),
    'GET /api/products': page(product),
    'GET /api/products/4': { body: product },
    'GET /api/demos': page(aDemo({ name: 'Undertow' })),
    'GET /api/sellers': { body: { ...aPage(seller), message: 'ok' } },
    'GET /api/coupons': page(aCoupon()),
    'GET /api/payouts': {
      body: {
        ...page(payout).body,
        totals: { owedCents: 0, dueCents: 5000, heldCents: 0, paidCents: 0, overpaidCents: 0 },
        today: '2026-11-22',
      },
    },
    'GET /api/orders': page(aListedOrder()),
    [`GET /api/orders/${order.id}`]: { body: { success: true, data: order } },
    'GET /api/service-requests': page(request),
    'GET /api/service-requests/6': { body: { success: true, data: request } },
    ...more,
  });
  return { calls, ...renderAt(<AppRoutes />, { at: `/mdghost-panel-secur/${at}` }) };
};
const main = () => within(screen.getByRole('main'));
const buttons = () =>
  main()
    .queryAllByRole('button')
    .map((button) => button.getAttribute('aria-label') ?? button.textContent ?? '');
const links = () =>
  main()
    .queryAllByRole('link')
    .map((link) => link.getAttribute('aria-label') ?? link.textContent ?? '');
/** Sorting, saving and downloading what is listed, which every role may. */
const SORTING =
  /^(ID|Name|Last Name|Email|Country|Category|Genre|BPM|Price|Plays|Status|Code|Discount|Expires|Store|Due|Pay by|Owed|Paid|Date|Total|Payment|Subscribed|Last Updated|Service|From|State|Verification|Shop|Accepted At|CSV|Save view)$/;
const MENU = 'Actions for ';
/** What is offered, in the menu of a row too. */
async function offered(user: ReturnType<typeof as>['user']) {
  const names = [...buttons(), ...links()].map((name) => name.trim()).filter((name) => name && !SORTING.test(name));
  const [menus, others] = [names.filter((name) => name.startsWith(MENU)), names.filter((name) => !name.startsWith(MENU))];
  for (const menu of menus) others.push(...(await actionsInMenu(user, menu.slice(MENU.length))));
  return others;
}

afterEach(() => localStorage.clear());

test.each([
  ['viewer', 'products', 'Undertow', [/Play|Listen/]],
  ['viewer', 'demos', 'Undertow', [/Play|Listen/]],
  ['viewer', 'sellers', 'Night Freight', [/^Unsold tracks$/, /timeline of/]],
  ['viewer', 'coupons', 'WARM', []],
  ['viewer', 'payouts', 'Night Freight', [/^History/]],
  ['viewer', 'orders', 'marta@example.com', [/^View/]],
  ['viewer', 'service-requests', 'Ada', [/^View/]],
  ['support', 'sellers', 'Night Freight', [/^Unsold tracks$/, /^View Document/, /^Edit/, /^Delete/, /timeline of/]],
  ['finance', 'sellers', 'Night Freight', [/^Edit/, /timeline of/]],
  ['finance', 'payouts', 'Night Freight', [/^History/, /^Record payout/]],
  ['finance', 'coupons', 'WARM', [/^New coupon$/, /^Deactivate/, /^Delete/]],
  ['catalogue', 'products', 'Undertow', [/Play|Listen/, /^Add New Product$/, /^Edit/, /^Delete/]],
] as const)('%s sees in %s only what the role may do', async (role, at, visible, allowed) => {
  const { user } = as(role, at);
  await screen.findAllByText(visible);
  const acts = await offered(user);
  expect(acts.filter((name) => !allowed.some((pattern) => pattern.test(name)))).toEqual([]);
  for (const pattern of allowed) expect(acts.some((name) => pattern.test(name))).toBe(true);
});

test.each([
  ['viewer', []],
  ['support', ['Resend']],
  ['finance', ['Refund', 'Record refund']],
  ['owner', ['Resend', 'Refund', 'Record refund']],
] as const)('on an order, %s may: %p', async (role, allowed) => {
  // The server decides which contracts a role may read.
  as(role, `orders/${order.id}`, {
    [`GET /api/orders/${order.id}`]: { body: { success: true, data: { ...order, contracts: [] } } },
  });
  await screen.findByRole('heading', { name: `Order #${order.id}` });
  expect(buttons()).toEqual(allowed);
  expect(screen.queryByRole('combobox', { name: /^Status of order/ }) !== null).toBe(role === 'support' || role === 'owner');
});

test('finance reads the contracts of an order, without the links to its files', async () => {
  const { id } = order;
  as('finance', `orders/${id}`, {
    [`GET /api/orders/${id}`]: { body: { success: true, data: { ...order, downloadLinks: [] } } },
  });
  expect(await screen.findByRole('heading', { name: 'Contracts' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Contract Salt on the Runway' })).toBeVisible();
  expect(screen.queryByText(/counts as a download/)).toBeNull();
});

test('a viewer reads a request and cannot set its state', async () => {
  const { user } = as('viewer', 'service-requests');
  await user.click(await screen.findByRole('button', { name: 'View request 6' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Request 6' }));
  expect(await dialog.findByText('New')).toBeVisible();
  expect(dialog.queryByRole('combobox')).toBeNull();
});

test('the form of a product is not for a viewer', async () => {
  as('viewer', 'products/edit/4');
  expect(await screen.findByText('Your role does not allow this')).toBeVisible();
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('support saves a store without its payout details, finance only these', async () => {
  const saved = { 'PUT /api/sellers/3': { body: { success: true, data: aStore() } } };
  const support = as('support', 'sellers', saved);
  await support.user.click(await screen.findByRole('button', { name: 'Edit Night Freight' }));
  await support.user.type(await screen.findByRole('textbox', { name: 'Store name' }), 's');
  expect(screen.queryByRole('textbox', { name: 'PayPal email' })).toBeNull();
  await support.user.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(support.calls.at(-2)).toMatchObject({ method: 'PUT', body: { shop_name: 'Night Freights' } }));
  support.unmount();

  const finance = as('finance', 'sellers', saved);
  await finance.user.click(await screen.findByRole('button', { name: 'Edit Night Freight' }));
  await finance.user.type(await screen.findByRole('textbox', { name: 'PayPal email' }), 'x');
  expect(screen.queryByRole('textbox', { name: 'Store name' })).toBeNull();
  await finance.user.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() =>
    expect(finance.calls.find(({ method }) => method === 'PUT')?.body).toEqual({
      payout_changed_at: null,
      paypal_email: 'pay@night.examplex',
    }),
  );
});

test('while the role is unknown neither actions nor refusals are shown', async () => {
  let answer: (() => void) | undefined;
  as('support', 'orders', {
    'GET /api/users/5/details': () =>
      new Promise((resolve) => {
        answer = () => resolve({ body: aDetails([], [], anAdmin({ admin_role: 'support' })) });
      }),
  });
  expect(await screen.findByText('Loading…')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Payouts' })).toBeNull();
  expect(screen.queryByText('Your role does not allow this')).toBeNull();
  await waitFor(() => expect(answer).toBeDefined());
  answer!();
  expect(await screen.findByText('marta@example.com')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Orders' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Payouts' })).toBeNull();
});
