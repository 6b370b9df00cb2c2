import { setTimeout as pause } from 'node:timers/promises';

const PAUSE_MS = { first: 200, longest: 5000 };

/**
 * Runs `work` again whenever it ends or fails, until `signal`. Pauses double up to 5 s; after `work` has called `onAttached`, the
 * next pause is short again.
 */
export async function persist(
  signal: AbortSignal,
  work: (onAttached: () => void) => Promise<void>,
  onFailure: (error: unknown) => void,
): Promise<void> {
  let wait = PAUSE_MS.first;
  while (!signal.aborted) {
    try {
      await work(() => (wait = PAUSE_MS.first));
    } catch (error) {
      if (!signal.aborted) onFailure(error);
    }
    await pause(wait, undefined, { signal }).catch(() => undefined);
    wait = Math.min(wait * 2, PAUSE_MS.longest);
  }
}
