import { setTimeout as pause } from 'node:timers/promises';

/** Bound at load, because tests replace the clock. */
const elapsedMs = performance.now.bind(performance);

/**
 * Waits until the check no longer throws, at most `ms` milliseconds, by a clock that tests do not replace.
 * @returns its result
 * @throws the check's last error
 */
export async function eventually<Result>(check: () => Promise<Result> | Result, ms = 90_000): Promise<Result> {
  const until = elapsedMs() + ms;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (elapsedMs() >= until) throw error;
      await pause(50);
    }
  }
}
