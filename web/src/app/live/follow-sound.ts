import { audio } from '../../features/player/public/audio';
import { pause } from '../../features/player/public/playback';
import type { AppStore } from '../../lib/hooks';
import { channelOf } from '../../lib/live/channel';

/** One window of a browser sounds at a time: at a press of Play, before anything has loaded, the others pause. → stop */
export function followSound({ dispatch, getState }: AppStore): () => void {
  const others = channelOf('sound');
  if (!others) return () => {};
  const tell = () => others.postMessage(null);
  others.onmessage = () => {
    const { current } = getState().player;
    if (current) dispatch(pause(current));
  };
  audio.addEventListener('play', tell); // `playing` comes again after each wait for data
  if (!audio.paused) tell(); // it began before this code was there
  return () => {
    audio.removeEventListener('play', tell);
    others.close();
  };
}
