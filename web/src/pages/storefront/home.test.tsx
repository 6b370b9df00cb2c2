import { act, screen, within } from '@testing-library/react';
import { catalogApi } from '#features/catalog/api/catalog-api.ts';
import { aSearch } from '#testing/search/a-search.ts';
import { aProduct } from '#testing/a-track.ts';
import { renderAt, signedInAs } from '#testing/render.tsx';
import { stubAudio } from '#testing/stub-audio.ts';
import { stubServer } from '#testing/stub-server.ts';
import { HomePage } from './HomePage';

afterEach(() => jest.useRealTimers());

test('a visit after minutes shows the newest tracks, also on the way back', async () => {
  signedInAs(null);
  let newest = 'Halo';
  stubServer({ 'GET /api/products/search': () => ({ body: aSearch([aProduct({ name: newest })]) }) });
  const { router } = renderAt(<HomePage />, { routes: [{ path: '/elsewhere', element: <p>Elsewhere</p> }] });
  expect(await screen.findAllByText('Halo')).not.toHaveLength(0);
  jest.useFakeTimers();
  await act(() => router.navigate('/elsewhere'));
  await act(() => jest.advanceTimersByTimeAsync(300_000));
  newest = 'Orbit';
  await act(() => router.navigate(-1));
  await act(() => jest.advanceTimersByTimeAsync(1000));
  expect(screen.queryAllByText('Orbit')).not.toHaveLength(0);
  expect(screen.queryByText('Halo')).toBeNull();
});

test('the track of the hero is marked while the player has it', async () => {
  signedInAs(null);
  stubServer({ 'GET /api/products/search': () => ({ body: aSearch([aProduct({ name: 'Halo' })]) }) });
  stubAudio();
  const { user } = renderAt(<HomePage />);
  const hero = await screen.findByRole('figure');
  expect(hero).not.toHaveAttribute('aria-current');
  await user.click(await within(hero).findByRole('button', { name: 'Play Halo' }));
  expect(within(hero).getByRole('button', { name: 'Pause Halo' })).toBeVisible();
  expect(hero).toHaveAttribute('aria-current', 'true');
});

test('the newest tracks are shown too when the shop was scrolled so far that its first page is no longer kept', async () => {
  signedInAs(null);
  const all = Array.from({ length: 20 }, (_, i) => aProduct({ id: 100 - i }));
  stubServer({
    'GET /api/products/search': ({ path }) => {
      const { searchParams } = new URL(path, 'http://shop.example');
      if (searchParams.get('sort') === 'hottest') return { body: aSearch([]) };
      const from = Number(searchParams.get('after'));
      return { body: aSearch(all.slice(from, from + 1), { total: 20, listed: 20, from, next: String(from + 1) }) };
    },
  });
  const { router, store } = renderAt(<HomePage />, {
    at: '/elsewhere',
    routes: [{ path: '/elsewhere', element: <p>Elsewhere</p> }],
  });
  for (let page = 0; page < 12; page += 1)
    await act(() => store.dispatch(catalogApi.endpoints.searchTracks.initiate('', { direction: 'forward' })));
  await act(() => router.navigate('/'));
  expect(await screen.findAllByRole('button', { name: 'Play Track 100' })).toHaveLength(2);
});
