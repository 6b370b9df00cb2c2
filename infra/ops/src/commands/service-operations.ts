import { z } from 'zod';
import { askService, operate } from '../services';
import type { Invocation } from './command';
import { readArgs, service } from './read-args';

const PutBack = z.strictObject({ service, reaction: z.string().min(1, 'is empty').optional() });

/** Makes a service try its parked events again, at once and then with the usual pauses (docs/runbooks/parked-messages.md). */
export async function putBack({ reach, args, say }: Invocation): Promise<number> {
  const options = readArgs(PutBack, args);
  const query = options.reaction === undefined ? '' : `?reaction=${encodeURIComponent(options.reaction)}`;
  const answer = await askService(await reach.doors(), options.service, `/parked/put-back${query}`, { method: 'POST' });
  const { putBack: count } = (await answer.json()) as { putBack: number };
  say(
    count === 0
      ? `Nothing is parked in ${options.service} that this could put back.`
      : `${count} put back in ${options.service}.`,
  );
  return 0;
}

const Recheck = z.strictObject({
  order: z.coerce.number('must be the number of an order').int().positive('must be the number of an order'),
});

/** Asks PayPal about the payment of an order that is not paid, and prints the result (docs/runbooks/stuck-payment.md). */
export async function recheckPayment({ reach, args, say }: Invocation): Promise<number> {
  const { order } = readArgs(Recheck, args);
  const { state } = await operate<{ state: string }>(await reach.doors(), 'orders', 'recheck-payment', { order });
  say(`Order ${order} is ${state} now.`);
  return 0;
}

const OWNERS = ['identity', 'catalog', 'orders', 'sellers'] as const;
const SayAgain = z.strictObject({ service: z.enum(OWNERS, `must be one of ${OWNERS.join(', ')}`) });

/**
 * Makes a service send its facts once more, as new versions, so that other services correct their copies
 * (docs/operating.md#saying-facts-again).
 */
export async function emitAgain({ reach, args, say }: Invocation): Promise<number> {
  const { service } = readArgs(SayAgain, args);
  const { said } = await operate<{ said: number }>(await reach.doors(), service, 'say-again', {});
  say(`${service} has said ${said} facts again; the others take them over as they hear them.`);
  return 0;
}

/** Makes catalog read the whole list into its search again (docs/operating.md#an-engine-for-the-search). */
export async function rebuildSearch({ reach, args, say }: Invocation): Promise<number> {
  readArgs(z.strictObject({}), args);
  const { tracks, engine } = await operate<{ tracks: number; engine: string }>(
    await reach.doors(),
    'catalog',
    'rebuild-search',
    {},
  );
  say(
    engine === 'opensearch'
      ? `OpenSearch has a new index of ${tracks} tracks, and the old one is removed.`
      : `The replica that was reached has read ${tracks} tracks again; each replica searches in its own memory.`,
  );
  return 0;
}
