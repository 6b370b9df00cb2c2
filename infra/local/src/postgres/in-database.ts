import { Client } from 'pg';

/** The address of another database of the same server, for the same account. */
export const databaseAt = (server: string, name: string): string => Object.assign(new URL(server), { pathname: `/${name}` }).href;

/**
 * Runs `work` on a connection of its own.
 * @returns the result of `work`
 */
export async function inDatabase<Result>(url: string, work: (database: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url });
  // A broken connection fails its query; without a listener it ends the process too.
  client.on('error', () => {});
  await client.connect();
  return work(client).finally(() => client.end());
}

export const queryOnce = <Row>(url: string, sql: string, values: unknown[] = []): Promise<Row[]> =>
  inDatabase(url, async (database) => (await database.query(sql, values)).rows as Row[]);
