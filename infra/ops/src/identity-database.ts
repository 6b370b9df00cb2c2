import { schema } from '@shop/identity';
import { connectToDatabase, createLog } from '@shop/runtime';

type Database = Awaited<ReturnType<typeof connectToDatabase>>;

/** Runs `work` on identity's database without migrating it. */
export async function withIdentity<Result>(url: string, work: (source: Database) => Promise<Result>): Promise<Result> {
  const log = createLog('ops', 'error');
  const source = await connectToDatabase({ ...schema, url, poolSize: 2, log, answerWithinMs: 0 }, Date.now());
  return work(source).finally(() => source.destroy());
}
