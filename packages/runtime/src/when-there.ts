import { isOutage } from '@shop/http';
import type { Log } from './log';
import { retry } from './retry';

/**
 * Opens something that a program needs to start, such as the object store. It waits up to `patienceMs` while that is away, as for
 * a database.
 * @returns the opened object
 * @throws the error that is no outage, or the last one
 */
export const whenThere = <Connection>(
  open: () => Promise<Connection>,
  { what, log, patienceMs = 60_000, pauseMs = 1000 }: { what: string; log: Log; patienceMs?: number; pauseMs?: number },
): Promise<Connection> =>
  retry(open, {
    withinMs: patienceMs,
    pauseMs,
    onFailure: (error) => {
      if (!isOutage(error)) throw error;
      log.info({ err: error }, `waiting for ${what}`);
    },
  });
