import { setTimeout as pause } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import type { Log } from '../run-command';

/** SQLSTATE of a Postgres that is starting up: after a crash it may read its log of changes for minutes. */
const STARTING_UP = '57P03';

type Waiting = { running: () => boolean; log: Log; patienceMs?: number };

/**
 * Waits until Postgres takes connections, for 30 s, and for as long as it says that it is starting up. It imports none of our
 * packages, because every run of the tests begins with it, even in a checkout without a build.
 * @returns whether it does; false also when it has ended
 */
export async function answers(url: string, { running, log, patienceMs = 30_000 }: Waiting): Promise<boolean> {
  for (let deadline = Date.now() + patienceMs; running(); await pause(50)) {
    const answer = await connect(url);
    if (answer === 'ready') return running();
    if (Date.now() < deadline) continue;
    if (answer === 'none') return false;
    log('Postgres was not stopped in order and is still reading what it had written last …');
    deadline = Date.now() + patienceMs;
  }
  return false;
}

async function connect(url: string): Promise<'ready' | 'starting up' | 'none'> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return 'ready';
  } catch (error) {
    return error instanceof DatabaseError && error.code === STARTING_UP ? 'starting up' : 'none';
  } finally {
    await client.end().catch(() => {});
  }
}
