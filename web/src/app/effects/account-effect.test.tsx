import { act } from '@testing-library/react';
import { play, step } from '#features/player/public/playback.ts';
import { leaveSession } from '#features/session/leave-session.ts';
import { endSession, sessionStarted } from '#features/session/session.ts';
import { aProduct } from '#testing/a-track.ts';
import { renderAt, signedInAs } from '#testing/render.tsx';
import { stubAudio } from '#testing/stub-audio.ts';
import { stubServer } from '#testing/stub-server.ts';
import { AccountEffect } from './AccountEffect';

const WISHLIST = [3, 9, 5].map((id) => aProduct({ id }));

function listen() {
  signedInAs(7);
  stubServer({});
  stubAudio();
  const { store } = renderAt(<AccountEffect />);
  const nextIs = () => {
    act(() => void store.dispatch(step(1)));
    return store.getState().player.current?.id;
  };
  act(() => void store.dispatch(play(WISHLIST[1]!, WISHLIST)));
  return { store, nextIs };
}

afterEach(() => {
  signedInAs(null);
  jest.restoreAllMocks();
});

test('after a logout the current track stays in the player, but not its list', () => {
  const { store, nextIs } = listen();
  act(() => void store.dispatch(leaveSession()));
  expect(store.getState().player.playing).toBe(true);
  expect(nextIs()).toBe(9);
});

test('after an expired session the list stays for the same user, but not for another', () => {
  const { store, nextIs } = listen();
  act(() => void store.dispatch(endSession()));
  act(() => void store.dispatch(sessionStarted(7)));
  expect(nextIs()).toBe(5);
  act(() => void store.dispatch(endSession()));
  act(() => void store.dispatch(sessionStarted(8)));
  expect(nextIs()).toBe(5);
});
