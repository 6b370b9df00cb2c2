import { forgetTyped, LEFT, SESSION_CHANNEL } from '#features/session/leave-session.ts';
import { followBrowser } from '#features/session/session.ts';
import type { AppStore } from '#lib/hooks.ts';
import { channelOf } from '#lib/live/channel.ts';

/**
 * Takes over a login or logout in another window at once, and tells the others of logins and logouts here.
 * @returns stop
 */
export function followWindows({ dispatch, getState, subscribe }: AppStore): () => void {
  const follow = () => dispatch(followBrowser());
  const userId = () => getState().session.userId;
  const channel = channelOf(SESSION_CHANNEL);
  if (channel)
    channel.onmessage = ({ data }) => {
      follow();
      if (data === LEFT) dispatch(forgetTyped());
    };
  let last = userId();
  const stop = subscribe(() => {
    if (userId() === last) return;
    last = userId();
    channel?.postMessage(null);
  });
  // The browser delivers no message to a window that it had put to sleep.
  window.addEventListener('focus', follow);
  window.addEventListener('pageshow', follow); // also when Back shows the page as it was left
  follow();
  return () => {
    stop();
    channel?.close();
    window.removeEventListener('focus', follow);
    window.removeEventListener('pageshow', follow);
  };
}
