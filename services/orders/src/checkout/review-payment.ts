import assert from 'node:assert/strict';
import { rowsOf, type Tx } from '@shop/messaging';
import { announceHeld, claimAll, fromNow } from '../claims/claims';
import { keepOrder } from '../orders/keep-order';
import { OrderItem } from '../orders/order-item.entity';
import { Order } from '../orders/order.entity';
import type { Capture } from '../payments/payment-gateway';
import { openDifference } from '../payments/reconciliation/keep-differences';

/** For how long tracks are announced as held when no clock ends their hold. */
export const CLEARING_NOTICE_MS = 30 * 24 * 3_600_000;

/** Puts the payment under review: the tracks stay held, and the admin is told once. The caller has locked the order. */
export async function putToReview(
  tx: Tx,
  order: Order,
  reason: string,
  { captureId, amountCents }: Pick<Capture, 'captureId' | 'amountCents'>,
): Promise<void> {
  if (order.paymentState === 'review') return;
  const items = await tx.db.findBy(OrderItem, { orderId: order.id });
  const ids = items.map((item) => item.productId);
  const { taken } = await claimAll(tx.db, ids, { orderId: order.id, buyerId: order.buyerId, state: 'capturing' });
  // Some tracks may have been free meanwhile.
  await announceHeld(tx, order.id, taken, await fromNow(tx.db, CLEARING_NOTICE_MS));
  const told = order.needReview(reason, captureId, amountCents);
  await keepOrder(tx.db, order, 'review', `${reason} (${captureId})`, captureId);
  await tx.emit(told);
}

/**
 * Puts the orders of a buyer under review that were paid after the account had ended: this service heard of the end too late. Their
 * links stop working, and their tracks stay sold and their sellers unpaid until an admin decides. The caller has locked the buyer, who ended with `tx.cause`.
 */
export async function reviewPaidSinceEnd(tx: Tx, buyerId: number, how: 'suspended' | 'deleted'): Promise<void> {
  const { db, cause } = tx;
  assert(cause, 'an account ends by an event');
  // Waits for payments that are being settled. What they have written is visible to the next statement only.
  await db.query(`SELECT 1 FROM orders WHERE buyer_id = $1 AND payment_state <> 'refunded' ORDER BY id FOR UPDATE`, [buyerId]);
  const orders = await rowsOf(
    db,
    Order,
    `WHERE buyer_id = $1 AND payment_state = 'paid' AND EXISTS (
       SELECT 1 FROM order_events WHERE order_id = orders.id AND event = 'paid' AND at >= $2) ORDER BY id`,
    [buyerId, cause.occurredAt],
  );
  const reason = `It was paid after the account of its buyer had been ${how}. Its links no longer work.`;
  for (const order of orders) {
    const [paid] = await db.query<[{ captureId: string; amountCents: number }]>(
      `WITH revoked AS (UPDATE order_items SET link_revision = link_revision + 1 WHERE order_id = $1)
       SELECT capture_id AS "captureId", amount_cents AS "amountCents" FROM payments WHERE order_id = $1`,
      [order.id],
    );
    const told = order.needReview(reason, paid.captureId, order.reviewAmountCents ?? paid.amountCents);
    await keepOrder(db, order, 'review', `${reason} (${paid.captureId})`);
    await tx.emit(told);
    await openDifference(tx, {
      kind: 'ended-account',
      providerId: paid.captureId,
      orderId: order.id,
      amountCents: paid.amountCents,
      expectedCents: null,
      reason,
      at: new Date(cause.occurredAt),
    });
  }
}

/** Puts a held payment that PayPal no longer shows under review: an admin finds out whether money came. */
export async function reviewLostPayment(tx: Tx, order: Order): Promise<void> {
  if (order.paymentState !== 'pending') return;
  // An earlier release may have stored no capture. The admin can find the payment by PayPal's order too.
  const captureId = order.heldCaptureId ?? order.paypalOrderId;
  assert(captureId, 'an order whose payment is held was made at PayPal');
  const capture = { captureId, amountCents: order.totalCents };
  await putToReview(tx, order, 'PayPal no longer shows the payment that it held', capture);
}

/** Replaces PayPal's order id by the capture's id once PayPal names a lost payment. The caller has locked the order. */
export async function nameLost({ db }: Tx, order: Order, captureId: string): Promise<void> {
  const lostAs = order.nameLost(captureId);
  if (!lostAs) return;
  await db.save(order);
  await db.query(
    `WITH paid AS (UPDATE payments SET capture_id = $3 WHERE order_id = $1 AND capture_id = $2)
     UPDATE refunds SET capture_id = $3 WHERE order_id = $1 AND capture_id = $2`,
    [order.id, lostAs, captureId],
  );
}
