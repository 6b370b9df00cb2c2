import { Client } from 'pg';

/** Runs `work` on one of a server's databases. */
export async function inDatabase<Result>(
  server: string,
  name: string,
  work: (database: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: Object.assign(new URL(server), { pathname: `/${name}` }).href });
  await client.connect();
  return work(client).finally(() => client.end());
}
