import type { OrderItemView, PackageView } from '@shop/contracts/views';
import { act, screen, waitFor, within } from '@testing-library/react';
import { detailsApi } from '#features/session/details-api.ts';
import { api } from '#lib/calls/api.ts';
import { refusal } from '#testing/answers.ts';
import { aDetails, aUser } from '#testing/a-user.ts';
import { anOrder, anOrderItem } from '#testing/an-order.ts';
import { aShop } from '#testing/a-shop.ts';
import { renderAt, signedInAs } from '#testing/render.tsx';
import { AccountPage } from './AccountPage';

beforeEach(() => {
  sessionStorage.clear();
  signedInAs(7);
});

const openAt = (at = '/account') => renderAt(<AccountPage />, { at });
const saved = (more: object) => ({ body: { success: true, data: { ...aUser(), ...more }, pending_email: null } });

describe('the account page', () => {
  test('asks visitors to log in', async () => {
    signedInAs(null);
    aShop({});
    const { user, store } = openAt();
    expect(screen.getByText('Please log in or register to access your account page.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Log In' }));
    expect(store.getState().session.loginOpen).toBe(true);
  });

  test('has tabs with counts, and keeps the open one in the address', async () => {
    aShop({ cart: [1], wishlist: [1, 2] });
    const { user, router } = openAt();
    expect((await screen.findAllByRole('tab')).map((tab) => tab.textContent)).toEqual([
      'Profile',
      'My Orders',
      'My Cart1',
      'Wishlist2',
      'Security',
      'Your Data',
    ]);
    await user.click(screen.getByRole('tab', { name: 'My Orders' }));
    expect(router.state.location.search).toBe('?tab=orders');
    expect(await screen.findByText('You have no orders yet')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Browse Tracks' })).toHaveAttribute('href', '/shop');
  });

  test('keeps the token of a mailed data export when the tab changes, and no other section of the page', async () => {
    aShop({});
    const { user, router } = openAt('/account?tab=orders#export=a-token');
    await user.click(await screen.findByRole('tab', { name: 'Profile' }));
    expect(router.state.location).toMatchObject({ search: '?tab=profile', hash: '#export=a-token' });
    await act(() => router.navigate('/account?tab=profile#main'));
    await user.click(screen.getByRole('tab', { name: 'My Orders' }));
    expect(router.state.location).toMatchObject({ search: '?tab=orders', hash: '' });
  });

  test.each(['?tab=seller', '?tab=', ''])('opens with the profile at %p', async (search) => {
    aShop({});
    openAt(`/account${search}`);
    expect(await screen.findByRole('tab', { name: 'Profile' })).toHaveAttribute('aria-selected', 'true');
  });

  test('tells a visitor of the Seller Dashboard without a store how to open one', async () => {
    aShop({});
    const { user } = openAt('/account?tab=seller');
    expect(await screen.findByText(/this account has none: register with another e-mail address\.$/)).toBeVisible();
    await user.click(screen.getByRole('tab', { name: 'My Orders' }));
    expect(screen.queryByText(/this account has none/)).toBeNull();
  });

  test('says nothing about a store to its owner, or outside of the Seller Dashboard', async () => {
    aShop(
      {},
      {
        'GET /api/users/7/details': { body: aDetails([], [], aUser({ is_seller: true })) },
        'GET /api/sellers/user/7': { status: 503 },
      },
    );
    const { router } = openAt('/account?tab=seller');
    expect(await screen.findByRole('tab', { name: 'Seller Dashboard' })).toHaveAttribute('aria-selected', 'true');
    expect(screen.queryByText(/this account has none/)).toBeNull();
    await act(() => router.navigate('/account'));
    expect(screen.queryByText(/this account has none/)).toBeNull();
  });
});

describe('the profile', () => {
  const edit = async (handlers: Parameters<typeof aShop>[1] = {}) => {
    const calls = aShop({}, handlers);
    const view = openAt();
    await view.user.click(await screen.findByRole('button', { name: 'Edit profile' }));
    const save = () => view.user.click(screen.getByRole('button', { name: 'Save changes' }));
    const put = () => calls.find((call) => call.method === 'PUT');
    return { ...view, save, put, calls };
  };

  test('Cancel brings the old values back', async () => {
    const { user, put } = await edit();
    await user.clear(screen.getByLabelText('Name'));
    await user.type(screen.getByLabelText('Name'), 'Someone');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByText('Mira')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Edit profile' }));
    expect(screen.getByLabelText('Name')).toHaveValue('Mira');
    expect(put()).toBeUndefined();
  });

  test('changes are saved, without a password when none is given, and shown as saved', async () => {
    const { user, save, put } = await edit({ 'PUT /api/users/7': saved({ name: 'Mina' }) });
    await user.clear(screen.getByLabelText('Name'));
    await user.type(screen.getByLabelText('Name'), 'Mina');
    await save();
    expect(await screen.findByText('Profile updated successfully!')).toBeVisible();
    expect(put()?.body).toEqual({ name: 'Mina' });
    expect(screen.getByText('Mina')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Edit profile' })).toBeVisible();
  });

  test('changes from elsewhere while the form is open are neither reverted nor need a password', async () => {
    let details = aDetails();
    const { user, save, put, store } = await edit({
      'GET /api/users/7/details': () => ({ body: details }),
      'PUT /api/users/7': saved({ name: 'Mina' }),
    });
    // The new address was confirmed in another tab.
    details = aDetails([], [], aUser({ email: 'new@example.com', country: 'Sweden' }));
    act(() => void store.dispatch(api.util.invalidateTags(['User'])));
    await waitFor(() => expect(detailsApi.endpoints.details.select(7)(store.getState()).data).toEqual(details));
    expect(screen.queryByText(/The old one gets a notice/)).toBeNull();
    expect(screen.queryByLabelText('Current Password')).toBeNull();
    await user.clear(screen.getByLabelText('Name'));
    await user.type(screen.getByLabelText('Name'), 'Mina');
    await save();
    expect(await screen.findByText('Profile updated successfully!')).toBeVisible();
    expect(put()?.body).toEqual({ name: 'Mina' });
    expect(screen.queryByText(/open the link that we have mailed/)).toBeNull();
  });

  test('typed values except passwords are there again after a change of tab, and forgotten by Cancel', async () => {
    const { user } = await edit();
    await user.clear(screen.getByLabelText('Name'));
    await user.type(screen.getByLabelText('Name'), 'Mina');
    await user.type(screen.getByLabelText('New Password'), 'Warm-Up-Set-1!');
    await user.click(screen.getByRole('tab', { name: 'My Orders' }));
    expect(await screen.findByText('You have no orders yet')).toBeVisible();
    const storage = JSON.stringify(sessionStorage);
    expect(storage).toContain('Mina');
    expect(storage).not.toContain('Warm-Up');
    await user.click(screen.getByRole('tab', { name: 'Profile' }));
    expect(screen.getByLabelText('Name')).toHaveValue('Mina');
    expect(screen.getByLabelText('New Password')).toHaveValue('');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(Object.keys(sessionStorage)).toEqual([]);
    await user.click(screen.getByRole('tab', { name: 'My Orders' }));
    await user.click(screen.getByRole('tab', { name: 'Profile' }));
    expect(screen.getByRole('button', { name: 'Edit profile' })).toBeVisible();
  });

  test('needs name, last name, e-mail and country', async () => {
    const { user, save, put } = await edit();
    await user.clear(screen.getByLabelText('Last Name'));
    await save();
    expect(await screen.findByText('Please fill in all required fields: Name, Last Name, Email, and Country.')).toBeVisible();
    expect(put()).toBeUndefined();
  });

  test('needs a new password twice', async () => {
    const { user, save, put } = await edit();
    await user.type(screen.getByLabelText('New Password'), 'Warm-Up-Set-1!');
    await user.type(screen.getByLabelText('Confirm New Password'), 'Warm-Up-Set-2!');
    await save();
    expect(await screen.findByText('Passwords do not match.')).toBeVisible();
    expect(put()).toBeUndefined();
  });

  test('asks for the current password when address or password change, and only then', async () => {
    const { user, save, put } = await edit({
      'PUT /api/users/7': refusal('400 invalid', 'This is not your current password.', { field: 'current_password' }),
    });
    expect(screen.queryByLabelText('Current Password')).toBeNull();
    await user.type(screen.getByLabelText('New Password'), 'Warm-Up-Set-1!');
    await user.type(screen.getByLabelText('Confirm New Password'), 'Warm-Up-Set-1!');
    await save();
    const current = screen.getByLabelText('Current Password');
    await waitFor(() => expect(current).toHaveAccessibleDescription('Please enter your current password.'));
    expect(put()).toBeUndefined();

    await user.type(current, 'Wrong-One-1!');
    await save();
    await waitFor(() => expect(current).toHaveAccessibleDescription('This is not your current password.'));
    expect(put()?.body).toMatchObject({ password: 'Warm-Up-Set-1!', current_password: 'Wrong-One-1!' });
    await user.clear(screen.getByLabelText('New Password'));
    expect(screen.queryByLabelText('Current Password')).toBeNull();
  });

  test('shows the new address that waits, which can be cancelled or mailed again', async () => {
    const { user, save, calls } = await edit({
      'PUT /api/users/7': { body: { success: true, data: aUser(), pending_email: 'new@example.com' } },
      'POST /api/users/7/email-change/resend': { body: { message: 'We have sent the link again.' } },
      'DELETE /api/users/7/email-change': { body: { success: true, message: 'Your e-mail address stays as it is.' } },
    });
    await user.clear(screen.getByLabelText('Email'));
    await user.type(screen.getByLabelText('Email'), 'new@example.com');
    await user.type(screen.getByLabelText('Current Password'), 'Deep-House-1!');
    await save();
    const waiting = within(await screen.findByRole('group', { name: 'New email address' }));
    expect(waiting.getByText('new@example.com')).toBeVisible();
    expect(screen.getByText('mira@example.com')).toBeVisible();
    await user.click(waiting.getByRole('button', { name: 'Send again' }));
    expect(await screen.findByText('We have sent the link again.')).toBeVisible();
    await user.click(waiting.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('Your e-mail address stays as it is.')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('group', { name: 'New email address' })).toBeNull());
    expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
  });

  test('shows a failure beside the field that caused it', async () => {
    const { user, save } = await edit({
      'PUT /api/users/7': refusal('409 email-taken', 'This e-mail address is already in use.', { field: 'email' }),
    });
    await user.clear(screen.getByLabelText('Email'));
    await user.type(screen.getByLabelText('Email'), 'ira@example.com');
    expect(screen.getByText(/The old one gets a notice/)).toBeVisible();
    await user.type(screen.getByLabelText('Current Password'), 'Deep-House-1!');
    await save();
    expect(await screen.findByText('Failed to update profile.')).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('This e-mail address is already in use.');
  });

  test('when the session has ended meanwhile the login opens, and what was typed waits', async () => {
    const { user, save, store } = await edit({ 'PUT /api/users/7': refusal('401 unauthenticated', 'Please log in.') });
    await user.clear(screen.getByLabelText('Name'));
    await user.type(screen.getByLabelText('Name'), 'Mina');
    await save();
    expect(await screen.findByText('Please log in or register to continue.')).toBeVisible();
    expect(store.getState().session.loginOpen).toBe(true);
    expect(screen.getByLabelText('Name')).toHaveValue('Mina');
    expect(screen.queryByText('Failed to update profile.')).toBeNull();
  });
});

describe('My Orders', () => {
  afterEach(() => jest.useRealTimers());

  const link = { product_id: 1, url: '/api/orders/12/downloads/1?token=x', name: 'Undertow', category: 'Techno' };
  const contract = { product_id: 1, url: '/api/orders/12/contracts/1.pdf', name: 'Undertow' };
  const product = anOrderItem({ img: '', includeProject: true, project_name: 'Ableton Live' });
  const paid = anOrder({
    products: [product],
    subtotal: 399.5,
    discount_amount: 39.95,
    coupon_discount: 10,
    fee_amount: 19.98,
    total_price: 379.53,
    status: 'completed',
    payment_state: 'paid',
    created_at: '2026-11-20T12:00:00.000Z',
    downloadLinks: [link],
    contracts: [contract],
  });
  const withOrders = (data: object[], more: Parameters<typeof aShop>[1] = {}) =>
    aShop({}, { 'GET /api/orders/user/7': { body: { success: true, data } }, ...more });

  test('an order shows number, date, status, sums with cents, its files and its contracts', async () => {
    withOrders([paid]);
    openAt('/account?tab=orders');
    const order = within(await screen.findByRole('article', { name: 'Order #12' }));
    for (const text of ['20 Nov 2026', 'Completed', '$399.50', 'Discount (10%)', '$19.98', 'Ableton Live project', '$100.00'])
      expect(order.getByText(text)).toBeVisible();
    expect(order.getAllByText('$379.53')).toHaveLength(2);
    expect(order.getByRole('link', { name: 'Undertow Techno' })).toHaveAttribute('href', link.url);
    expect(order.getByRole('link', { name: 'Contract Undertow' })).toHaveAttribute('href', contract.url);
  });

  test('each link says how often it was used and when last, and learns of a download when its reader is back', async () => {
    const last = new Date(2026, 10, 28, 14, 5).toISOString();
    const links = (downloads?: number) => [
      { ...link, downloads, ...(downloads && { last_download_at: last }) },
      { ...link, url: '/api/orders/12/downloads/1-project?token=y', name: 'Undertow (Ableton Live project)', downloads: 1 },
    ];
    let order = { ...paid, downloadLinks: links(0) };
    withOrders([], { 'GET /api/orders/user/7': () => ({ body: { success: true, data: [order] } }) });
    openAt('/account?tab=orders');
    const [track, project] = within(await screen.findByRole('list', { name: 'Downloads' })).getAllByRole('listitem');
    expect(track).toHaveTextContent('Not downloaded yet');
    expect(project).toHaveTextContent(/Downloaded once$/);
    const comeBackAt = async (downloads?: number) => {
      order = { ...paid, downloadLinks: links(downloads) };
      await act(() => document.dispatchEvent(new Event('visibilitychange')));
    };
    await comeBackAt(1);
    await waitFor(() => expect(track).toHaveTextContent('Downloaded once, 28 Nov 2026, 14:05'));
    await comeBackAt(3);
    await waitFor(() => expect(track).toHaveTextContent('Downloaded 3 times, last 28 Nov 2026, 14:05'));
    // a release before this says nothing of it
    await comeBackAt(undefined);
    await waitFor(() => expect(track).not.toHaveTextContent(/ownloaded/));
  });

  test('each bought track has its certificate, which names the buyer only when they want that', async () => {
    const code = '0123456789abcdefghjkmnpqrs';
    let shown = false;
    const products = () => [{ ...product, certificate: code, shows_buyer: shown }, anOrderItem({ id: 2, certificate: null })];
    const calls = withOrders([], {
      'GET /api/orders/user/7': () => ({ body: { success: true, data: [{ ...paid, products: products() }] } }),
      'PUT /api/orders/12/certificates/1': ({ body }) => {
        ({ shown } = body as { shown: boolean });
        return { body: { success: true } };
      },
    });
    const { user } = openAt('/account?tab=orders');
    const certificates = within(await screen.findByRole('list', { name: 'Certificates' }));
    expect(certificates.getAllByRole('link')).toHaveLength(1);
    expect(certificates.getByRole('link', { name: 'Certificate Undertow' })).toHaveAttribute('href', `/certificate/${code}`);
    const name = certificates.getByRole('switch', { name: 'Show my name on the certificate Undertow' });
    expect(name).not.toBeChecked();
    await user.click(name);
    await waitFor(() => expect(name).toBeEnabled());
    expect(name).toBeChecked();
    expect(calls.find(({ method }) => method === 'PUT')).toMatchObject({ body: { shown: true } });
    await user.click(name);
    await waitFor(() => expect(name).not.toBeChecked());
    expect(shown).toBe(false);
  });

  test('a name that is shown stays shown while the orders are loaded again', async () => {
    const loaded = { ...paid, products: [{ ...product, certificate: '0123456789abcdefghjkmnpqrs', shows_buyer: false }] };
    const answers = [{ body: { success: true, data: [loaded] } }, new Promise<never>(() => {})];
    withOrders([], {
      'GET /api/orders/user/7': () => answers.shift()!,
      'PUT /api/orders/12/certificates/1': { body: { success: true } },
    });
    const { user } = openAt('/account?tab=orders');
    const name = await screen.findByRole('switch', { name: /^Show my name/ });
    await user.click(name);
    await waitFor(() => expect(answers).toHaveLength(0));
    expect(name).toBeEnabled();
    expect(name).toBeChecked();
  });

  test('a name that could not be shown or hidden stays as it was', async () => {
    withOrders([{ ...paid, products: [{ ...product, certificate: '0123456789abcdefghjkmnpqrs', shows_buyer: true }] }], {
      'PUT /api/orders/12/certificates/1': { status: 500 },
    });
    const { user } = openAt('/account?tab=orders');
    const name = await screen.findByRole('switch', { name: /^Show my name/ });
    await user.click(name);
    expect(await screen.findByText('It could not be changed. Please try again.')).toBeVisible();
    expect(name).toBeChecked();
  });

  test('missing and malformed dates have their own words', async () => {
    const data = [anOrder({ id: 1, created_at: '' }), anOrder({ id: 2, created_at: 'soon' })];
    withOrders([], { 'GET /api/orders/user/7': { body: { success: true, data }, malformed: true } });
    openAt('/account?tab=orders');
    expect(await screen.findByText('Date not available')).toBeVisible();
    expect(screen.getByText('Invalid date format')).toBeVisible();
  });

  test.each([2, -2])('goes by the clock of the server where the device is %d days ahead', async (days) => {
    const server = Date.now();
    const data = [anOrder({ payment_state: 'created', reserved_until: new Date(server + 600_000).toISOString() })];
    const headers = { 'cache-control': 'no-store', date: new Date(server).toUTCString() };
    aShop({}, { 'GET /api/orders/user/7': { body: { success: true, data }, headers } });
    jest.spyOn(Date, 'now').mockImplementation(() => server + days * 86_400_000);
    openAt('/account?tab=orders');
    expect(await screen.findByText(/^This order is not paid yet. Its tracks are reserved for you until /)).toBeVisible();
    jest.restoreAllMocks();
  });

  test('the mail can be sent again', async () => {
    const calls = withOrders([paid], { 'POST /api/orders/12/resend': { body: { success: true, message: 'ok' } } });
    const { user } = openAt('/account?tab=orders');
    await user.click(await screen.findByRole('button', { name: 'Send the e-mail again, order #12' }));
    expect(await screen.findByText('Sent again to mira@example.com.')).toBeVisible();
    expect(calls.at(-1)).toMatchObject({ method: 'POST', path: '/api/orders/12/resend', body: {} });
  });

  test.each([
    ['goes to a typed address too, once it is confirmed', false, /It goes to old@example\.com too/],
    ['goes to the account alone when that has given the address up', true, /^Sent again to mira@example\.com\.$/],
  ])('the mail that is sent again %s', async (_, address_given_up, sentence) => {
    const order = { ...paid, customer_info: { ...paid.customer_info, email: 'old@example.com' }, address_given_up };
    withOrders([order], { 'POST /api/orders/12/resend': { body: { success: true, message: 'ok' } } });
    const { user } = openAt('/account?tab=orders');
    await user.click(await screen.findByRole('button', { name: 'Send the e-mail again, order #12' }));
    expect(await screen.findByText(sentence)).toBeVisible();
  });

  test('a mail that is asked for after the end of the session waits for the login', async () => {
    withOrders([paid], { 'POST /api/orders/12/resend': refusal('401 unauthenticated', 'Please log in.') });
    const { user, store } = openAt('/account?tab=orders');
    await user.click(await screen.findByRole('button', { name: 'Send the e-mail again, order #12' }));
    expect(await screen.findByText('Please log in or register to continue.')).toBeVisible();
    expect(store.getState().session.loginOpen).toBe(true);
  });

  describe('what is inside a bought package', () => {
    const sounds = { seconds: 200, wave: [0.1, 0.9, 0.4], loudness: -9.1, truePeak: -0.4 };
    const inside: PackageView = {
      ...{
        id: 3,
        state: 'checked',
        trackName: 'Undertow',
        productId: null,
        expiresAt: paid.created_at,
        sizeBytes: 2048,
        progress: 100,
      },
      files: [
        { id: 31, path: 'Master/Undertow.wav', role: 'master', sizeBytes: 1024, sha256: 'a'.repeat(64), ...sounds },
        { id: 32, path: 'Stems/Kick.wav', role: 'stem', sizeBytes: 1024, sha256: 'b'.repeat(64), ...sounds },
      ],
      uploads: [],
      report: {
        verdict: 'notes',
        findings: [
          { code: 'loudness', level: 'note', file: 'Master/Undertow.wav', atSeconds: 30, text: 'It is loud.', todo: '' },
        ],
      },
    };
    const summary = 'What is inside Undertow: waveforms, loudness and notes of the check';
    const opened = async (answer: Parameters<typeof aShop>[1], more: Partial<OrderItemView> = { package_id: 3 }) => {
      const order = { ...paid, products: [{ ...product, ...more }] };
      const calls = aShop({}, { 'GET /api/orders/user/7': { body: { success: true, data: [order] } }, ...answer });
      const view = openAt('/account?tab=orders');
      await screen.findByRole('article', { name: 'Order #12' });
      return { ...view, asked: () => calls.filter(({ path }) => path === '/api/packages/3').length };
    };
    const open = async ({ user }: { user: Awaited<ReturnType<typeof opened>>['user'] }) =>
      user.click(screen.getByText((_, element) => element?.tagName === 'SUMMARY' && element.textContent === summary));

    test('is asked for when it is opened, and drawn with loudness and notes', async () => {
      const view = await opened({ 'GET /api/packages/3': { body: { success: true, data: inside } } });
      expect(view.asked()).toBe(0);
      await open(view);
      const drawing = await screen.findByRole('region', { name: 'The sounds on one time line' });
      expect(within(drawing).getAllByRole('listitem')).toHaveLength(2);
      expect(within(drawing).getByRole('meter', { name: 'Loudness of Kick.wav' })).toBeVisible();
      expect(screen.getByText('Checked by the shop: 2 files, 2 KB')).toBeVisible();
      expect(screen.getByText('The check found nothing but notes.')).toBeVisible();
      within(drawing).getByRole('button', { name: 'At 0:30: It is loud.' }).focus();
      await view.user.keyboard('{Enter}');
      expect(within(drawing).getByRole('status')).toHaveTextContent('0:30 It is loud.');
      expect(view.asked()).toBe(1);
    });

    test('says so when there is nothing to draw', async () => {
      const view = await opened({
        'GET /api/packages/3': { body: { success: true, data: { ...inside, files: [], report: null } } },
      });
      await open(view);
      expect(await screen.findByText('There are no sounds to draw.')).toBeVisible();
    });

    test('is tried again after a failure', async () => {
      const answers = [{ status: 500 }, { body: { success: true, data: inside } }];
      const view = await opened({ 'GET /api/packages/3': () => answers.shift()! });
      await open(view);
      const failure = await screen.findByText('The report could not be loaded.');
      expect(failure).toBeVisible();
      await view.user.click(screen.getByRole('button', { name: 'Retry' }));
      expect(await screen.findByRole('region', { name: 'The sounds on one time line' })).toBeVisible();
    });

    test('is not known of what was bought before the shop kept it', async () => {
      const view = await opened({ 'GET /api/packages/3': { status: 404 } });
      await open(view);
      expect(await screen.findByText('For this purchase the shop shows the files and their hashes alone.')).toBeVisible();
      expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
    });

    test('is not offered of what links deliver, nor of a track that is on hold', async () => {
      const { unmount } = await opened({}, {});
      expect(screen.queryByText(/What is inside/)).toBeNull();
      unmount();
      await opened({}, { package_id: 3, on_hold: 'claim' });
      expect(screen.queryByText(/What is inside/)).toBeNull();
    });
  });

  test('a payment that is being confirmed is followed until the files are there', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    let requestCount = 0;
    withOrders([], {
      'GET /api/orders/user/7': () => ({
        body: {
          success: true,
          data: [requestCount++ === 0 ? { ...paid, payment_state: 'pending', downloadLinks: [], contracts: [] } : paid],
        },
      }),
    });
    openAt('/account?tab=orders');
    expect(await screen.findByText('Your payment is being confirmed. Please do not pay again.')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('link', { name: 'Undertow Techno' })).toBeVisible());
  });

  test('a failure can be tried again', async () => {
    let broken = true;
    withOrders([], {
      'GET /api/orders/user/7': () => (broken ? { status: 500 } : { body: { success: true, data: [paid] } }),
    });
    const { user } = openAt('/account?tab=orders');
    expect(await screen.findByText('Failed to load orders')).toBeVisible();
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('article', { name: 'Order #12' })).toBeVisible();
  });
});

describe('Your tracks', () => {
  const sound = {
    audio: '/media/catalog/1.mp3',
    wave: 'ff'.repeat(48),
    duration: 222,
    bpm: 121,
    music_key: 'G#',
    key_mode: 'minor',
  };
  const undertow = anOrderItem({ id: 1, includeProject: true, project_name: 'Ableton Live', sound });
  const older = anOrderItem({ id: 2, name: 'Night Cargo' });
  const url = (item: string) => `/api/orders/12/downloads/${item}?token=x`;
  const paid = anOrder({
    products: [undertow, older],
    payment_state: 'paid',
    status: 'completed',
    paid_at: '2026-11-20T12:00:00.000Z',
    downloadLinks: [
      { product_id: 1, url: url('1'), name: 'Undertow', category: 'Techno' },
      { product_id: 1, url: url('1-project'), name: 'Undertow (Ableton Live project)', category: 'Techno' },
      { product_id: 2, url: url('2'), name: 'Night Cargo', category: 'Techno' },
    ],
    contracts: [
      { product_id: 1, url: '/api/orders/12/contracts/1.pdf', name: 'Undertow' },
      { product_id: 2, url: '/api/orders/12/contracts/2.pdf', name: 'Night Cargo' },
    ],
  });
  const unpaid = anOrder({ id: 13, products: [anOrderItem({ id: 3, name: 'Salt' })] });
  const openWith = (data: object[]) => {
    aShop({}, { 'GET /api/orders/user/7': { body: { success: true, data } } });
    return openAt();
  };

  test('the account begins with what one owns, each track with its files, its project and its contract', async () => {
    openWith([unpaid, paid]);
    expect(await screen.findByRole('tab', { name: 'Your tracks 2', selected: true })).toBeVisible();
    const [first, second] = within(screen.getByRole('list', { name: 'Your tracks' }))
      .getAllByRole('heading', { level: 3 })
      .map((title) => within(title.closest('li')!));
    expect(first!.getByText('G sharp minor')).toBeInTheDocument();
    expect(first!.getByText(/Order #12, 20 Nov 2026/)).toBeVisible();
    expect(first!.getByRole('link', { name: 'Download Undertow' })).toHaveAttribute('href', url('1'));
    expect(first!.getByRole('link', { name: 'Project Undertow' })).toHaveAttribute('href', url('1-project'));
    expect(first!.getByRole('link', { name: 'Contract Undertow' })).toHaveAttribute('href', '/api/orders/12/contracts/1.pdf');
    expect(second!.getByRole('link', { name: 'Download Night Cargo' })).toHaveAttribute('href', url('2'));
    expect(second!.queryByRole('link', { name: /Project/ })).toBeNull();
    expect(screen.queryByText('Salt')).toBeNull();
  });

  test('a track that one owns is played, and is no track of the shop to the player; one without a recording has no button', async () => {
    const { user, store } = openWith([paid]);
    await user.click(await screen.findByRole('button', { name: 'Play Undertow' }));
    expect(store.getState().player).toMatchObject({
      current: { key: 'owned_1', owned: true, audio: sound.audio },
      playing: true,
    });
    // its cover moves (OwnedTracks.module.css)
    expect(screen.getByRole('button', { name: 'Pause Undertow' }).closest('li')).toHaveAttribute('aria-current', 'true');
    expect(screen.queryByRole('button', { name: 'Play Night Cargo' })).toBeNull();
  });

  test.each([
    ['who owns nothing', [unpaid]],
    ['whose order was paid back', [{ ...paid, payment_state: 'refunded', downloadLinks: [], contracts: [] }]],
  ])('the account of somebody %s begins with the profile', async (_, data) => {
    openWith(data);
    expect(await screen.findByRole('tab', { name: 'Profile', selected: true })).toBeVisible();
    expect(screen.queryByRole('tab', { name: /Your tracks/ })).toBeNull();
  });

  test('orders that cannot be loaded or read take nothing from the account', async () => {
    aShop({}, { 'GET /api/orders/user/7': { body: { success: true, data: [null, { id: 3 }] }, malformed: true } });
    openAt();
    expect(await screen.findByRole('tab', { name: 'Profile', selected: true })).toBeVisible();
  });
});

describe('Contact Admin', () => {
  const write = async (answer: NonNullable<Parameters<typeof aShop>[1]>[string]) => {
    const calls = aShop({}, { 'POST /api/contact': answer });
    const view = openAt();
    await view.user.click(await screen.findByRole('button', { name: 'Contact Admin' }));
    const send = () => view.user.click(screen.getByRole('button', { name: 'Send Message' }));
    return { ...view, send, calls };
  };

  test('returns the focus to its opener when it is closed', async () => {
    const { user } = await write({});
    expect(screen.getByLabelText('Subject')).toHaveFocus();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Contact Admin' })).toHaveFocus());
  });

  test('sends subject and message in the name of the user', async () => {
    const { user, send, calls } = await write({ body: { success: true, message: 'ok' } });
    await send();
    expect(await screen.findByText('Subject is required')).toBeVisible();
    await user.type(screen.getByLabelText('Subject'), 'Stems');
    await user.type(screen.getByLabelText('Message'), 'One file is missing.');
    await send();
    expect(await screen.findByText('Message sent successfully!')).toBeVisible();
    expect(calls.at(-1)).toMatchObject({
      path: '/api/contact',
      body: {
        name: 'Mira Volk',
        email: 'mira@example.com',
        subject: 'Stems',
        text: 'One file is missing.',
        recaptchaToken: '',
      },
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  test('typed text is there again after the modal was closed, even by a reload, and forgotten once it was sent', async () => {
    const reopen = async (user: ReturnType<typeof openAt>['user']) => {
      await user.click(await screen.findByRole('button', { name: 'Contact Admin' }));
      return screen.findByLabelText('Message');
    };
    const before = await write({ body: { success: true, message: 'ok' } });
    await before.user.type(screen.getByLabelText('Message'), 'One file is missing.');
    await before.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(await reopen(before.user)).toHaveValue('One file is missing.');
    before.unmount();

    const { user, send } = await write({ body: { success: true, message: 'ok' } });
    expect(screen.getByLabelText('Message')).toHaveValue('One file is missing.');
    await user.type(screen.getByLabelText('Subject'), 'Stems');
    await send();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(await reopen(user)).toHaveValue('');
  });

  test.each([
    [refusal('429 too-many', 'Too many attempts.'), 'Too many attempts.'],
    [{ status: 500 }, 'Failed to send message.'],
    [refusal('401 unauthenticated', 'Please log in.'), 'Please log in or register to continue.'],
  ])('keeps the typed text when it fails', async (answer, text) => {
    const { user, send } = await write(answer);
    await user.type(screen.getByLabelText('Subject'), 'Stems');
    await user.type(screen.getByLabelText('Message'), 'One file is missing.');
    await send();
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByLabelText('Message')).toHaveValue('One file is missing.');
  });
});
