import { recordedId } from '@shop/contracts/constants';
import { adminActed } from '@shop/contracts/events';
import type { RecordRefundForm } from '@shop/contracts/forms';
import { formatCents } from '@shop/contracts/pricing';
import { conflict, notFound } from '@shop/http';
import { locked, type Tx } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { Order, orderSubject } from '../orders/order.entity';
import { hasMoney, isRefunded } from '../payment-states';
import { bookRefund, openRefunds } from './book-refund';
import { capturedCents, giveBack, givenBack, captureIdOfOrder, storeRefund } from './given-back';

/**
 * Records that an admin gave the money back. Recording the same reference again changes nothing.
 * @throws Refusal 404, 409 when the order is not paid or was refunded already, or when the amount left to return is not the one that
 * was shown
 */
export async function recordRefund(
  tx: Tx,
  adminId: number,
  orderId: number,
  { reference, shownCents }: RecordRefundForm,
): Promise<Order> {
  const order = await locked(tx.db, Order, { id: orderId });
  if (!order) throw notFound('order');
  if (isRefunded(order)) {
    await refuseSecondRefund(tx.db, orderId, reference);
    return order;
  }
  if (!hasMoney(order)) throw conflict('not-paid', 'Only a paid order can be refunded.');
  if ((await openRefunds(tx.db, orderId)).length > 0) throw refundUnderWay();

  const captureId = await captureIdOfOrder(tx.db, order);
  const [now] = await tx.db.query<[{ at: Date }]>('SELECT now() AS at');
  const takenCents = await capturedCents(tx.db, order);
  const { back } = await givenBack(tx.db, orderId, captureId);
  const restCents = Math.max(0, takenCents - back);
  if (shownCents !== undefined && shownCents !== restCents)
    throw conflict(
      'amount-changed',
      `${formatCents(restCents)} is left to return by now, not ${formatCents(shownCents)}. Please look at the order again.`,
    );
  const refund = { refundId: recordedId(order.ref), captureId, amountCents: restCents, refundedAt: now.at };
  await storeRefund(tx.db, orderId, refund, true, reference);
  const before = { payment_state: order.paymentState };
  await giveBack(tx, order, refund, takenCents, reference);
  if (order.isSold && restCents > 0) {
    const { refundId, refundedAt: at } = refund;
    await bookRefund(tx, order, { refundId, amountCents: restCents, backCents: back + restCents, takenCents, at });
  }
  const after = { payment_state: order.paymentState, reference, amountCents: restCents };
  await tx.emit(...adminActed(adminId, 'order.refund-recorded', orderSubject(orderId), { before, after }));
  return order;
}

export const refundUnderWay = () =>
  conflict('refund-under-way', 'A refund of this order is on its way at PayPal. Please look again in a few minutes.');

/**
 * Refuses another refund of a refunded order: an admin may just have sent the money a second time, and must hear of it. The
 * previous release stored no reference, so any reference counts as the same there.
 */
async function refuseSecondRefund(db: EntityManager, orderId: number, reference: string): Promise<void> {
  const refunds = await db.query<{ recorded: boolean; reference: string | null }[]>(
    'SELECT recorded, reference FROM refunds WHERE order_id = $1',
    [orderId],
  );
  if (refunds.some((refund) => refund.recorded && (refund.reference ?? reference) === reference)) return;
  const by = [...new Set(refunds.map((refund) => refund.reference ?? 'PayPal'))].join(', ');
  throw conflict('already-refunded', `This order's money was given back already (${by}).`);
}
