import { timeWithZone } from '@shop/contracts/times';
import { act, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { catalogApi } from '#features/catalog/api/catalog-api.ts';
import { api } from '#lib/calls/api.ts';
import { setClockBy } from '#lib/time/server-clock.ts';
import { refusal } from '#testing/answers.ts';
import { aProduct } from '#testing/a-track.ts';
import { aDetails } from '#testing/a-user.ts';
import { aSearch, listing } from '#testing/search/a-search.ts';
import { renderAt, signedInAs } from '#testing/render.tsx';
import { stubAudio } from '#testing/stub-audio.ts';
import { stubServer } from '#testing/stub-server.ts';
import { TrackPage } from './TrackPage';

const DRIFT = aProduct({ id: 7, name: 'Drift', price: 299.99, old_price: 450, key_mode: 'minor', project_name: 'FL Studio' });
const SOLD = { id: 8, name: 'Gone', img: '/media/catalog/gone.webp', store_name: 'Night Works' };
const CRATE = [DRIFT, aProduct({ id: 3, name: 'Halo' }), aProduct({ id: 4, name: 'Far Off', category: 'Ambient', bpm: 80 })];

function trackPage(at: string, handlers: Parameters<typeof stubServer>[0] = {}, userId: number | null = null) {
  signedInAs(userId);
  const sound = stubAudio();
  const calls = stubServer({
    'GET /api/products/7/similar': { body: { products: CRATE.slice(1), mixing: 1 } },
    'GET /api/products/8/similar': { body: { products: CRATE, mixing: 2 } },
    'GET /api/products/99/similar': refusal('404 not-found', 'There is no track 99.'),
    'GET /api/products/99': refusal('404 not-found', 'There is no track 99.'),
    'GET /api/products/7': { body: DRIFT },
    'GET /api/products/8': refusal('404 sold', 'This track is sold.', { details: SOLD }),
    ...listing(() => CRATE),
    ...handlers,
  });
  const page = renderAt(
    <Routes>
      <Route path="/track/:id" element={<TrackPage />} />
    </Routes>,
    { at },
  );
  return { ...page, ...sound, calls };
}

afterEach(() => jest.restoreAllMocks());

test('a track shows its facts, its price and what is in the package', async () => {
  trackPage('/track/7');
  expect(await screen.findByRole('heading', { level: 1, name: 'Drift' })).toBeVisible();
  const article = within(screen.getByRole('article', { name: 'Drift' }));
  for (const text of ['128', 'Am · 8A', '3:20', '$299', '$450', 'Stems,', 'MIDI files'])
    expect(article.getByText(text)).toBeVisible();
  expect(article.getByText(/FL Studio project, if you choose it/)).toBeVisible();
  expect(article.getByText(/There is one copy/)).toBeVisible();
});

test.each([
  [
    '/track/7',
    'Drift by Night Works',
    'Drift by Night Works: Techno, 128 bpm, A minor, Instrumental. Hear it in full, buy it once, own it alone.',
  ],
  ['/track/8', 'Gone by Night Works (sold)', 'Gone by Night Works is sold: each track is sold once. Hear others like it.'],
])('the head of %s says after a click what the gateway says of it', async (at, title, description) => {
  document.head.innerHTML = '<meta name="description" content="old"><meta property="og:url" content="old">';
  trackPage(at);
  await waitFor(() => expect(document.title).toBe(`${title} – Ghostline`));
  expect(document.querySelector('meta[name="description"]')).toHaveAttribute('content', description);
});

test('it plays on its own page, and the other tracks follow', async () => {
  const { user, source } = trackPage('/track/7');
  await user.click(await screen.findByRole('button', { name: 'Play Drift' }));
  expect(source()).toBe('/media/catalog/audio-7.mp3');
  expect(screen.getByRole('button', { name: 'Pause Drift' })).toBeVisible();
});

test('a visitor who plays it before the similar tracks are known hears them after it', async () => {
  let answer = () => {};
  const pause = new Promise<void>((resolve) => (answer = resolve));
  const { user, happens, source } = trackPage('/track/7', {
    'GET /api/products/7/similar': async () => {
      await pause;
      return { body: { products: CRATE.slice(1), mixing: 1 } };
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Play Drift' }));
  answer();
  expect(await screen.findByRole('region', { name: 'Similar tracks' })).toBeVisible();
  happens('ended');
  expect(source()).toBe('/media/catalog/audio-3.mp3');
});

test('its similar tracks stay in the queue when they cannot be loaded again', async () => {
  let fails = false;
  const similar = { body: { products: CRATE.slice(1), mixing: 1 } };
  const { user, store, happens, source } = trackPage('/track/7', {
    'GET /api/products/7/similar': () => (fails ? { status: 503 } : similar),
  });
  expect(await screen.findByRole('region', { name: 'Similar tracks' })).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Play Drift' }));
  fails = true;
  act(() => void store.dispatch(api.util.resetApiState()));
  expect(await screen.findByRole('article', { name: 'Drift' })).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Similar tracks' })).toBeNull();
  happens('ended');
  expect(source()).toBe('/media/catalog/audio-3.mp3');
});

test('a press on the waveform plays the track from there', async () => {
  const { user, store, source } = trackPage('/track/7');
  await user.click(await screen.findByRole('slider', { name: 'Waveform of Drift' }));
  expect(source()).toBe('/media/catalog/audio-7.mp3');
  expect(store.getState().player).toMatchObject({ playing: true, current: { id: 7 } });
});

test('other tracks of its store follow the similar ones, without what is shown above', async () => {
  const requestedPaths: string[] = [];
  trackPage('/track/7', {
    'GET /api/products/search': ({ path }) => {
      requestedPaths.push(path);
      const words = aProduct({ id: 12, name: 'Night Works Anthem', store_name: 'Elsewhere' });
      return { body: aSearch([...CRATE, words, ...[21, 22, 23, 24, 25].map((id) => aProduct({ id }))]) };
    },
  });
  const moreTracks = within(await screen.findByRole('region', { name: 'More of Night Works' }));
  expect(moreTracks.getAllByRole('article').map((card) => card.getAttribute('aria-label'))).toEqual([
    'Track 21',
    'Track 22',
    'Track 23',
    'Track 24',
  ]);
  expect(new Set(requestedPaths)).toEqual(new Set(['/api/products/search?q=Night+Works&limit=24']));
});

test.each([
  ['has no other track', { body: aSearch([DRIFT]) }],
  ['cannot be asked for', { status: 503 }],
])('a store that %s has no such list', async (_which, answer) => {
  const { calls, store } = trackPage('/track/7', { 'GET /api/products/search': answer });
  expect(await screen.findByRole('region', { name: 'Similar tracks' })).toBeVisible();
  await waitFor(() => expect(calls.some(({ path }) => path.startsWith('/api/products/search'))).toBe(true));
  await waitFor(() => {
    const queries = Object.values(store.getState().api.queries);
    expect(queries.find((query) => query?.endpointName === 'searchTracks')?.status).toMatch(/fulfilled|rejected/);
  });
  expect(screen.queryByRole('region', { name: /^More of/ })).not.toBeInTheDocument();
});

test('similar tracks and what mixes with it are a click away', async () => {
  trackPage('/track/7');
  const similar = within(await screen.findByRole('region', { name: 'Similar tracks' }));
  expect(similar.getAllByRole('article').map((card) => card.getAttribute('aria-label'))).toEqual(['Halo', 'Far Off']);
  expect(screen.getByRole('link', { name: 'Mixes with 1 track' })).toHaveAttribute('href', '/shop?mixes=7');
});

test('the box says what the track costs, what is added, and what one gets', async () => {
  trackPage('/track/7');
  const box = within(await screen.findByRole('region', { name: 'Buy this track' }));
  expect(box.getByText('$299')).toBeVisible();
  expect(box.getByText(/are added at checkout/).closest('p')).toHaveTextContent(
    'Project (+$100): YES or NO in the cart. Service fees (5%) are added at checkout.',
  );
  expect(box.getAllByRole('listitem')).toHaveLength(3);
  expect(box.getByRole('button', { name: 'Add Drift to cart' })).toBeVisible();
  expect(box.getByRole('button', { name: 'Add Drift to wishlist' })).toBeVisible();
  expect(await box.findByRole('button', { name: 'Share Drift' })).toBeVisible();
});

test('a track without a project offers none', async () => {
  trackPage('/track/7', { 'GET /api/products/7': { body: { ...DRIFT, project_name: null } } });
  const box = within(await screen.findByRole('region', { name: 'Buy this track' }));
  expect(box.getByText(/are added at checkout/).closest('p')).toHaveTextContent(/^Service fees \(5%\) are added at checkout\.$/);
});

describe('a track that another buyer holds', () => {
  afterEach(() =>
    setClockBy({ headers: new Headers({ 'cache-control': 'no-store', date: new Date().toUTCString() }) }, Date.now()),
  );

  const holdOf = (until: number): Parameters<typeof stubServer>[0] => ({
    'GET /api/users/7/details': { body: aDetails() },
    'GET /api/orders/holds': {
      body: { success: true, data: [{ id: 7, way: 'arranged', until: new Date(until).toISOString(), remind: false }] },
    },
  });

  test('says until when, and offers a mail', async () => {
    const until = Date.now() + 900_000;
    const { calls } = trackPage('/track/7', holdOf(until), 7);
    const text = `Reserved for another buyer until ${timeWithZone(new Date(until).toISOString())}.`;
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Remind me of Drift' })).toBeVisible();
    expect(calls.filter(({ path }) => path === '/api/orders/holds?ids=7')).toHaveLength(1);
  });

  test('says nothing once that time has passed by the clock of the server, however wrong the device is', async () => {
    const until = Date.now() + 900_000;
    const later = new Date(until + 60_000).toUTCString();
    const { store } = trackPage(
      '/track/7',
      { ...holdOf(until), 'GET /api/products/7': { body: DRIFT, headers: { date: later, 'cache-control': 'no-store' } } },
      7,
    );
    await waitFor(() => {
      const queries = Object.values(store.getState().api.queries);
      expect(queries.find((query) => query?.endpointName === 'holds')?.status).toBe('fulfilled');
    });
    expect(screen.queryByText(/Reserved for another buyer/)).not.toBeInTheDocument();
  });

  test('is for a visitor like any other', async () => {
    const { calls } = trackPage('/track/7');
    expect(await screen.findByRole('region', { name: 'Buy this track' })).toBeVisible();
    expect(calls.filter(({ path }) => path.startsWith('/api/orders'))).toEqual([]);
  });
});

test('a visitor is asked to log in before adding it to the cart', async () => {
  const { user } = trackPage('/track/7');
  await user.click(await screen.findByRole('button', { name: 'Add Drift to cart' }));
  expect(await screen.findByText('Please log in to add the product to the cart.')).toBeVisible();
});

test('a sold track says so and shows others', async () => {
  trackPage('/track/8');
  expect(await screen.findByText('SOLD')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1, name: 'Gone' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Add Gone to cart' })).not.toBeInTheDocument();
  expect(await screen.findByRole('article', { name: 'Halo' })).toBeVisible();
});

test.each(['/track/99', '/track/abc', '/track/0'])('%s is no page', async (at) => {
  trackPage(at);
  expect(await screen.findByRole('heading', { name: 'Oops! Page Not Found' })).toBeVisible();
});

test('a failed load can be tried again', async () => {
  trackPage('/track/5', { 'GET /api/products/5': { status: 503 }, 'GET /api/products/5/similar': { status: 503 } });
  expect(await screen.findByText('Error: The track could not be loaded.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible();
});

test('a track that a list has shown stays when its page cannot be loaded, and the page says so', async () => {
  let fails = true;
  const stub = (body: object) => () => (fails ? { status: 503 } : { body });
  const { store, user } = trackPage('/track/7', {
    'GET /api/products/7': stub(CRATE[0]!),
    'GET /api/products/7/similar': stub({ products: CRATE.slice(1), mixing: 1 }),
    ...listing(() => CRATE),
  });
  await act(async () => void (await store.dispatch(catalogApi.endpoints.searchTracks.initiate(''))));
  expect(await screen.findByRole('heading', { level: 1, name: 'Drift' })).toBeVisible();
  expect(await screen.findByText('Not all of this page could be loaded.')).toBeVisible();
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('region', { name: 'Similar tracks' })).toBeVisible();
  expect(screen.queryByText('Not all of this page could be loaded.')).not.toBeInTheDocument();
});
