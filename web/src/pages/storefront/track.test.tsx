import { act, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { api } from '#lib/calls/api.ts';
import { refusal } from '#testing/answers.ts';
import { aProduct } from '#testing/a-track.ts';
import { renderAt, signedInAs } from '#testing/render.tsx';
import { stubAudio } from '#testing/stub-audio.ts';
import { stubServer } from '#testing/stub-server.ts';
import { TrackPage } from './TrackPage';

const DRIFT = aProduct({ id: 7, name: 'Drift', price: 299.99, old_price: 450, key_mode: 'minor', project_name: 'FL Studio' });
const SOLD = { id: 8, name: 'Gone', img: '/media/catalog/gone.webp', store_name: 'Night Works' };
const CRATE = [DRIFT, aProduct({ id: 3, name: 'Halo' }), aProduct({ id: 4, name: 'Far Off', category: 'Ambient', bpm: 80 })];

function trackPage(at: string, handlers: Parameters<typeof stubServer>[0] = {}) {
  signedInAs(null);
  const sound = stubAudio();
  const calls = stubServer({
    'GET /api/products/7/similar': { body: { products: CRATE.slice(1), mixing: 1 } },
    'GET /api/products/8/similar': { body: { products: CRATE, mixing: 2 } },
    'GET /api/products/99/similar': refusal('404 not-found', 'There is no track 99.'),
    'GET /api/products/99': refusal('404 not-found', 'There is no track 99.'),
    'GET /api/products/7': { body: DRIFT },
    'GET /api/products/8': refusal('404 sold', 'This track is sold.', { details: SOLD }),
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
  const known = new Promise<void>((resolve) => (answer = resolve));
  const { user, happens, source } = trackPage('/track/7', {
    'GET /api/products/7/similar': async () => {
      await known;
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

test('similar tracks and what mixes with it are a click away', async () => {
  trackPage('/track/7');
  const similar = within(await screen.findByRole('region', { name: 'Similar tracks' }));
  expect(similar.getAllByRole('article').map((card) => card.getAttribute('aria-label'))).toEqual(['Halo', 'Far Off']);
  expect(screen.getByRole('link', { name: 'Mixes with 1 track' })).toHaveAttribute('href', '/shop?mixes=7');
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
