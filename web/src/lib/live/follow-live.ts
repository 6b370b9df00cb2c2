import { channelOf } from './channel';
import { streamTo, type LiveMessage } from './stream';

const NAME = 'live-tracks';
/** The gateway repeats the last half minute to every new listener, so a tab that was hidden for less than this has missed nothing. */
const SAID_AGAIN_MS = 25_000;

/**
 * Calls `heard` with the live news of tracks while the page is visible. The browser has one stream, in the visible tab that holds the
 * lock; the other tabs get its messages through a channel. Without a visible tab there is no stream, and a tab that was hidden for long
 * gets `missed` when it comes back; so does one whose page is from the browser's cache.
 * → stop
 */
export function followLive(heard: (message: LiveMessage) => void): () => void {
  if (typeof EventSource === 'undefined') return () => {};
  const channel = channelOf(NAME);
  let turn: AbortController | null = null;
  let hiddenAt = isFromCache() ? 0 : Date.now();

  const say = (message: LiveMessage) => {
    heard(message);
    channel?.postMessage(message);
  };
  const listen = streamTo(say);
  const hide = () => {
    if (turn) hiddenAt = Date.now();
    turn?.abort();
    turn = null;
  };
  const look = () => {
    if (document.visibilityState === 'hidden') return hide();
    if (turn) return;
    turn = new AbortController();
    void inTurn(turn.signal, listen);
    if (Date.now() - hiddenAt > SAID_AGAIN_MS) heard({ kind: 'missed', ids: [] });
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

/**
 * Whether the browser took the page as it was without asking, perhaps hours later: on the way back from another site, or for a tab that it
 * had put away. Nothing was sent for it then.
 */
const isFromCache = () => performance.getEntriesByType('navigation')[0]?.transferSize === 0;

/** Runs `work` in one tab at a time. Where locks are missing (plain http), every visible tab runs it. */
async function inTurn(signal: AbortSignal, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return work(signal);
  await navigator.locks.request(NAME, { signal }, () => work(signal)).catch(() => {}); // aborted: the tab was hidden before its turn
}
