import { conflict, notFound, unavailable } from '@shop/http';
import { inTx } from '@shop/messaging';
import type { DataSource } from 'typeorm';
import { batchActed } from './approve-batch';
import { itemsOf, lockedBatch, type PayoutParts } from './batch';
import { settle } from './settle-items';

/**
 * Has PayPal give back a payout that nobody claims, before its 30 days are over (docs/product/payouts.md#states). Its lines are due
 * again once PayPal shows it as returned. Again changes nothing.
 * @throws Refusal 404; 409 `not-unclaimed` in another state, `payout-refused` when PayPal keeps it; 503 while PayPal does not answer
 */
export async function takePayoutBack(
  source: DataSource,
  adminId: number,
  batchId: number,
  itemId: number,
  { paypal, withinMs }: PayoutParts,
): Promise<void> {
  const paypalId = await inTx(source, async ({ db, emit }) => {
    const batch = await lockedBatch(db, batchId);
    const item = (await itemsOf(db, batchId)).find(({ id }) => id === itemId);
    if (!item) throw notFound('payout');
    if (item.state === 'returned') return null;
    if (item.state !== 'unclaimed' || batch.paypalId === null)
      throw conflict('not-unclaimed', `This payout is ${item.state}: only one that waits for its seller can be taken back.`);
    await emit(...batchActed(adminId, 'payout-taken-back', batch, { payout: itemId }));
    return batch.paypalId;
  });
  if (paypalId === null) return;
  const deadline = AbortSignal.timeout(withinMs);
  const away = unavailable('PayPal does not answer right now. Please try again in a minute.');
  const before = await paypal.lookUp(paypalId, deadline);
  const atPaypal = before.kind === 'found' ? before.items.find((item) => item.itemId === itemId) : undefined;
  if (!atPaypal?.paypalItemId) throw away;
  const refusal = await paypal.cancel(atPaypal.paypalItemId, deadline);
  // The outcome of the call may be unknown, and the seller may have claimed it meanwhile: what PayPal shows counts.
  const after = await paypal.lookUp(paypalId, deadline);
  await inTx(source, (tx) => settle(tx, batchId, after));
  const item = (await itemsOf(source.manager, batchId)).find(({ id }) => id === itemId);
  if (item?.state !== 'unclaimed') return;
  throw refusal ? conflict('payout-refused', `PayPal does not give it back (${refusal}).`) : away;
}
