import { adminActed } from '@shop/contracts/events';
import type { ReleaseHoldForm } from '@shop/contracts/forms';
import { conflict, notFound } from '@shop/http';
import { locked, type Tx } from '@shop/messaging';
import { Order, orderSubject } from '../orders/order.entity';
import { transition } from '../payment-process/transition';
import { isInReview, isReserved, isUnderWay } from '../payment-states';

/**
 * Ends an unpaid order: its tracks are free at once, and its buyer can no longer pay it
 * (docs/product/checkout.md#releasing-a-hold).
 * @returns the order
 * @throws Refusal 404, 409 while a payment is under way, and when the order holds nothing
 */
export async function releaseHold(tx: Tx, adminId: number, orderId: number): Promise<Order> {
  const order = await locked(tx.db, Order, { id: orderId });
  if (!order) throw notFound('order');
  refuseRelease(order);
  const before = { payment_state: order.paymentState };
  await transition(tx, order, { kind: 'unpaid', detail: `hold released by admin ${adminId}`, cancelled: true });
  await tx.emit(
    ...adminActed(adminId, 'order.hold-released', orderSubject(orderId), {
      before,
      after: { payment_state: order.paymentState },
    }),
  );
  return order;
}

/** @throws Refusal 409 while the order's payment is under way or under review, and when it holds no tracks */
export function refuseRelease(order: Order): void {
  if (isUnderWay(order) || isInReview(order))
    throw conflict('payment-under-way', 'A payment for this order is under way. Please wait for its end.');
  if (!isReserved(order)) throw conflict('not-held', 'This order holds nothing.');
}

/**
 * Ends the unpaid order that holds this track.
 * @returns it
 * @throws Refusal 409 when there is none, or the admin was shown another one
 */
export async function releaseHoldOf(
  tx: Tx,
  adminId: number,
  productId: number,
  { shownOrderId }: ReleaseHoldForm,
): Promise<Order> {
  const [claim] = await tx.db.query<{ order_id: number }[]>(
    `SELECT order_id FROM sale_claims WHERE product_id = $1 AND state IN ('reserved', 'capturing')`,
    [productId],
  );
  if (!claim) throw conflict('not-held', 'Nobody holds this track.');
  if (shownOrderId !== undefined && shownOrderId !== claim.order_id)
    throw conflict('holder-changed', `Order #${claim.order_id} has this track by now. Please look at it again.`);
  return releaseHold(tx, adminId, claim.order_id);
}
