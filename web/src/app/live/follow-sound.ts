import { audio } from '../../features/player/public/audio';
import { pause } from '../../features/player/public/playback';
import type { AppStore } from '../../lib/hooks';
import { channelOf } from '../../lib/live/channel';

/** One window of a browser sounds at a time: when it begins to play, the others pause. → stop */
export function followSound({ dispatch, getState }: AppStore): () => void {
  const others = channelOf('sound');
  if (!others) return () => {};
  const tell = () => others.postMessage(null);
  others.onmessage = () => {
    const { current } = getState().player;
    if (current) dispatch(pause(current));
  };
  audio.addEventListener('playing', tell);
  if (!audio.paused) tell(); // it began before this code was there
  return () => {
    audio.removeEventListener('playing', tell);
    others.close();
  };
}
