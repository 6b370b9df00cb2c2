import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LocalConfig } from '../config';
import { postgresIn } from '../data-dir';
import { startPostgres } from '../postgres/postgres';
import { chooseHome } from '../postgres/postgres-home';

/**
 * Runs `work` with the address of the shop's Postgres: the server of DATABASE_URL, the embedded one of a running shop, or the embedded
 * one, started for as long as the work takes.
 */
export async function withServer<Result>(
  { DATABASE_URL: given, DATA_DIR: dataDir }: Pick<LocalConfig, 'DATABASE_URL' | 'DATA_DIR'>,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  if (given) return work(given);
  const folder = postgresIn(dataDir);
  const running = await runningAt(folder);
  if (running) return work(running);
  const postgres = await startPostgres({ dataDir: folder });
  return work(postgres.url).finally(() => postgres.stop());
}

/**
 * The address of the running embedded Postgres, or null. While it runs, Postgres keeps its process id and its port in a file of
 * its folder.
 */
export async function runningAt(folder: string): Promise<string | null> {
  const { cluster } = await chooseHome(folder, () => {});
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const password = await readFile(join(folder, 'password'), 'utf8').catch(() => null);
  if (!password || !isAlive(Number(lines[0]))) return null;
  return `postgres://postgres:${password}@127.0.0.1:${Number(lines[3])}/postgres`;
}

function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch {
    return false;
  }
}
