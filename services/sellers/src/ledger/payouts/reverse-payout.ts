import { adminActed, PayoutReversed } from '@shop/contracts/events';
import type { PayoutReversalForm } from '@shop/contracts/forms';
import { conflict, notFound } from '@shop/http';
import type { Tx } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { book, lockPayouts, postingsOf } from '../journal';
import { holdWhole } from '../held-lines';
import { payoutsWhere } from './payout-queries';
import { reversalOf } from '../postings';
import { storeOf } from '../store-of';

/**
 * Takes back a payout that was recorded wrongly (docs/product/money-owed.md#taking-a-payout-back): a second transaction books the
 * amounts the other way round, so that they are due again and the reference is free. A repeated request with the same reason
 * changes nothing.
 * @throws Refusal 404, 409 `paid-in-batch` for a payout that PayPal made, 409 `already-reversed` when it was taken back for another reason
 */
export async function reversePayout(
  { db, emit }: Tx,
  adminId: number,
  payoutId: number,
  { reason }: PayoutReversalForm,
): Promise<void> {
  await lockPayouts(db);
  const [payout] = await payoutsWhere(db, 't.id = $1', [payoutId]);
  if (!payout) throw notFound('payout');
  await refusePaidInBatch(db, payoutId);
  const { sellerId, storeName, amountCents, method, reference } = payout;
  const booking = await book(db, {
    kind: 'payout_reversal',
    ...{ sellerId, reason },
    reverses: payoutId,
    recordedBy: adminId,
    occurredAt: new Date(),
    postings: reversalOf(await postingsOf(db, payoutId)),
  });
  if (booking === null) return refuseOtherReason(db, payoutId, reason);
  await holdWhole(db, sellerId);
  const store = await storeOf(db, sellerId);
  if (store) await emit(PayoutReversed({ payoutId, ...store.said, amountCents, method, reference, reason }));
  await emit(
    ...adminActed(
      adminId,
      'payout.reversed',
      { type: 'payout', id: payoutId, name: storeName },
      { before: { sellerId, amountCents, method, reference }, after: null },
    ),
  );
}

/** Of a payout that PayPal made, PayPal says whether it comes back. */
async function refusePaidInBatch(db: EntityManager, payoutId: number): Promise<void> {
  const [item] = await db.query<{ batchId: number }[]>('SELECT batch_id AS "batchId" FROM payout_items WHERE payout_id = $1', [
    payoutId,
  ]);
  if (item)
    throw conflict(
      'paid-in-batch',
      `PayPal paid it in batch #${item.batchId}. When it comes back, the shop takes it back by itself.`,
    );
}

/** The seller was told the first reason, and another one would be lost. */
async function refuseOtherReason(db: EntityManager, payoutId: number, reason: string): Promise<void> {
  const [reversal] = await db.query<[{ reason: string }]>('SELECT reason FROM ledger_transactions WHERE reverses = $1', [
    payoutId,
  ]);
  if (reversal.reason !== reason) throw conflict('already-reversed', `This payout was taken back already: ${reversal.reason}`);
}
