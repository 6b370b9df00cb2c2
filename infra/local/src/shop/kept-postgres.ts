import { setTimeout as pause } from 'node:timers/promises';
import { retry } from '@shop/runtime';
import { startPostgres, type Postgres, type PostgresOptions } from '../postgres/postgres';
import type { Log } from '../run-command';

/** A Postgres that ends as soon as it runs is not started in a busy loop. */
const FIRST_PAUSE_MS = 1_000;
const PAUSE_MS = 5_000;

/**
 * Starts Postgres as `startPostgres` does. Whenever it ends unasked, it is started again at the same address, until it can be: when
 * its disk is full, until there is room.
 */
export async function supervisePostgres(options: PostgresOptions & { log: Log }): Promise<Pick<Postgres, 'url' | 'stop'>> {
  const { log } = options;
  const stopping = new AbortController();
  let lastRestart = Promise.resolve();
  const onEnd = () => {
    // Only `stop` ends the tries.
    lastRestart = restart().catch(() => {});
  };
  let postgres = await startPostgres({ ...options, onEnd });
  const { url, port } = postgres;

  async function restart() {
    let isReported = false;
    await pause(FIRST_PAUSE_MS, undefined, stopping);
    const start = async () => {
      postgres = await startPostgres({ ...options, port, onEnd });
    };
    const logFirstFailure = (error: unknown) => {
      if (!isReported) log(`Postgres cannot be started again yet: ${error instanceof Error ? error.message : String(error)}`);
      isReported = true;
    };
    await retry(start, { withinMs: Infinity, pauseMs: PAUSE_MS, onFailure: logFirstFailure, signal: stopping.signal });
    log('Postgres runs again.');
  }

  return {
    url,
    stop: async () => {
      stopping.abort();
      await lastRestart;
      await postgres.stop();
    },
  };
}
