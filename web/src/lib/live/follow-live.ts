import { channelOf } from './channel';
import { listen, type LiveMessage } from './stream';

const NAME = 'live-tracks';
/** The gateway repeats the last half minute to every new listener, so a tab that was hidden for less than this has missed nothing. */
const SAID_AGAIN_MS = 25_000;
/** Within this time a tab that is hidden has left the stream to the next one. */
const HANDED_OVER_MS = 1_000;

/**
 * Whether the browser took the page as it was without asking, perhaps hours later: on the way back from another site, or for a tab that it
 * had put away. Nothing was sent for it then.
 */
const isFromCache = () => performance.getEntriesByType('navigation')[0]?.transferSize === 0;

/** When this page stopped listening: it was hidden, or left for the administration. */
let leftAt = isFromCache() ? 0 : Date.now();

/**
 * Calls `heard` with the live news of tracks while the page is visible. The browser has one stream, in the visible tab that holds the
 * lock; the other tabs get its messages through a channel. Without a visible tab there is no stream, and a page that did not listen for
 * long gets `missed` when it does again; so does one from the browser's cache.
 * → stop
 */
export function followLive(heard: (message: LiveMessage) => void): () => void {
  if (typeof EventSource === 'undefined') return () => {};
  const channel = channelOf(NAME);
  let turn: AbortController | null = null;

  const say = (message: LiveMessage) => {
    heard(message);
    channel?.postMessage(message);
  };
  const hide = () => {
    if (turn) leftAt = Date.now();
    turn?.abort();
    turn = null;
  };
  const look = () => {
    if (document.visibilityState === 'hidden') return hide();
    if (turn) return;
    turn = new AbortController();
    void inTurn(turn.signal, (waited, signal) => listen(say, waited > HANDED_OVER_MS, signal));
    if (Date.now() - leftAt > SAID_AGAIN_MS) heard({ kind: 'missed', ids: [] });
  };

  channel?.addEventListener('message', ({ data }: MessageEvent<LiveMessage>) => heard(data));
  document.addEventListener('visibilitychange', look);
  look();
  return () => {
    document.removeEventListener('visibilitychange', look);
    hide();
    channel?.close();
  };
}

/** Runs `work` in one tab at a time, and tells it how long it has waited. Where locks are missing (plain http), every visible tab runs it. */
async function inTurn(signal: AbortSignal, work: (waited: number, signal: AbortSignal) => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return work(0, signal);
  const since = Date.now();
  // aborted: the tab was hidden before its turn
  await navigator.locks.request(NAME, { signal }, () => work(Date.now() - since, signal)).catch(() => {});
}
