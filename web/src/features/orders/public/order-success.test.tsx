import { act, screen, waitFor } from '@testing-library/react';
import { Link } from 'react-router-dom';
import { leaveSession } from '../../session/leave-session';
import { sessionStarted } from '../../session/session';
import { anOrder, anOrderItem } from '#testing/an-order.ts';
import { aShop } from '#testing/a-shop.ts';
import { renderAt, signedInAs } from '#testing/render.tsx';
import { OrderSuccessPage } from '#pages/checkout/OrderSuccessPage.tsx';

const link = { product_id: 1, url: '/api/orders/12/downloads/1?token=x', name: 'Undertow', category: 'Techno' };
const contract = { product_id: 1, url: '/api/orders/12/contracts/1.pdf', name: 'Undertow' };
const paid = anOrder({ status: 'completed', payment_state: 'paid', downloadLinks: [link], contracts: [contract] });

beforeEach(() => signedInAs(7));

/** Opens the page for user 7 as after the checkout, with the order in the navigation's state. */
async function arrive() {
  aShop(
    {},
    {
      'GET /api/orders/12': { body: { success: true, data: paid } },
      'GET /api/orders/user/8': { body: { success: true, data: [] } },
    },
  );
  const arrival = (
    <Link to="/order-success" state={{ userId: 7, orderId: 12, downloadLinks: [link] }}>
      View Downloads
    </Link>
  );
  const routes = [
    { path: '/order-success', element: <OrderSuccessPage /> },
    { path: '/account', element: <p>Account</p> },
  ];
  const view = renderAt(arrival, { routes });
  await view.user.click(screen.getByRole('link'));
  expect(await screen.findByRole('heading', { name: 'Thank You for Your Purchase!' })).toBeVisible();
  return view;
}

test('thanks with the number and the links of the order, each in a new tab', async () => {
  await arrive();
  expect(screen.getByText('#12')).toBeVisible();
  const download = screen.getByRole('link', { name: 'Undertow Techno' });
  expect(download).toHaveAttribute('href', link.url);
  expect(download).toHaveAttribute('target', '_blank');
  expect(await screen.findByRole('link', { name: 'Contract Undertow' })).toHaveAttribute('href', contract.url);
  expect(screen.getByRole('link', { name: 'Continue Shopping' })).toHaveAttribute('href', '/shop');
});

test('opened by itself it shows the newest completed order', async () => {
  const data = [anOrder({ id: 3, status: 'completed', downloadLinks: [link] }), paid, anOrder({ id: 40 })];
  aShop({}, { 'GET /api/orders/user/7': { body: { success: true, data } } });
  renderAt(<OrderSuccessPage />, { at: '/order-success' });
  expect(await screen.findByText('#12')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Contract Undertow' })).toBeVisible();
});

test('of a track that the shop delivers, each file is listed with its size and hash, and can be had alone', async () => {
  const [master, stem] = ['a'.repeat(64), 'b'.repeat(64)];
  const files = [
    { id: 31, path: 'Master/Undertow.wav', role: 'master' as const, sizeBytes: 3 * 1024 ** 2, sha256: master },
    { id: 32, path: 'Stems/Kick.wav', role: 'stem' as const, sizeBytes: 2048, sha256: stem },
  ];
  const project = { ...link, url: '/api/orders/12/downloads/1-project?token=y', name: 'Undertow (Cubase project)' };
  const order = { ...paid, downloadLinks: [link, project], products: [anOrderItem({ files })] };
  aShop({}, { 'GET /api/orders/user/7': { body: { success: true, data: [order] } } });
  const { user } = renderAt(<OrderSuccessPage />, { at: '/order-success' });
  expect(await screen.findByRole('link', { name: 'Undertow Download all, 3.0 MB' })).toHaveAttribute('href', link.url);
  expect(screen.getByRole('link', { name: 'Undertow (Cubase project) Techno' })).toHaveAttribute('href', project.url);
  await user.click(screen.getByText('2 files with sizes and SHA-256'));
  expect(screen.getByRole('link', { name: 'Master/Undertow.wav 3.0 MB' })).toHaveAttribute('href', `${link.url}&file=31`);
  expect(screen.getByRole('link', { name: 'Stems/Kick.wav 2 KB' })).toHaveAttribute('href', `${link.url}&file=32`);
  for (const hash of [master, stem]) expect(screen.getByText(hash)).toBeVisible();
});

test('without a completed order it goes to the account', async () => {
  aShop({});
  const { router } = renderAt(<OrderSuccessPage />, {
    at: '/order-success',
    routes: [{ path: '/account', element: <p>Account</p> }],
  });
  await waitFor(() => expect(router.state.location.pathname).toBe('/account'));
});

test('the order and its links leave the page with their buyer', async () => {
  const { store } = await arrive();
  act(() => void store.dispatch(leaveSession()));
  expect(await screen.findByText('Account')).toBeVisible();
  expect(screen.queryByText('#12')).toBeNull();
});

test("the next user who logs in and goes back does not see the last buyer's order", async () => {
  const { store, router } = await arrive();
  await act(() => router.navigate('/shop'));
  act(() => void store.dispatch(leaveSession()));
  signedInAs(8);
  act(() => void store.dispatch(sessionStarted(8)));
  await act(() => router.navigate(-1));
  expect(await screen.findByText('Account')).toBeVisible();
  expect(screen.queryByText('#12')).toBeNull();
});
