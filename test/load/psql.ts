import type { RunningShop, ServiceName } from './running-shop';

/** Reads and writes a running shop's databases by its own psql. `exec` runs a command beside Postgres and answers its output. */
export function byPsql(exec: (...command: string[]) => Promise<string>): Pick<RunningShop, 'query' | 'execute'> {
  const psql = (service: ServiceName, sql: string, ...options: string[]) =>
    exec('psql', '--username=postgres', `--dbname=${service}`, '--quiet', ...options, '--command', sql);
  return {
    async query<Row>(service: ServiceName, sql: string) {
      const asJson = `SELECT coalesce(json_agg(found), '[]') FROM (${sql}) AS found`;
      return JSON.parse(await psql(service, asJson, '--tuples-only', '--no-align')) as Row[];
    },
    async execute(service, sql) {
      await psql(service, sql);
    },
  };
}
