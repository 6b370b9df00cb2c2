import { z } from 'zod';
import { operate } from '../services';
import type { Asked } from './command';
import { readArgs } from './read-args';

const Recheck = z.strictObject({
  order: z.coerce.number('must be the number of an order').int().positive('must be the number of an order'),
});

/** Asks PayPal about the payment of an order that is not paid, and prints the result (docs/runbooks/stuck-payment.md). */
export async function recheckPayment({ reach, args, say }: Asked): Promise<number> {
  const { order } = readArgs(Recheck, args);
  const { state } = await operate<{ state: string }>(await reach.doors(), 'orders', 'recheck-payment', { order });
  say(`Order ${order} is ${state} now.`);
  return 0;
}
