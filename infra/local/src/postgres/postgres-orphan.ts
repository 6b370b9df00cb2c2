import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../run-command';
import { describeProcess, type Describe } from './describe-process';

/**
 * Makes a cluster free to be started: stops a Postgres whose parent was killed, and removes a pid file whose number now belongs to
 * another program.
 * @throws Error when another process is using the cluster, or may be
 */
export async function stopOrphan(cluster: string, log: Log, describe: Describe = describeProcess): Promise<void> {
  const pidOwner = await namedIn(cluster, describe);
  if (!pidOwner) return;
  const { pid, command, parent } = pidOwner;
  if (!command.includes(cluster)) return rm(pidFile(cluster), { force: true });

  const owner = Number(await readFile(ownerFile(cluster), 'utf8').catch(() => ''));
  if (parent === owner && isAlive(owner)) {
    throw new Error(`The database in ${cluster} is in use by process ${owner}. Stop that one first.`);
  }
  log('Stopping the Postgres that an interrupted run has left behind …');
  for (const [signal, patienceMs] of [
    ['SIGINT', 10_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    process.kill(pid, signal);
    for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await pause(50)) if (!isAlive(pid)) return;
  }
  throw new Error(`The Postgres with process id ${pid} does not stop.`);
}

/**
 * @returns the port of the Postgres that runs on a cluster, or null
 * @throws Error when it cannot be found out
 */
export async function portOf(cluster: string, describe: Describe = describeProcess): Promise<number | null> {
  const pidOwner = await namedIn(cluster, describe);
  return pidOwner?.command.includes(cluster) ? pidOwner.port : null;
}

/**
 * The living process of a cluster's pid file: the running Postgres, or another program that got the number of a killed one. Null
 * when nobody has the number.
 */
async function namedIn(cluster: string, describe: Describe) {
  const file = pidFile(cluster);
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n');
  const pid = Number(lines[0]);
  if (!pid || !isAlive(pid)) return null;
  const description = await describe(pid);
  if (description) return { pid, port: Number(lines[3]), ...description };
  if (!isAlive(pid)) return null;
  throw new Error(
    `Whether process ${pid} is the Postgres of ${cluster} cannot be found out. If it is, use the account that runs it, or stop it first; if it is another program, remove ${file}.`,
  );
}

const pidFile = (cluster: string) => join(cluster, 'postmaster.pid');

/** The file that names the process that started Postgres. While that process is its parent, Postgres is no orphan. */
export const ownerFile = (cluster: string) => `${cluster}.owner`;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
