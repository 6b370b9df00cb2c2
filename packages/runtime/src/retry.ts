import { setTimeout as pause } from 'node:timers/promises';

export type Patience = {
  /** For how long to begin another try, in milliseconds, by a clock that no test moves. */
  withinMs: number;
  /** Milliseconds until the next try; a function knows how many there were and how the last one failed. */
  pauseMs: number | ((tries: number, error: unknown) => number);
  /** Hears of each failure. What it throws ends the trying, for a failure that no further try would mend. */
  onFailure?: (error: unknown) => void;
};

/**
 * Does `work` until it does not throw.
 * @throws the error of the last try, or what `onFailure` throws.
 */
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
