import { act, screen } from '@testing-library/react';
import { play } from '#features/player/public/playback.ts';
import { aTrack } from '#testing/a-track.ts';
import { renderAt, signedInAs } from '#testing/render.tsx';
import { stubAudio } from '#testing/stub-audio.ts';
import { stubServer } from '#testing/stub-server.ts';
import { PlayerMount } from './PlayerMount';

afterEach(() => jest.restoreAllMocks());

test('a player that cannot be loaded says so, and comes with the next track', async () => {
  signedInAs(null);
  stubAudio();
  stubServer({});
  jest.spyOn(console, 'error').mockImplementation(() => {});
  const line = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  jest.doMock('#features/player/public/PlayerControls.tsx', () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  const { store } = renderAt(<PlayerMount />, { corner: true });
  const start = (id: number) => act(() => void store.dispatch(play(aTrack({ id, name: `Track ${id}` }), [])));
  start(1);
  expect(await screen.findByText('The player could not be loaded. Please check your connection and try again.')).toBeVisible();
  line.mockRestore();
  jest.dontMock('#features/player/public/PlayerControls.tsx');
  start(2);
  expect(await screen.findByRole('region', { name: 'Player' })).toBeVisible();
});
