import { setTimeout as pause } from 'node:timers/promises';

export type Patience = {
  /** For how many milliseconds new tries may begin, by a clock that tests do not change. */
  withinMs: number;
  /** Milliseconds until the next try. A function gets the number of tries and the last error. */
  pauseMs: number | ((tries: number, error: unknown) => number);
  /** Called with each error. It may throw to end the tries, for an error that another try would not cure. */
  onFailure?: (error: unknown) => void;
};

/** Runs `work` until it does not throw. → its result @throws the error of the last try, or the one that `onFailure` throws. */
export async function retry<Result>(
  work: () => Promise<Result> | Result,
  { withinMs, pauseMs, onFailure }: Patience,
): Promise<Result> {
  const until = performance.now() + withinMs;
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      onFailure?.(error);
      if (performance.now() >= until) throw error;
      await pause(typeof pauseMs === 'number' ? pauseMs : pauseMs(tries, error));
    }
  }
}
