import { adminActed } from '@shop/contracts/events';
import type { PayoutApprovalForm } from '@shop/contracts/forms';
import { conflict } from '@shop/http';
import type { Tx } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { dateIn } from '../ledger/due-date';
import { lockPayouts } from '../ledger/journal';
import { payoutDoubts } from '../ledger/payouts/refuse-doubtful-payout';
import { subsidisedIn } from '../ledger/payouts/subsidies';
import { batchClosed, itemsOf, lockedBatch, type Batch, type Item, type PayoutParts } from './batch';
import { payeesOf } from './draft-batch';
import { payableLines, sumOf } from './payable-lines';

/**
 * Approves a draft (docs/product/payouts.md#approval). Again changes nothing.
 * @throws Refusal 404, 409 `batch-closed`, 409 `batch-changed` when it is not due as it was, 409 `confirmation-required` while
 * the form does not name every seller with doubts
 */
export async function approveBatch(
  { db, emit }: Tx,
  adminId: number,
  batchId: number,
  { confirmedSellers = [] }: PayoutApprovalForm,
  parts: PayoutParts,
): Promise<void> {
  await lockPayouts(db);
  const batch = await lockedBatch(db, batchId);
  if (batch.state === 'approved') return;
  if (batch.state !== 'draft') throw batchClosed(batch);
  const items = await itemsOf(db, batchId);
  await refuseChanged(db, batch, items, parts);
  const doubtful = (await doubtsOf(db, items)).filter(
    ({ sellerId, doubts }) => doubts.length > 0 && !confirmedSellers.includes(sellerId),
  );
  if (doubtful.length > 0)
    throw conflict(
      'confirmation-required',
      `Please confirm ${doubtful.length === 1 ? 'one payout' : `${doubtful.length} payouts`} of this batch first.`,
      { field: 'confirmedSellers', details: { items: doubtful } },
    );
  await db.query(`UPDATE payout_batches SET state = 'approved', approved_by = $2 WHERE id = $1`, [batchId, adminId]);
  await emit(...batchActed(adminId, 'approved', batch, { confirmedSellers: confirmedSellers.join(', ') || null }));
}

/**
 * Cancels a batch that is not on its way; its lines are due again. Again changes nothing.
 * @throws Refusal 404, 409 `batch-closed`
 */
export async function cancelBatch({ db, emit }: Tx, adminId: number, batchId: number): Promise<void> {
  await lockPayouts(db);
  const batch = await lockedBatch(db, batchId);
  if (batch.state === 'cancelled') return;
  if (batch.state !== 'draft' && batch.state !== 'approved') throw batchClosed(batch);
  await db.query(`UPDATE payout_batches SET state = 'cancelled', failure = NULL WHERE id = $1`, [batchId]);
  await db.query(`UPDATE payout_items SET state = 'cancelled' WHERE batch_id = $1`, [batchId]);
  await emit(...batchActed(adminId, 'cancelled', batch, {}));
}

export const batchActed = (adminId: number, act: string, { id, state }: Batch, after: Record<string, string | number | null>) =>
  adminActed(
    adminId,
    `payout-batch.${act}`,
    { type: 'payout-batch', id, name: `#${id}` },
    { before: { state }, after: { state: act, ...after } },
  );

/** What an admin must confirm about each payout of a batch, in sentences. */
export const doubtsOf = (db: EntityManager, items: readonly Item[]) =>
  Promise.all(
    items.map(async ({ sellerId, amountCents }) => ({
      sellerId,
      doubts: await payoutDoubts(db, sellerId, await subsidisedIn(db, sellerId, amountCents)),
    })),
  );

/**
 * Refuses a batch of which something is no longer due as it was, or that would pay a seller elsewhere than they want now.
 * @throws Refusal 409 `batch-changed`
 */
export async function refuseChanged(
  db: EntityManager,
  batch: Batch,
  items: readonly Item[],
  { timeZone, clock }: PayoutParts,
): Promise<void> {
  const sellerIds = items.map(({ sellerId }) => sellerId);
  const payables = await payableLines(db, dateIn(timeZone, clock()), { sellerIds, ofBatch: batch.id });
  const payees = await payeesOf(db, sellerIds);
  const lines = await db.query<{ itemId: number; saleId: number; amountCents: number }[]>(
    `SELECT item_id AS "itemId", sale_id AS "saleId", line.amount_cents AS "amountCents"
     FROM payout_item_lines line JOIN payout_items item ON item.id = item_id WHERE batch_id = $1`,
    [batch.id],
  );
  const changes = items.flatMap(({ id, sellerId, payTo, amountCents }) => {
    const payee = payees.get(sellerId);
    const open = payables.find((payable) => payable.sellerId === sellerId)?.lines ?? [];
    const own = lines.filter(({ itemId }) => itemId === id);
    const isDue = own.every((line) => open.some((due) => due.saleId === line.saleId && due.amountCents === line.amountCents));
    if (payee?.method !== 'paypal' || payee.paypalEmail !== payTo || !payee.confirmed)
      return [{ sellerId, reason: 'The seller is paid elsewhere now.' }];
    return isDue && sumOf(own) === amountCents
      ? []
      : [{ sellerId, reason: 'Something in it was refunded, held or paid otherwise.' }];
  });
  if (changes.length > 0)
    throw conflict('batch-changed', 'This batch is no longer due as it was. Please cancel it and make a new one.', {
      details: { changes },
    });
}
