import type { SellerAdminView } from '@shop/contracts/views';
import { screen, waitFor, within } from '@testing-library/react';
import { aPage, refusal } from '#testing/answers.ts';
import { aStore, aSeller } from '#testing/a-seller.ts';
import { asksFirst } from '#testing/asks-first.ts';
import { renderAt } from '#testing/render.tsx';
import { pressInMenu } from '#testing/row-menu.ts';
import { stubServer, type Call } from '#testing/stub-server.ts';
import { SellersPage } from '#pages/admin/people/SellersPage.tsx';

const withCard = { payment_method: 'card', paypal_email: null, card_number: '4242', card_holder_name: 'Nora Lind' } as const;
const bare = aSeller({
  id: 4,
  shop_name: 'Low Tide',
  status: '0',
  social_link: null,
  payment_method: null,
  paypal_email: null,
  verification_photo: null,
  accepted_offer: false,
  offer_accepted_at: null,
});

const list = (...data: SellerAdminView[]) => ({ body: { ...aPage(...data), message: 'ok' } });
const SAVED = { body: { success: true, data: aStore() } };
const callsBy = (calls: Call[], method: string) =>
  calls.filter((call) => call.method === method).map(({ path, body }) => ({ path, body }));
const open = (handlers: Parameters<typeof stubServer>[0] = {}, at = '/', ...sellers: SellerAdminView[]) => {
  const calls = stubServer({ 'GET /api/sellers': list(...(sellers.length ? sellers : [aSeller()])), ...handlers });
  return { calls, ...renderAt(<SellersPage />, { at }) };
};
const editing = async (handlers: Parameters<typeof stubServer>[0] = {}, seller = aSeller()) => {
  const shown = open(handlers, '/', seller);
  await shown.user.click(await screen.findByRole('button', { name: `Edit ${seller.shop_name}` }));
  return { ...shown, dialog: within(await screen.findByRole('dialog', { name: 'Edit seller' })) };
};

afterEach(() => jest.restoreAllMocks());

test('every column of a store is there, with words for missing values', async () => {
  open({}, '/', aSeller(), aSeller({ id: 5, shop_name: 'Half Step', ...withCard }), bare);
  const values = async (store: string) => {
    const row = (await screen.findByRole('button', { name: `Edit ${store}` })).closest('tr')!;
    const named = [...row.querySelectorAll('[data-label]')];
    return Object.fromEntries(named.map((value) => [value.getAttribute('data-label'), value.textContent]));
  };
  expect(await values('Night Freight')).toMatchObject({
    ID: '3',
    Name: 'Nora',
    'Last Name': 'Lind',
    Email: 'nora@example.com',
    Country: 'Sweden',
    Verification: 'View Document',
    Shop: 'Night Freight',
    Social: 'soundcloud.com/night-freight',
    Payment: 'pay@night.example',
    'Offer Accepted': 'Yes',
    'Accepted At': '5 Nov 2026',
    Actions: 'Edit',
  });
  expect(await values('Half Step')).toMatchObject({ Payment: '**** **** **** 4242' });
  expect(await values('Low Tide')).toMatchObject({ Verification: 'Not provided', Payment: 'Not set', 'Offer Accepted': 'No' });
  expect(screen.getByRole('combobox', { name: 'Status of Low Tide' })).toHaveDisplayValue('No document');
});

test('search and filters are in the query of the service; an empty result says so', async () => {
  const { calls, user } = open({ 'GET /api/sellers': ({ path }) => (path.includes('q=') ? list() : list(aSeller())) });
  await user.selectOptions(await screen.findByLabelText('Status'), 'Pending');
  await user.type(screen.getByLabelText(/^Search by ID, shop, name/), 'freight');
  expect(await screen.findByText('No matching sellers found')).toBeVisible();
  const query = new URL(calls.at(-1)!.path, 'http://shop').searchParams;
  expect(Object.fromEntries(query)).toEqual({ page: '1', limit: '10', status: 'pending', q: 'freight' });
});

test.each([
  [200, 'Status updated'],
  [500, 'Update failed'],
])('any status may be chosen in its row, a waiting store made active after a question; %i says so', async (status, text) => {
  const { calls, user } = open({ 'PUT /api/sellers/3/status': status === 200 ? SAVED : { status } });
  const ask = jest.spyOn(window, 'confirm').mockReturnValueOnce(false).mockReturnValueOnce(true);
  const choice = await screen.findByRole('combobox', { name: 'Status of Night Freight' });
  await user.selectOptions(choice, 'Active');
  expect(ask).toHaveBeenCalledWith('Activate the store Night Freight?');
  expect(choice).toHaveDisplayValue('Pending');
  expect(callsBy(calls, 'PUT')).toEqual([]);
  await user.selectOptions(choice, 'Active');
  ask.mockRestore();
  expect(await screen.findByText(text)).toBeVisible();
  expect(callsBy(calls, 'PUT')).toEqual([
    {
      path: '/api/sellers/3/status',
      body: { status: 'active', verification_uploaded_at: '2026-11-04T10:00:00.000Z', verification_waits: true },
    },
  ]);
});

test('making an inactive store active asks first when its document waits, and not otherwise', async () => {
  const [waits, judged] = [
    aSeller({ status: 'inactive' }),
    aSeller({ id: 5, shop_name: 'Half Step', status: 'inactive', verification_waits: false }),
  ];
  const { calls, user } = open({ 'PUT /api/sellers/5/status': SAVED }, '/', waits, judged);
  const ask = jest.spyOn(window, 'confirm').mockReturnValue(false);
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Status of Night Freight' }), 'Active');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Status of Half Step' }), 'Active');
  await waitFor(() => expect(callsBy(calls, 'PUT')).toHaveLength(1));
  expect(callsBy(calls, 'PUT')).toMatchObject([{ path: '/api/sellers/5/status' }]);
  expect(ask.mock.calls).toEqual([['Activate the store Night Freight?']]);
});

test('refusing a document needs a reason; a store without a waiting document is set inactive at once', async () => {
  const active = aSeller({ id: 5, shop_name: 'Half Step', status: 'active', verification_waits: false });
  const { calls, user } = open(
    { 'PUT /api/sellers/3/status': SAVED, 'PUT /api/sellers/5/status': SAVED },
    '/',
    aSeller(),
    active,
  );
  const status = await screen.findByRole('combobox', { name: 'Status of Night Freight' });
  await user.selectOptions(status, 'Inactive');
  const dialog = within(await screen.findByRole('dialog', { name: 'Refuse document' }));
  await user.click(dialog.getByRole('button', { name: 'Refuse' }));
  expect(await dialog.findByText('Please say why the document is refused')).toBeVisible();
  expect(callsBy(calls, 'PUT')).toEqual([]);
  await user.type(dialog.getByLabelText('Reason'), 'The name cannot be read.');
  await user.click(dialog.getByRole('button', { name: 'Refuse' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  await user.selectOptions(screen.getByRole('combobox', { name: 'Status of Half Step' }), 'Inactive');
  await waitFor(() => expect(callsBy(calls, 'PUT')).toHaveLength(2));
  const form = { status: 'inactive', verification_uploaded_at: '2026-11-04T10:00:00.000Z' };
  expect(callsBy(calls, 'PUT')).toEqual([
    { path: '/api/sellers/3/status', body: { ...form, reason: 'The name cannot be read.', verification_waits: true } },
    { path: '/api/sellers/5/status', body: { ...form, verification_waits: false } },
  ]);
});

test('a document that was replaced meanwhile is not refused: it is said, and the list is read again', async () => {
  const changed = refusal('409 document-changed', 'Another document has come.');
  const { calls, user } = open({ 'PUT /api/sellers/3/status': changed });
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Status of Night Freight' }), 'Inactive');
  const dialog = within(await screen.findByRole('dialog', { name: 'Refuse document' }));
  await user.type(dialog.getByLabelText('Reason'), 'Blurred');
  await user.click(dialog.getByRole('button', { name: 'Refuse' }));
  expect(await screen.findByText('Another document has come.')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(callsBy(calls, 'GET')).toHaveLength(2));
});

test('a store is edited: emptied fields are sent as null, and another payment method with all its fields', async () => {
  const paid = aSeller({ payout_changed_at: '2026-11-05T11:00:00.000Z' });
  const { calls, user, dialog } = await editing({ 'PUT /api/sellers/3': SAVED }, paid);
  expect(dialog.getByText(/^Offer accepted: version 1\.0, 5 Nov 2026/)).toBeVisible();
  expect(dialog.getByRole('textbox', { name: 'PayPal email' })).toHaveValue('pay@night.example');
  await user.clear(dialog.getByRole('textbox', { name: 'Social link' }));
  await user.click(dialog.getByRole('radio', { name: 'Credit Card' }));
  await user.type(dialog.getByRole('textbox', { name: 'Card number' }), '4242 4242 4242 4242');
  await user.type(dialog.getByRole('textbox', { name: 'Card holder name' }), 'Nora Lind');
  await user.click(dialog.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('Seller updated successfully')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(callsBy(calls, 'PUT')).toEqual([
    {
      path: '/api/sellers/3',
      body: {
        social_link: null,
        payout_changed_at: '2026-11-05T11:00:00.000Z',
        payment_method: 'card',
        card_number: '4242 4242 4242 4242',
        card_holder_name: 'Nora Lind',
      },
    },
  ]);
});

test('a store without payout details is renamed without sending any', async () => {
  const { calls, user, dialog } = await editing({ 'PUT /api/sellers/4': SAVED }, bare);
  await user.type(dialog.getByRole('textbox', { name: 'Store name' }), '!');
  await asksFirst(user);
  await user.click(dialog.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(callsBy(calls, 'PUT')).toEqual([{ path: '/api/sellers/4', body: { shop_name: 'Low Tide!' } }]));
});

test('an incomplete edit sends nothing, and its first missing field has the focus', async () => {
  const { calls, user, dialog } = await editing();
  await user.click(dialog.getByRole('radio', { name: 'Credit Card' }));
  await user.type(dialog.getByRole('textbox', { name: 'Card holder name' }), 'Nora Lind');
  await user.click(dialog.getByRole('button', { name: 'Save changes' }));
  expect(dialog.getByRole('textbox', { name: 'Card number' })).toHaveAccessibleDescription('Please enter your card number');
  expect(dialog.getByRole('textbox', { name: 'Card number' })).toHaveFocus();
  await user.type(dialog.getByRole('textbox', { name: 'Card number' }), '4242 4242 4242 4242');
  await user.clear(dialog.getByRole('textbox', { name: 'Card holder name' }));
  await user.click(dialog.getByRole('button', { name: 'Save changes' }));
  expect(dialog.getByRole('textbox', { name: 'Card holder name' })).toHaveAccessibleDescription(
    'Please enter the name on the card',
  );
  expect(dialog.getByRole('textbox', { name: 'Card holder name' })).toHaveFocus();
  await user.click(dialog.getByRole('radio', { name: 'PayPal' }));
  await user.clear(dialog.getByRole('textbox', { name: 'PayPal email' }));
  await user.click(dialog.getByRole('button', { name: 'Save changes' }));
  expect(dialog.getByRole('textbox', { name: 'PayPal email' })).toHaveAccessibleDescription('Please enter your PayPal e-mail');
  await user.clear(dialog.getByRole('textbox', { name: 'Store name' }));
  await user.click(dialog.getByRole('button', { name: 'Save changes' }));
  expect(dialog.getByRole('textbox', { name: 'Store name' })).toHaveFocus();
  expect(callsBy(calls, 'PUT')).toEqual([]);
});

test('a typed edit is there again after the session ended and the admin logged in, without the card number', async () => {
  const handlers = { 'PUT /api/sellers/3': refusal('401 unauthenticated', 'Please log in.') };
  const before = await editing(handlers, aSeller(withCard));
  await before.user.type(before.dialog.getByLabelText('Store name'), '!');
  await before.user.type(before.dialog.getByLabelText('Card number'), '4242 4242 4242 4242');
  await before.user.click(before.dialog.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(before.store.getState().adminSession.hasExpired).toBe(true));
  before.unmount();

  // Somebody else has changed the link in the meantime.
  const { dialog } = await editing(handlers, aSeller({ ...withCard, social_link: 'https://soundcloud.com/new' }));
  expect(dialog.getByLabelText('Store name')).toHaveValue('Night Freight!');
  expect(dialog.getByLabelText('Card number')).toHaveValue('');
  expect(dialog.getByLabelText('Social link')).toHaveValue('https://soundcloud.com/new');
});

test.each<[string, Partial<SellerAdminView>, string]>([
  ['method', withCard, 'Credit Card'],
  ['address', { paypal_email: 'new@night.example' }, 'PayPal'],
])(
  'an address that was typed before the end of the session takes back no %s that the seller gave since',
  async (_, given, method) => {
    const before = await editing({ 'PUT /api/sellers/3': refusal('401 unauthenticated', 'Please log in.') });
    await before.user.type(before.dialog.getByLabelText('PayPal email'), '.com');
    await before.user.click(before.dialog.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(before.store.getState().adminSession.hasExpired).toBe(true));
    before.unmount();

    const { calls, user, dialog } = await editing(
      { 'PUT /api/sellers/3': SAVED },
      aSeller({ ...given, payout_changed_at: '2026-11-05T11:00:00.000Z' }),
    );
    expect(dialog.getByRole('radio', { name: method })).toBeChecked();
    await user.type(dialog.getByLabelText('Store name'), '!');
    await user.click(dialog.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(callsBy(calls, 'PUT').map(({ body }) => body)).toEqual([{ shop_name: 'Night Freight!' }]));
  },
);

test('of a kept card only the last four digits are shown, and none are sent back', async () => {
  const { calls, user, dialog } = await editing({ 'PUT /api/sellers/3': SAVED }, aSeller({ ...withCard, accepted_offer: false }));
  expect(dialog.getByText('Offer not accepted')).toBeVisible();
  expect(dialog.getByPlaceholderText('•••• •••• •••• 4242')).toHaveValue('');
  await user.type(dialog.getByRole('textbox', { name: 'Card holder name' }), ' Berg');
  await user.click(dialog.getByRole('button', { name: 'Save changes' }));
  await waitFor(() =>
    expect(callsBy(calls, 'PUT')[0]?.body).toEqual({ payout_changed_at: null, card_holder_name: 'Nora Lind Berg' }),
  );
});

test.each(['5678', '4111 1111 1111 111x'])(
  'a card of which %s is typed is no number, and not the mask of the kept one',
  async (typed) => {
    const { calls, user, dialog } = await editing({ 'PUT /api/sellers/3': SAVED }, aSeller(withCard));
    const number = dialog.getByRole('textbox', { name: 'Card number' });
    await user.type(number, typed);
    await user.click(dialog.getByRole('button', { name: 'Save changes' }));
    expect(number).toHaveAccessibleDescription(/Please enter a valid card number/);
    expect(number).toHaveFocus();
    expect(callsBy(calls, 'PUT')).toEqual([]);
  },
);

test('the edit shows the store as it is when the button is pressed, not as the list was read', async () => {
  let now = aSeller();
  const { user } = open({ 'GET /api/sellers': () => list(now) });
  const edit = await screen.findByRole('button', { name: 'Edit Night Freight' });
  now = aSeller(withCard);
  await user.click(edit);
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit seller' }));
  expect(dialog.getByRole('radio', { name: 'Credit Card' })).toBeChecked();
});

test('a store that has gone is not edited, but shows a message', async () => {
  let answer = list(aSeller());
  const { user } = open({ 'GET /api/sellers': () => answer });
  const edit = await screen.findByRole('button', { name: 'Edit Night Freight' });
  answer = list(bare);
  await user.click(edit);
  expect(await screen.findByText(/^The store Night Freight is no longer on this page/)).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a PayPal address is not saved for a seller who has since chosen a card; the other typed values are', async () => {
  const changed = refusal('409 payout-changed', 'The payout details of this store have changed. Please check them first.');
  let now = aSeller();
  const { calls, user, dialog } = await editing({
    'GET /api/sellers': () => list(now),
    'PUT /api/sellers/3': ({ body }) => ('paypal_email' in (body as object) ? changed : SAVED),
  });
  await user.type(dialog.getByRole('textbox', { name: 'PayPal email' }), '.com');
  await user.type(dialog.getByLabelText('Store name'), '!');
  now = aSeller({ ...withCard, social_link: 'https://soundcloud.com/new', payout_changed_at: '2026-11-05T11:00:00.000Z' });
  await user.click(dialog.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('The payout details of this store have changed. Please check them first.')).toBeVisible();
  await waitFor(() => expect(dialog.getByRole('radio', { name: 'Credit Card' })).toBeChecked());
  expect(dialog.getByLabelText('Social link')).toHaveValue('https://soundcloud.com/new');
  await user.click(dialog.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(callsBy(calls, 'PUT').map(({ body }) => body)).toEqual([
    { shop_name: 'Night Freight!', payout_changed_at: null, paypal_email: 'pay@night.example.com' },
    { shop_name: 'Night Freight!' },
  ]);
});

test('a late answer does not open another store than the last one clicked', async () => {
  let answerLate = () => {};
  const late = new Promise<void>((resolve) => (answerLate = resolve));
  const half = aSeller({ id: 5, shop_name: 'Half Step' });
  let reads = 0;
  const { calls, user, store } = open({
    'GET /api/sellers': async ({ path }) => {
      if (path.includes('q=')) return list(half);
      if ((reads += 1) > 1) await late;
      return list(aSeller());
    },
    'PUT /api/sellers/5': SAVED,
  });
  await user.click(await screen.findByRole('button', { name: 'Edit Night Freight' }));
  await user.type(screen.getByLabelText(/^Search by ID, shop, name/), 'half');
  await user.click(await screen.findByRole('button', { name: 'Edit Half Step' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit seller' }));
  answerLate();
  await waitFor(() => expect(Object.values(store.getState().api.queries).map((query) => query?.status)).not.toContain('pending'));
  await user.type(dialog.getByLabelText('Store name'), '!');
  await user.click(dialog.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(callsBy(calls, 'PUT')).toEqual([{ path: '/api/sellers/5', body: { shop_name: 'Half Step!' } }]));
});

test('errors appear at their fields, before and after sending; typed values stay', async () => {
  const nameRefusal = refusal('409 store-name-taken', 'This store name is taken.', { field: 'shop_name' });
  const { calls, user, dialog } = await editing({ 'PUT /api/sellers/3': nameRefusal });
  const name = dialog.getByRole('textbox', { name: 'Store name' });
  const link = dialog.getByRole('textbox', { name: 'Social link' });
  await user.clear(link);
  await user.type(link, 'https://evil.example/?soundcloud.com');
  await user.click(dialog.getByRole('button', { name: 'Save changes' }));
  expect(link).toBeInvalid();
  expect(callsBy(calls, 'PUT')).toEqual([]);
  await user.clear(link);
  await user.clear(name);
  await user.type(name, 'Half Step');
  await user.click(dialog.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('Failed to update seller')).toBeVisible();
  expect(name).toBeInvalid();
  expect(dialog.getByText('This store name is taken.')).toBeVisible();
  expect(name).toHaveValue('Half Step');
});

test('the modal gives the focus back to the button that opened it', async () => {
  const { user } = await editing();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Edit Night Freight' })).toHaveFocus());
});

const OWED = '$5.00 is owed to this store. Please pay it out first, then delete the seller.';
test.each([
  ['200', { body: { success: true, message: 'ok' } }, 'Seller deleted successfully'],
  ['409', refusal('409 owed', OWED), OWED],
  ['500', { status: 500 }, 'Failed to delete seller'],
])('a store is deleted only after a yes; %s says so', async (_, answer, text) => {
  const { calls, user } = open({ 'DELETE /api/sellers/3': answer });
  jest.spyOn(window, 'confirm').mockReturnValueOnce(false).mockReturnValueOnce(true);
  const remove = () => pressInMenu(user, 'Night Freight', 'Delete Night Freight');
  await remove();
  expect(callsBy(calls, 'DELETE')).toEqual([]);
  await remove();
  expect(await screen.findByText(text)).toBeVisible();
  expect(callsBy(calls, 'DELETE')).toHaveLength(1);
});

test('a list that cannot be loaded says so', async () => {
  open({ 'GET /api/sellers': refusal('403 forbidden', 'No.') });
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load sellers');
});
