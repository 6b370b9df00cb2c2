import { z } from 'zod';
import { operate } from '../services';
import type { Asked } from './command';
import { readArgs } from './read-args';

const OWNERS = ['identity', 'catalog', 'orders', 'sellers'] as const;
const SayAgain = z.strictObject({ service: z.enum(OWNERS, `must be one of ${OWNERS.join(', ')}`) });

/**
 * Makes a service send its facts once more, as new versions, so that other services correct their copies
 * (docs/operating.md#saying-facts-again).
 */
export async function emitAgain({ reach, args, say }: Asked): Promise<number> {
  const { service } = readArgs(SayAgain, args);
  const { said } = await operate<{ said: number }>(await reach.doors(), service, 'say-again', {});
  say(`${service} has said ${said} facts again; the others take them over as they hear them.`);
  return 0;
}
