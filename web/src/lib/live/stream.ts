import type { LiveKind, LiveView } from '@shop/contracts/views';
import { pause } from './in-turn';

export type LiveMessage = LiveView & { kind: LiveKind };

const PATH = '/api/products/events';
const KINDS: LiveKind[] = ['sold', 'held', 'released', 'removed', 'missed'];
/** The pauses before the next attempt: short after a lost connection, long after a refused one, and longer with each try. */
const PAUSE_MS = { lost: 1_000, longestLost: 60_000, refused: 60_000, longestRefused: 3_600_000 };
/** A connection that lasted this long resets the pauses. */
const GOOD_AFTER_MS = 10_000;

/** Whether there was an outage since this page had the stream open, even while it did not listen. */
let wasAway = false;

/**
 * Listens to the gateway until the signal, through every outage. After an outage, the first message is `missed`, because messages
 * were lost. `takenOver`: another tab has listened so far, perhaps through an outage.
 */
export async function listen(say: (message: LiveMessage) => void, takenOver: boolean, signal: AbortSignal): Promise<void> {
  wasAway ||= takenOver;
  let tries = 0;
  while (!signal.aborted) {
    let openedAt = Infinity;
    const ending = await listenOnce(signal, say, () => {
      openedAt = Date.now();
      if (wasAway) say({ kind: 'missed', ids: [] });
      wasAway = false;
    });
    if (signal.aborted) return;
    wasAway = true;
    if (Date.now() - openedAt > GOOD_AFTER_MS) tries = 0;
    await pause(pauseAfter(ending, tries), signal);
    tries += 1;
  }
}

/** A pause in milliseconds. It is random, because all browsers lose the connection at the same moment. */
export function pauseAfter(ending: 'lost' | 'refused', tries: number): number {
  const [first, longest] =
    ending === 'lost' ? [PAUSE_MS.lost, PAUSE_MS.longestLost] : [PAUSE_MS.refused, PAUSE_MS.longestRefused];
  return Math.min(first * 2 ** tries, longest) * (0.5 + Math.random() / 2);
}

/** One connection, from its opening to its end. A refusal is 429, 503, or 204 from a gateway without a broker. */
const listenOnce = (signal: AbortSignal, say: (message: LiveMessage) => void, onOpen: () => void) =>
  new Promise<'lost' | 'refused'>((resolve) => {
    const source = new EventSource(PATH);
    const end = (how: 'lost' | 'refused') => {
      source.close();
      signal.removeEventListener('abort', leave);
      resolve(how);
    };
    const leave = () => end('lost');
    signal.addEventListener('abort', leave);
    source.onopen = onOpen;
    source.onerror = () => end(source.readyState === EventSource.CLOSED ? 'refused' : 'lost');
    for (const kind of KINDS)
      source.addEventListener(kind, ({ data }: MessageEvent<string>) => say({ kind, ids: (JSON.parse(data) as LiveView).ids }));
  });
