import { act, screen } from '@testing-library/react';
import { aSearch } from '../../testing/a-search';
import { aProduct } from '../../testing/a-track';
import { renderAt, signedInAs } from '../../testing/render';
import { stubServer } from '../../testing/stub-server';
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
