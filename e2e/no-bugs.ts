import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SHOPS } from './addresses';
import { dataDirOf } from './shop-environment';

const BUG = /"msg":"(an answer was not as declared|a bug answered 500)"/;

/**
 * Runs after the last journey. @throws Error when a shop's log names an answer that was a bug (500) or differs from what its
 * route declares
 */
export default function noBugs() {
  const logs = SHOPS.map((_, at) => join(dataDirOf(process.env.E2E_DATA_DIR!, at), 'shop.log'));
  // a shop that somebody started before the journeys keeps its log elsewhere
  const bugs = logs.filter(existsSync).flatMap((log) =>
    readFileSync(log, 'utf8')
      .split('\n')
      .filter((line) => BUG.test(line)),
  );
  if (bugs.length > 0) throw new Error(`The shop answered wrongly ${bugs.length} times:\n${bugs.slice(0, 10).join('\n')}`);
}
