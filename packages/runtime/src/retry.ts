import { setTimeout as pause } from 'node:timers/promises';

export type Patience = {
  /** For how many milliseconds new tries may begin, by a clock that tests do not change. */
  withinMs: number;
  /** Milliseconds until the next try. A function gets the number of tries and the last error. */
  pauseMs: number | ((tries: number, error: unknown) => number);
  /** Called with each error. It may throw to end the tries, for an error that another try would not cure. */
  onFailure?: (error: unknown) => void;
  /** Ends the tries, also while the next one is waited for. */
  signal?: AbortSignal;
};

/** Not by a clock that a test has replaced: `eventually` promises that. */
const elapsedMs = performance.now.bind(performance);

/**
 * Runs `work` until it does not throw. → its result @throws the error of the last try, the one that `onFailure` throws, or an error once
 * `signal` has ended it.
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
