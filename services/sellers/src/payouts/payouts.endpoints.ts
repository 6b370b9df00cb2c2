import type { PayoutNewsCame, DataOf } from '@shop/contracts/events';
import type { payoutBatchRoutes } from '@shop/contracts/routes';
import { reply, type Handlers } from '@shop/http';
import { inTx, type Tx } from '@shop/messaging';
import type { DataSource } from 'typeorm';
import { approveBatch, cancelBatch } from './approve-batch';
import type { PayoutParts } from './batch';
import { listBatches, readBatch } from './batch-queries';
import { draftBatch } from './draft-batch';
import { sendBatch } from './send-batch';
import { takePayoutBack } from './take-payout-back';

/** The calls of admins about payouts in batches; amounts are cents. */
export function payoutBatchHandlers(source: DataSource, parts: PayoutParts): Handlers<typeof payoutBatchRoutes> {
  const read = async (id: number) => ({
    success: true as const,
    data: await readBatch(source.manager, id, parts.secondApprovalCents),
  });
  return {
    listPayoutBatches: ({ query }) => listBatches(source.manager, query),
    readPayoutBatch: ({ params }) => read(params.id),
    async draftPayoutBatch({ body, caller }) {
      return read(await inTx(source, (tx) => draftBatch(tx, caller.userId, body, parts)));
    },
    async approvePayoutBatch({ params, body, caller }) {
      await inTx(source, (tx) => approveBatch(tx, caller.userId, params.id, body, parts));
      return read(params.id);
    },
    async sendPayoutBatch({ params, caller }) {
      await sendBatch(source, caller.userId, params.id, parts);
      const batch = await read(params.id);
      return batch.data.state === 'sending' ? reply(202, batch) : reply(200, batch);
    },
    async takePayoutBack({ params, caller }) {
      await takePayoutBack(source, caller.userId, params.id, params.itemId, parts);
      return read(params.id);
    },
    async cancelPayoutBatch({ params, caller }) {
      await inTx(source, (tx) => cancelBatch(tx, caller.userId, params.id));
      return read(params.id);
    },
  };
}

/** PayPal has news of a batch: it is looked up next, also when it was done. */
export async function lookAtBatchWhenPayoutNewsCame({ db }: Tx, { payoutBatchId }: DataOf<typeof PayoutNewsCame>): Promise<void> {
  await db.query('UPDATE payout_batches SET ask_at = now() WHERE paypal_id = $1', [payoutBatchId]);
}
