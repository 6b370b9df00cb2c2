import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { check, type Outcome } from '../check/check';
import { CONTENTS } from '../check/files';
import { INVARIANTS } from '../check/invariants';
import { factsOf } from '../check/read-facts';
import { operate } from '../services';
import type { Invocation } from './command';
import { readArgs } from './read-args';

const names = INVARIANTS.map(({ name }) => name);
const Check = z.strictObject({
  json: z.boolean().default(false),
  hashes: z.boolean().default(false),
  only: z.enum(names, `must be one of ${names.join(', ')}`).optional(),
  grace: z.coerce.number('must be a number of seconds').min(0, 'must not be below 0').max(600, 'must be 600 at most').default(15),
});

/** At most this many violations of an invariant are printed; `--json` prints all. */
const SHOWN = 10;

/**
 * Prints the violations of each invariant, by ids alone, and stores their number as a metric. While a waiting event may still
 * correct rows, the former number stays.
 * @returns 1 when there are any violations, else 0
 */
export async function checkInvariants({ reach, args, say }: Invocation): Promise<number> {
  const { json, hashes, only, grace } = readArgs(Check, args);
  const doors = await reach.doors();
  const invariants = INVARIANTS.filter((invariant) =>
    only === undefined ? hashes || invariant !== CONTENTS : invariant.name === only,
  );
  const outcomes = await check(factsOf(doors, randomBytes(16).toString('hex')), invariants, grace * 1000);
  await operate(doors, 'identity', 'keep-check', {
    invariants: outcomes.map(({ invariant, violations, underWay }) => ({
      invariant,
      violations: underWay > 0 ? null : violations.length,
    })),
  });
  if (json) say(JSON.stringify(outcomes, null, 2));
  else for (const outcome of outcomes) inWords(outcome).forEach(say);
  return outcomes.some(({ violations }) => violations.length > 0) ? 1 : 0;
}

function inWords({ invariant, says, violations, underWay }: Outcome): string[] {
  const hiddenCount = violations.length - SHOWN;
  return [
    `${String(violations.length).padStart(7)}  ${invariant.padEnd(20)} ${says}${underWay > 0 ? ` (${underWay} under way)` : ''}`,
    ...violations.slice(0, SHOWN).map(({ id, reason }) => `         ${id}: ${reason}`),
    ...(hiddenCount > 0 ? [`         and ${hiddenCount} more; --json has them all`] : []),
    ...(violations.length > 0 ? [`         docs/runbooks/invariants.md#${invariant}`] : []),
  ];
}
