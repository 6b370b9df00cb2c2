import { act } from '@testing-library/react';
import { play, step } from '../../features/player/public/playback';
import { leaveSession } from '../../features/session/leave-session';
import { endSession, sessionStarted } from '../../features/session/session';
import { aProduct } from '../../testing/a-track';
import { renderAt, signedInAs } from '../../testing/render';
import { stubAudio } from '../../testing/stub-audio';
import { stubServer } from '../../testing/stub-server';
import { AccountKeeper } from './AccountKeeper';

const WISHLIST = [3, 9, 5].map((id) => aProduct({ id }));

function listen() {
  signedInAs(7);
  stubServer({});
  stubAudio();
  const { store } = renderAt(<AccountKeeper />);
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

test('who logs out leaves the track that plays, and nothing of the list it is from', () => {
  const { store, nextIs } = listen();
  act(() => void store.dispatch(leaveSession()));
  expect(store.getState().player.playing).toBe(true);
  expect(nextIs()).toBe(9);
});

test('a session that expires leaves the list to the same user, and not to somebody else', () => {
  const { store, nextIs } = listen();
  act(() => void store.dispatch(endSession()));
  act(() => void store.dispatch(sessionStarted(7)));
  expect(nextIs()).toBe(5);
  act(() => void store.dispatch(endSession()));
  act(() => void store.dispatch(sessionStarted(8)));
  expect(nextIs()).toBe(5);
});
