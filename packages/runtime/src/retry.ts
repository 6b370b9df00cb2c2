import { setTimeout as pause } from 'node:timers/promises';

export type Patience = {
  /** For how many milliseconds new tries may begin, by a clock that tests do not replace. */
  withinMs: number;
  /** Milliseconds until the next try. A function gets the number of tries and the last error. */
  pauseMs: number | ((tries: number, error: unknown) => number);
  /** Called with each error. It may throw to end the tries, for an error that another try cannot cure. */
  onFailure?: (error: unknown) => void;
  /** Ends the tries, even while the next one waits. */
  signal?: AbortSignal;
};

/** Bound at load, because tests replace the clock. */
const elapsedMs = performance.now.bind(performance);

/**
 * Runs `work` until it does not throw.
 * @returns its result
 * @throws the last error, the error that `onFailure` throws, or an error once `signal` has ended the tries
 */
export async function retry<Result>(
  work: () => Promise<Result> | Result,
  { withinMs, pauseMs, onFailure, signal }: Patience,
): Promise<Result> {
  const until = elapsedMs() + withinMs;
  for (let tries = 1; ; tries += 1) {
    signal?.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      onFailure?.(error);
      if (elapsedMs() >= until) throw error;
      await pause(typeof pauseMs === 'number' ? pauseMs : pauseMs(tries, error), undefined, { signal });
    }
  }
}
