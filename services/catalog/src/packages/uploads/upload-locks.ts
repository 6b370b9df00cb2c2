import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Refusal } from '@shop/http';
import type { Log } from '@shop/runtime';
import { ERRORS, type Locker, type RequestRelease } from '@tus/utils';
import { Client, type QueryResultRow } from 'pg';

const WAIT_MS = 10_000;
const AGAIN_MS = 100;
const CHANNEL = 'upload_wanted';

export type UploadLocks = { locker: Locker; close: () => Promise<void> };

/**
 * Lets one connection at a time write an upload, among all replicas. Whoever wants an upload asks its holder to let go: it is
 * mostly the same sender, whose earlier connection is dead without the service knowing. The locks belong to a connection of their
 * own to Postgres: a process that dies frees them at once, and one that loses the connection gives all its uploads up.
 */
export function createUploadLocks(url: string, log: Log): UploadLocks {
  /** Who has an upload in this process; null for somebody who is about to take it, and whom nobody asks. */
  const holders = new Map<string, RequestRelease | null>();
  let connection: Promise<Client> | undefined;
  let lastQuery: Promise<unknown> = Promise.resolve();

  function connect(): Promise<Client> {
    connection ??= open().catch((error: unknown) => {
      connection = undefined;
      throw error;
    });
    return connection;
  }

  async function open(): Promise<Client> {
    const client = new Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 10_000 });
    client.on('error', (error) => log.warn({ err: error }, 'the locks of uploads have lost their connection'));
    client.once('end', () => {
      connection = undefined;
      for (const release of holders.values()) void release?.();
    });
    client.on('notification', ({ payload }) => void holders.get(payload ?? '')?.());
    await client.connect();
    await client.query(`LISTEN ${CHANNEL}`);
    return client;
  }

  /** Sends one query after the other: the next release of the client takes no second one beside it. */
  function ask<Row extends QueryResultRow>(client: Client, text: string, values: string[]) {
    const answer = lastQuery.then(() => client.query<Row>(text, values));
    lastQuery = answer.catch(() => undefined);
    return answer;
  }

  /** Takes a lock that nobody has; else asks its holder for it. */
  async function take(id: string, requestRelease: RequestRelease): Promise<boolean> {
    // Postgres would give the same connection its lock twice.
    if (holders.has(id)) {
      await holders.get(id)?.();
      return false;
    }
    holders.set(id, null);
    try {
      const client = await connect();
      const { rows } = await ask<{ free: boolean }>(client, 'SELECT pg_try_advisory_lock($1) AS free', [keyOf(id)]);
      if (rows[0]?.free) {
        holders.set(id, requestRelease);
        return true;
      }
      await ask(client, 'SELECT pg_notify($1, $2)', [CHANNEL, id]);
    } catch (error) {
      holders.delete(id);
      throw error;
    }
    holders.delete(id);
    return false;
  }

  return {
    locker: {
      newLock: (id) => ({
        async lock(signal, requestRelease) {
          const end = Date.now() + WAIT_MS;
          while (!(await take(id, requestRelease))) {
            if (signal.aborted) throw Object.assign(new Error('The sender has left'), ERRORS.ABORTED);
            if (Date.now() > end) throw new Refusal('locked', 'locked', 'Another connection sends this file. Please try again.');
            await pause(AGAIN_MS);
          }
        },
        async unlock() {
          const client = await connection?.catch(() => undefined);
          // A lost connection has freed the lock.
          if (client) await ask(client, 'SELECT pg_advisory_unlock($1)', [keyOf(id)]).catch(() => undefined);
          holders.delete(id);
        },
      }),
    },
    async close() {
      const client = await connection?.catch(() => undefined);
      await client?.end();
    },
  };
}

const keyOf = (id: string) => createHash('sha256').update(`tus/${id}`).digest().readBigInt64BE().toString();
