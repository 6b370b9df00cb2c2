import { strictEqual } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { retry } from '@shop/runtime';
import { freePort } from '../../infra/local/src/run-command';
import { startPostgres, type Postgres } from '../../infra/local/src/postgres/postgres';

/** Starts a Postgres that writes each commit to disk (fsync). It can be killed, frozen, and started again on the same data. */
export async function startDatabase(dataDir: string) {
  const port = await freePort();
  let server: Postgres = await startPostgres({ dataDir, port });

  const signal = (name: NodeJS.Signals) => {
    for (const pid of [server.pid, ...childrenOf(server.pid)]) send(pid, name);
  };
  return {
    url: server.url,
    /** Kills all its processes at once, like a power cut. */
    async kill() {
      const { pid } = server;
      signal('SIGKILL');
      await retry(() => strictEqual(send(pid, 0), false), { withinMs: 10_000, pauseMs: 20 });
    },
    pause: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    /** Starts it again, unless it is running. */
    async restart() {
      if (!send(server.pid, 0)) server = await startPostgres({ dataDir, port });
    },
    stop: () => server.stop(),
  };
}

function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    // The process has ended already.
    return false;
  }
}
