import { CART_LIMIT, WISHLIST_LIMIT } from '@shop/contracts/constants';
import { act, screen, waitFor, within } from '@testing-library/react';
import { ordersApi } from '#features/orders/api/orders-api.ts';
import { typedTexts } from '#features/session/kept.ts';
import { refusal } from '#testing/answers.ts';
import { aDetails } from '#testing/a-user.ts';
import { renderAt, signedInAs } from '#testing/render.tsx';
import { stubServer } from '#testing/stub-server.ts';
import { Header } from './Header';
import { SessionEffect } from '../../effects/SessionEffect';

const details = { body: aDetails([1, 2], [3]) };
const show = () =>
  renderAt(
    <>
      <Header />
      <SessionEffect />
      <p>The page</p>
    </>,
  );

afterEach(() => signedInAs(null));

test('a visitor sees Log In, which opens the login', async () => {
  stubServer({});
  signedInAs(null);
  const { user, store } = show();
  await user.click(screen.getByRole('button', { name: 'Log In' }));
  expect(store.getState().session.loginOpen).toBe(true);
});

test('a logged-in user sees their name and the numbers of cart and wishlist', async () => {
  stubServer({ 'GET /api/users/7/details': details });
  signedInAs(7);
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Mira' }));
  expect(screen.getByRole('link', { name: 'My Account' })).toHaveAttribute('href', '/account');
  // what the icons show is a part of their names, for those who say aloud what they see
  expect(within(screen.getByRole('button', { name: 'Cart, 2 items' })).getByText('2')).toBeVisible();
  expect(within(screen.getByRole('link', { name: 'Wishlist, 1 item' })).getByText('1')).toBeVisible();
});

test('a full cart and a full wishlist have their numbers', async () => {
  const ids = Array.from({ length: WISHLIST_LIMIT }, (_, index) => index + 1);
  stubServer({ 'GET /api/users/7/details': { body: aDetails(ids.slice(0, CART_LIMIT), ids) } });
  signedInAs(7);
  show();
  expect(await screen.findByRole('button', { name: 'Cart, 100 items' })).toHaveTextContent('100');
  expect(screen.getByRole('link', { name: 'Wishlist, 500 items' })).toHaveTextContent('500');
  expect(screen.getByText('500')).toBeVisible();
});

test.each([
  ['a click beside it', () => screen.getByText('The page')],
  ['Escape', null],
])('%s closes the user menu', async (_, beside) => {
  stubServer({ 'GET /api/users/7/details': details });
  signedInAs(7);
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Mira' }));
  if (beside) await user.click(beside());
  else await user.keyboard('{Escape}');
  expect(screen.queryByRole('link', { name: 'My Account' })).not.toBeInTheDocument();
});

test('logging out ends the session on both sides', async () => {
  const calls = stubServer({ 'GET /api/users/7/details': details, 'POST /api/users/logout': { body: { message: 'ok' } } });
  signedInAs(7);
  const { user, store } = show();
  typedTexts.keep('7/profile', { name: 'Mirabel' });
  await user.click(await screen.findByRole('button', { name: 'Mira' }));
  await user.click(screen.getByRole('button', { name: 'Log Out' }));

  expect(await screen.findByRole('button', { name: 'Log In' })).toBeVisible();
  expect(calls.map((call) => `${call.method} ${call.path}`)).toEqual([
    'GET /api/config',
    'GET /api/users/7/details',
    'POST /api/users/logout',
  ]);
  expect(document.cookie).not.toContain('userId');
  expect(store.getState().session.userId).toBeNull();
  expect(typedTexts.get('7/profile')).toBeNull();
  expect(within(screen.getByRole('button', { name: 'Cart' })).queryByText('2')).not.toBeInTheDocument();
});

test('a page that the server no longer shows ends a session that is over', async () => {
  let over = false;
  stubServer({
    'GET /api/users/7/details': () => (over ? refusal('404 not-found', 'No user 7.') : details),
    'GET /api/orders/user/7': refusal('401 unauthenticated', 'Please log in.'),
  });
  signedInAs(7);
  const { store } = show();
  await screen.findByRole('button', { name: 'Mira' });
  over = true;
  await act(() => store.dispatch(ordersApi.endpoints.ordersOfUser.initiate(7)));
  expect(await screen.findByRole('button', { name: 'Log In' })).toBeVisible();
  expect(store.getState().session.userId).toBeNull();
});

test('a log out that did not reach the shop does not pretend', async () => {
  stubServer({ 'GET /api/users/7/details': details, 'POST /api/users/logout': () => 'network-error' });
  signedInAs(7);
  const { user, store } = show();
  await user.click(await screen.findByRole('button', { name: 'Mira' }));
  await user.click(screen.getByRole('button', { name: 'Log Out' }));
  expect(await screen.findByText('You could not be logged out. Please try again.')).toBeVisible();
  expect(store.getState().session.userId).toBe(7);
});

test.each([404, 401])('a %i of the user data logs out', async (status) => {
  // Identity answers 404 to strangers. A 401 would come from a part before identity.
  stubServer({ 'GET /api/users/7/details': { status, malformed: true } });
  signedInAs(7);
  show();
  expect(await screen.findByRole('button', { name: 'Log In' })).toBeVisible();
  expect(document.cookie).not.toContain('userId');
});

test('any other failure of the user data shows a message, and the session stays', async () => {
  stubServer({ 'GET /api/users/7/details': { status: 503 } });
  signedInAs(7);
  const { store } = show();
  expect(await screen.findByText('Error loading user data.')).toBeVisible();
  expect(store.getState().session.userId).toBe(7);
});

test('a login or a log out in another tab is taken over', async () => {
  stubServer({ 'GET /api/users/7/details': details });
  signedInAs(null);
  show();
  signedInAs(7);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(await screen.findByRole('button', { name: 'Mira' })).toBeVisible();
  signedInAs(null);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Log In' })).toBeVisible());
});

test('a cart that cannot be loaded says so where it opens, and the page stays', async () => {
  stubServer({});
  jest.spyOn(console, 'error').mockImplementation(() => {});
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  jest.doMock('#features/cart/public/CartDropdown.tsx', () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  const { user, router } = show();
  await user.click(screen.getByRole('button', { name: 'Cart' }));
  expect(await screen.findByText('This part could not be loaded. Please check your connection.')).toBeVisible();
  expect(router.state.location.pathname).toBe('/');
  expect(screen.getByText('The page')).toBeVisible();
  jest.restoreAllMocks();
  jest.dontMock('#features/cart/public/CartDropdown.tsx');
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('Your cart is empty')).toBeVisible();
});

test('the small menu opens, and closes on a click beside it', async () => {
  stubServer({});
  const { user } = show();
  await user.click(screen.getByRole('button', { name: 'Open menu' }));
  expect(screen.getByRole('button', { name: 'Close menu' })).toHaveAttribute('aria-expanded', 'true');
  await user.click(screen.getByText('The page'));
  expect(screen.getByRole('button', { name: 'Open menu' })).toHaveAttribute('aria-expanded', 'false');
});
