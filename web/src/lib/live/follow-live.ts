import { keepStream, type LiveMessage } from './stream';

const NAME = 'live-tracks';
/** The gateway says the last half minute again to whoever comes: a tab hidden for less than that has missed nothing. */
const SAID_AGAIN_MS = 25_000;

/**
 * What happens to tracks, as long as somebody looks. The browser has one stream, in a visible tab: whoever has the lock; the other
 * tabs learn from it over a channel. No visible tab, no stream; who was hidden for long hears `missed` on coming back. → stop
 */
export function followLive(heard: (message: LiveMessage) => void): () => void {
  if (typeof EventSource === 'undefined') return () => {};
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(NAME);
  let turn: AbortController | null = null;
  let hiddenAt = Date.now();

  const say = (message: LiveMessage) => {
    heard(message);
    channel?.postMessage(message);
  };
  const hide = () => {
    if (turn) hiddenAt = Date.now();
    turn?.abort();
    turn = null;
  };
  const look = () => {
    if (document.visibilityState === 'hidden') return hide();
    if (turn) return;
    turn = new AbortController();
    void inTurn(turn.signal, (signal) => keepStream(signal, say));
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

/** One tab at a time; where there are no locks (plain http), every visible tab for itself. */
async function inTurn(signal: AbortSignal, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return work(signal);
  await navigator.locks.request(NAME, { signal }, () => work(signal)).catch(() => {}); // hidden before it was its turn
}
