import { waitFor } from '@testing-library/react';
import { audio } from '#features/player/public/audio.ts';
import { play } from '#features/player/public/playback.ts';
import { aProduct } from '#testing/a-track.ts';
import { stubAudio } from '#testing/stub-audio.ts';
import { stubServer } from '#testing/stub-server.ts';
import { makeStore } from '../store';
import { followSound } from './follow-others';

let store: ReturnType<typeof makeStore>;
let channel: BroadcastChannel;
let messageCount: number;
let stop = () => {};
let happens: ReturnType<typeof stubAudio>['happens'];

beforeEach(() => {
  ({ happens } = stubAudio());
  stubServer({});
  store = makeStore();
  messageCount = 0;
  channel = new BroadcastChannel('sound');
  channel.onmessage = () => messageCount++;
});
afterEach(() => {
  stop();
  channel.close();
  jest.restoreAllMocks();
});

const starts = () => store.dispatch(play(aProduct(), [aProduct()]));
/** Waits until the messages posted before have arrived. */
async function allHeard() {
  const third = new BroadcastChannel('sound');
  const arrived = new Promise((resolve) => (third.onmessage = resolve));
  channel.postMessage(null);
  await arrived;
  third.close();
}

test('a window that begins to play tells the others', async () => {
  stop = followSound(store);
  starts();
  await waitFor(() => expect(messageCount).toBe(1));
});

test('it tells them at the press of Play, before the track has loaded, and not after a wait for data', async () => {
  jest.spyOn(audio, 'play').mockImplementation(async () => happens('play'));
  stop = followSound(store);
  starts();
  await waitFor(() => expect(messageCount).toBe(1));
  happens('playing');
  happens('waiting');
  happens('playing');
  await allHeard();
  expect(messageCount).toBe(1);
});

test('it tells them even when it began to play before it followed them', async () => {
  starts();
  jest.spyOn(audio, 'paused', 'get').mockReturnValue(false);
  stop = followSound(store);
  await waitFor(() => expect(messageCount).toBe(1));
});

test('a window pauses when another one begins to play, and goes on when it is asked to', async () => {
  stop = followSound(store);
  starts();
  channel.postMessage(null);
  await waitFor(() => expect(audio.pause).toHaveBeenCalled());
  expect(store.getState().player).toMatchObject({ playing: false, current: { id: 1 } });
  starts();
  expect(store.getState().player.playing).toBe(true);
});

test('once stopped it neither tells nor pauses', async () => {
  followSound(store)();
  starts();
  channel.postMessage(null);
  await allHeard();
  expect(messageCount).toBe(0);
  expect(store.getState().player.playing).toBe(true);
});
