import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { playableProduct } from '#features/player/public/playable.ts';
import { trackChosen } from '#features/player/public/player-slice.ts';
import { loginRequested, sessionStarted } from '#features/session/session.ts';
import { aConfig } from '#testing/answers.ts';
import { aTrack } from '#testing/a-track.ts';
import { stubAudio } from '#testing/stub-audio.ts';
import { aDetails } from '#testing/a-user.ts';
import { signedInAs } from '#testing/render.tsx';
import { listing } from '#testing/search/a-search.ts';
import { stubServer } from '#testing/stub-server.ts';
import { ErrorBoundary } from './mounts/ErrorBoundary';
import { AppRoutes } from './AppRoutes';
import { makeStore } from './store';

const server = {
  'GET /api/config': { body: aConfig() },
  ...listing(() => []),
  'GET /api/users/7/details': { body: aDetails([], [3]) },
  'GET /api/announcements/active': { body: [] },
};

function Follower({ onPlace }: { onPlace: (pathname: string) => void }) {
  const { pathname } = useLocation();
  useEffect(() => onPlace(pathname), [pathname, onPlace]);
  return null;
}

function open(at: string) {
  const store = makeStore();
  const places = [at];
  const follow = (place: string) => void places.push(place);
  render(
    <Provider store={store}>
      <MemoryRouter initialEntries={[at]}>
        <AppRoutes />
        <Follower onPlace={follow} />
      </MemoryRouter>
    </Provider>,
  );
  return { store, visitor: userEvent.setup(), address: () => places.at(-1) };
}

beforeEach(() => {
  signedInAs(null);
  window.matchMedia = (media: string) =>
    ({ media, matches: false, addEventListener() {}, removeEventListener() {} }) as Partial<MediaQueryList> as MediaQueryList;
});
afterEach(() => signedInAs(null));

test('an address without a page leads home', async () => {
  stubServer(server);
  open('/nothing/here');
  expect(await screen.findByRole('heading', { name: 'Oops! Page Not Found' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Return to Homepage' })).toHaveAttribute('href', '/');
});

test('/login is home with the login open, and plain home once it is closed', async () => {
  stubServer(server);
  const { visitor, store } = open('/login');
  expect(await screen.findByRole('dialog', { name: 'Log in' })).toBeVisible();
  await visitor.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(screen.getByRole('heading', { name: 'Your music - our mastery' })).toBeVisible();
  expect(store.getState().session.loginOpen).toBe(false);
});

test('/login also opens the login when the browser does not know that its session has ended', async () => {
  signedInAs(7);
  stubServer({ ...server, 'GET /api/users/7/details': { status: 404 } });
  const { address } = open('/login');
  expect(await screen.findByRole('dialog', { name: 'Log in' })).toBeVisible();
  expect(address()).toBe('/login');
});

test.each([
  ['', server],
  [', also when their account cannot be loaded', { ...server, 'GET /api/users/7/details': { status: 500 } }],
])('/login leads home whoever is logged in%s', async (_, answers) => {
  signedInAs(7);
  stubServer(answers);
  const { address, store } = open('/login');
  await waitFor(() => expect(address()).toBe('/'));
  expect(store.getState().session.loginOpen).toBe(false);
});

test('a change of page moves the focus to its heading', async () => {
  stubServer(server);
  const { visitor } = open('/nothing/here');
  await visitor.click(await screen.findByRole('link', { name: 'Return to Homepage' }));
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Your music - our mastery' })).toHaveFocus());
  expect(document.title).toBe('Ghostline – ghost productions, sold once');
});

test('links skip to the content and, while a track is loaded, to the player', async () => {
  stubServer(server);
  const { store } = open('/nothing/here');
  expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveAttribute('href', '#main');
  expect(screen.queryByRole('link', { name: 'Skip to player' })).toBeNull();
  stubAudio();
  act(() => void store.dispatch(trackChosen({ track: playableProduct(aTrack()), list: [] })));
  const skip = screen.getByRole('link', { name: 'Skip to player' });
  const player = await screen.findByRole('region', { name: 'Player' });
  expect(skip).toHaveAttribute('href', `#${player.id}`);
});

test('a click that waited for the login is finished after it, and only ever adds', async () => {
  const calls = stubServer({
    ...server,
    'PATCH /api/cart/7': { body: { success: true, cart: [{ id: 9 }], removed: [], version: 1 } },
    'POST /api/products/by-ids': { body: [aTrack({ id: 9, name: 'Velvet' })] },
  });
  const { store } = open('/nothing/here');
  act(() => void store.dispatch(loginRequested({ interrupted: { kind: 'cart', productId: 9, name: 'Velvet' } })));
  act(() => void store.dispatch(sessionStarted(7)));
  expect(await screen.findByText('Velvet Added to Cart')).toBeVisible();
  expect(calls.find((call) => call.method === 'PATCH')?.body).toEqual({ add: [9] });

  act(() => void store.dispatch(loginRequested({ interrupted: { kind: 'wishlist', productId: 3, name: 'Velvet' } })));
  expect(await screen.findByText('This item is already in your wishlist')).toBeVisible();
});

test('a page that breaks says so, and the next one works', () => {
  const Broken = () => {
    throw new Error('broken');
  };
  const quiet = jest.spyOn(console, 'error').mockImplementation(() => {});
  const at = (place: string, page: React.ReactNode) => (
    <Provider store={makeStore()}>
      <ErrorBoundary place={place}>{page}</ErrorBoundary>
    </Provider>
  );
  stubServer(server);
  const { rerender } = render(at('/a', <Broken />));
  expect(screen.getByRole('heading', { name: 'Something went wrong here' })).toBeVisible();
  rerender(at('/b', <p>Fine</p>));
  expect(screen.getByText('Fine')).toBeVisible();
  quiet.mockRestore();
});
