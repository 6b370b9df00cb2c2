import { schema } from '@shop/identity';
import { createLog, openDatabase } from '@shop/runtime';

type Database = Awaited<ReturnType<typeof openDatabase>>;

/** Runs `work` on identity's database without migrating it. */
export async function withIdentity<Result>(url: string, work: (source: Database) => Promise<Result>): Promise<Result> {
  const log = createLog('ops', 'error');
  const source = await openDatabase({
    url,
    entities: schema.entities,
    migrations: [],
    poolSize: 2,
    log,
    patienceMs: 0,
    answerWithinMs: 0,
  });
  return work(source).finally(() => source.destroy());
}
