import { CURRENCY } from '@shop/contracts/constants';
import { OrderCaptured } from '@shop/contracts/events';
import { formatCents } from '@shop/contracts/pricing';
import type { Tx } from '@shop/kit';
import { capturedFacts } from '../orders/captured-facts';
import { note } from '../orders/history';
import { OrderItem } from '../orders/order-item.entity';
import type { Order } from '../orders/order.entity';
import type { Capture } from '../payments/payment-gateway';
import { claimAll } from './claims';

export type Payment = {
  captureId: string;
  method: 'paypal' | 'crypto' | 'bank' | 'other';
  reference: string;
  amountCents: number;
  providerFeeCents: number | null;
  paidAt: Date;
};

/**
 * The one way to paid, for the client's call, the webhook, the completer and a recorded payment: the payment is stored, the tracks
 * are sold, the order is completed, and OrderCaptured tells everybody; all of it or nothing. The caller has locked the order.
 * A second time does nothing. Money for a track that is no longer to be had is put to review.
 */
export async function settle(tx: Tx, order: Order, payment: Payment, downloadKey: string): Promise<void> {
  const { db, emit } = tx;
  if (order.paymentState === 'paid' || order.paymentState === 'refunded')
    return reportSecondPayment(tx, order, payment.captureId);

  const items = await db.find(OrderItem, { where: { orderId: order.id }, order: { position: 'ASC' } });
  const { taken, refused } = await claimAll(
    db,
    items.map((item) => item.productId),
    { orderId: order.id, buyerId: order.buyerId, state: 'sold' },
  );
  if (refused.length > 0) throw new TracksGone(refused);

  order.pay(payment.paidAt);
  await db.save(order);
  await db.query(
    `INSERT INTO payments (capture_id, order_id, method, reference, amount_cents, provider_fee_cents, captured_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [
      payment.captureId,
      order.id,
      payment.method,
      payment.reference,
      payment.amountCents,
      payment.providerFeeCents,
      payment.paidAt,
    ],
  );
  const versions = new Map(taken.map((claim) => [claim.productId, claim.version]));
  await emit(OrderCaptured(capturedFacts(order, items, payment, versions, downloadKey)));
  await note(db, order.id, 'paid', `${formatCents(payment.amountCents)} by ${payment.method}, ${payment.reference}`);
}

/** Somebody else has a track that this payment is for. Whoever settles undoes it and decides. */
export class TracksGone extends Error {
  constructor(readonly productIds: readonly number[]) {
    super(`The tracks ${productIds.join(', ')} belong to another order`);
  }
}

/** Why a capture does not fit its order, or null when it does. */
export function mismatchOf(order: Pick<Order, 'totalCents' | 'ref' | 'customer'>, capture: Capture): string | null {
  if (capture.currency !== CURRENCY) return `paid in ${capture.currency}, not ${CURRENCY}`;
  if (capture.amountCents !== order.totalCents)
    return `${formatCents(capture.amountCents)} paid, ${formatCents(order.totalCents)} due`;
  if (capture.customId !== order.ref) return 'the payment names another order';
  if (!order.customer.email) return "the buyer's account has been deleted, nobody would get the files";
  if (capture.status === 'refunded') return 'the payment was given back before it was settled';
  return null;
}

/** Keeps the tracks, delivers nothing, and tells the admin; once. The caller has locked the order. */
export async function putToReview(
  tx: Tx,
  order: Order,
  reason: string,
  { captureId, amountCents }: Pick<Capture, 'captureId' | 'amountCents'>,
): Promise<void> {
  if (order.paymentState === 'review') return;
  const items = await tx.db.findBy(OrderItem, { orderId: order.id });
  const ids = items.map((item) => item.productId);
  await claimAll(tx.db, ids, { orderId: order.id, buyerId: order.buyerId, state: 'capturing' });
  const told = order.needReview(reason, captureId, amountCents);
  await tx.db.save(order);
  await tx.emit(told);
  await note(tx.db, order.id, 'review', `${reason} (${captureId})`);
}

/** A payment on top of the one that paid the order: nothing changes, the admin is told once. */
async function reportSecondPayment({ db, emit }: Tx, order: Order, captureId: string): Promise<void> {
  const [known] = await db.query<unknown[]>(
    `SELECT 1 FROM payments WHERE order_id = $1 AND capture_id = $2
     UNION ALL SELECT 1 FROM order_events WHERE order_id = $1 AND event = 'review' AND detail LIKE '%(' || $2 || ')'`,
    [order.id, captureId],
  );
  if (known) return;
  const reason = 'paid a second time';
  const told = order.askForALook(reason, captureId);
  await db.save(order);
  await emit(told);
  await note(db, order.id, 'review', `${reason} (${captureId})`);
}
