import { rowsOf, type Tx } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { freezeTrack, thawTrack, type FreezeSource } from './freezes';
import { itemsOf } from '../orders/order-queries';
import { Dispute } from './dispute.entity';

/** A dispute that is opened again is a new source: an ended one stays ended. */
const sourceOf = ({ id, round }: Dispute): FreezeSource => ({ kind: 'dispute', id: round === 1 ? id : `${id}/${round}` });

/** Freezes all tracks of the disputed order: PayPal names a payment, and no tracks. The caller has locked the dispute and saves it. */
export async function freezeDisputed(tx: Tx, dispute: Dispute): Promise<void> {
  if (dispute.orderId === null || dispute.freeze === 'frozen') return;
  if (dispute.freeze === 'ended') {
    dispute.round += 1;
    dispute.backCents = 0;
  }
  for (const { productId } of await itemsOf(tx.db, dispute.orderId))
    await freezeTrack(tx, { orderId: dispute.orderId, productId }, sourceOf(dispute));
  dispute.freeze = 'frozen';
}

/**
 * Ends the freeze of a resolved dispute, once. One that was lost keeps its tracks frozen until the refund is booked, which PayPal
 * makes by itself. The caller has locked the dispute and saves it.
 */
export async function thawDisputed(tx: Tx, dispute: Dispute): Promise<void> {
  const { orderId, freeze } = dispute;
  if (orderId === null || freeze === 'none' || freeze === 'ended') return;
  if (dispute.isLost && dispute.backCents === 0) return void (dispute.freeze = 'awaits-refund');
  dispute.freeze = 'ended';
  for (const { productId } of await itemsOf(tx.db, orderId)) await thawTrack(tx, { orderId, productId }, sourceOf(dispute));
}

/** The dispute that a refund of this capture comes from: the shop refunds no disputed payment, so PayPal gave it back for that. */
export async function disputeOfRefund(db: EntityManager, captureId: string): Promise<Dispute | null> {
  const [dispute] = await rowsOf(
    db,
    Dispute,
    `WHERE capture_id = $1 AND freeze_state IN ('frozen', 'awaits-refund') ORDER BY updated_at DESC LIMIT 1 FOR UPDATE`,
    [captureId],
  );
  return dispute ?? null;
}

/** A refund for a dispute is booked: its tracks thaw if it was lost. The news that it was may still be on its way. */
export async function noteRefundOfDispute(tx: Tx, dispute: Dispute, amountCents: number): Promise<void> {
  dispute.backCents += amountCents;
  if (!dispute.isOpen) await thawDisputed(tx, dispute);
  await tx.db.save(dispute);
}
