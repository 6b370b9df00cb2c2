import { followBrowser } from '../../features/session/session';
import type { AppStore } from '../../lib/hooks';
import { channelOf } from '../../lib/live/channel';

const NAME = 'session';

/** Takes over a login or logout in another window at once, and tells of those here. → stop */
export function followWindows({ dispatch, getState, subscribe }: AppStore): () => void {
  const follow = () => dispatch(followBrowser());
  const userId = () => getState().session.userId;
  const others = channelOf(NAME);
  if (others) others.onmessage = follow;
  let last = userId();
  const stop = subscribe(() => {
    if (userId() === last) return;
    last = userId();
    others?.postMessage(null);
  });
  // a message does not reach a window that the browser had put to sleep
  window.addEventListener('focus', follow);
  follow();
  return () => {
    stop();
    others?.close();
    window.removeEventListener('focus', follow);
  };
}
