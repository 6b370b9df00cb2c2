import { readFileSync } from 'node:fs';
import { Client } from 'pg';
import { freePort } from '../../infra/local/src/run-command';
import { startPostgres, type Postgres } from '../../infra/local/src/postgres';

/** A Postgres that keeps its promises (fsync), and that can be killed, stopped in the middle and started again on the same data. */
export async function startDatabase(dataDir: string) {
  const port = await freePort();
  let server: Postgres = await startPostgres({ dataDir, port });
  const superuser = server.url;
  let postmaster = await postmasterOf(superuser);

  const signal = (name: NodeJS.Signals) => {
    for (const pid of [postmaster, ...childrenOf(postmaster)]) send(pid, name);
  };
  return {
    url: superuser,
    kill: async () => signal('SIGKILL'),
    pause: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    /** Starts it again, unless it runs. */
    async restart() {
      if (isRunning(postmaster)) return;
      server = await startPostgres({ dataDir, port });
      postmaster = await postmasterOf(superuser);
    },
    stop: () => server.stop(),
  };
}

async function postmasterOf(url: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ pid: string }>(`SELECT split_part(pg_read_file('postmaster.pid'), E'\n', 1) AS pid`);
  await client.end();
  return Number(rows[0]?.pid);
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
    // it has ended already
    return false;
  }
}

const isRunning = (pid: number) => send(pid, 0);
