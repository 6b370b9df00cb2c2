import type { AppStore } from '#lib/hooks.ts';
import { audio } from '#features/player/public/audio.ts';
import { pause } from '#features/player/public/playback.ts';
import { channelOf } from '#lib/live/channel.ts';
import { followTracks } from './follow-tracks';
import { followWindows } from './follow-windows';

/**
 * Only one window of a browser sounds at a time: a press of Play pauses the others at once.
 * @returns stop
 */
export function followSound({ dispatch, getState }: AppStore): () => void {
  const channel = channelOf('sound');
  if (!channel) return () => {};
  const pauseOthers = () => channel.postMessage(null);
  channel.onmessage = () => {
    const { current } = getState().player;
    if (current) dispatch(pause(current));
  };
  audio.addEventListener('play', pauseOthers); // `playing` would come again after each wait for data
  if (!audio.paused) pauseOthers(); // the sound began before this code was loaded
  return () => {
    audio.removeEventListener('play', pauseOthers);
    channel.close();
  };
}

/**
 * Follows sales to other buyers, and logins, logouts and playing in other windows.
 * @returns stop
 */
export function followOthers(store: AppStore): () => void {
  const stops = [followTracks(store), followWindows(store), followSound(store)];
  return () => stops.forEach((stop) => stop());
}
