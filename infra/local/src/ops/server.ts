import { join } from 'node:path';
import type { LocalConfig } from '../config';
import { postgresIn } from '../data-dir';
import { readKept } from '../kept/kept-file';
import { startPostgres } from '../postgres/postgres';
import { chooseHome } from '../postgres/postgres-home';
import { portOf } from '../postgres/postgres-orphan';

/**
 * Runs `work` with the address of the shop's Postgres: the server of DATABASE_URL, or the embedded one, which is started for the
 * work when the shop does not run.
 */
export async function withServer<Result>(
  { DATABASE_URL: databaseUrl, DATA_DIR: dataDir }: Pick<LocalConfig, 'DATABASE_URL' | 'DATA_DIR'>,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  if (databaseUrl) return work(databaseUrl);
  const folder = postgresIn(dataDir);
  const running = await runningAt(folder);
  if (running) return work(running);
  const postgres = await startPostgres({ dataDir: folder });
  return work(postgres.url).finally(() => postgres.stop());
}

/** @returns the address of the running embedded Postgres, or null */
export async function runningAt(folder: string): Promise<string | null> {
  const { cluster } = await chooseHome(folder, () => {});
  const password = await readKept(join(folder, 'password'));
  const port = await portOf(cluster);
  return password && port ? `postgres://postgres:${password}@127.0.0.1:${port}/postgres` : null;
}
