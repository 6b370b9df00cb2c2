import { channelOf } from './channel';
import { inTurn } from './in-turn';
import { listen, type LiveMessage } from './stream';

const NAME = 'live-tracks';
/** The gateway repeats the last half minute to new listeners, so a tab that was hidden for less has missed nothing. */
const SAID_AGAIN_MS = 25_000;
/** A tab that is hidden leaves the stream to the next tab within this time. */
const HANDED_OVER_MS = 1_000;

/**
 * Whether the browser showed the page from its cache, perhaps hours later: on the way back from another site, or for a tab that
 * it had put away. It then transfers no bytes.
 */
const isFromCache = () => performance.getEntriesByType('navigation')[0]?.transferSize === 0;

/** When this page last listened: it stops when it is hidden, or when its visitor opens the administration. */
let leftAt = isFromCache() ? 0 : Date.now();

/**
 * Calls `onMessage` with the live news of tracks while the page is visible. One visible tab holds the browser's only stream, and
 * passes its messages on through a channel. A page that has not listened for long, or comes from the browser's cache, first gets
 * `missed`.
 * @returns stop
 */
export function followLive(onMessage: (message: LiveMessage) => void): () => void {
  if (typeof EventSource === 'undefined') return () => {};
  const channel = channelOf(NAME);
  let turn: AbortController | null = null;

  const passOn = (message: LiveMessage) => {
    onMessage(message);
    channel?.postMessage(message);
  };
  const hide = () => {
    if (turn) leftAt = Date.now();
    turn?.abort();
    turn = null;
  };
  const listenWhileVisible = () => {
    if (document.visibilityState === 'hidden') return hide();
    if (turn) return;
    turn = new AbortController();
    const { signal } = turn;
    // Without a channel, no other tab could pass its messages on.
    if (!channel) void listen(onMessage, false, signal);
    else void inTurn(signal, (waitedMs, until) => listen(passOn, waitedMs > HANDED_OVER_MS, until));
    if (Date.now() - leftAt > SAID_AGAIN_MS) onMessage({ kind: 'missed', ids: [] });
  };

  channel?.addEventListener('message', ({ data }: MessageEvent<LiveMessage>) => onMessage(data));
  document.addEventListener('visibilitychange', listenWhileVisible);
  listenWhileVisible();
  return () => {
    document.removeEventListener('visibilitychange', listenWhileVisible);
    hide();
    channel?.close();
  };
}
