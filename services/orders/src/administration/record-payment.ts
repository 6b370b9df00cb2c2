import { recordedId } from '@shop/contracts/constants';
import { adminActed } from '@shop/contracts/events';
import type { RecordPaymentForm } from '@shop/contracts/forms';
import { conflict, notFound } from '@shop/http';
import { inOrder, inTx, locked, type Tx } from '@shop/messaging';
import { QueryFailedError, type EntityManager } from 'typeorm';
import { lockBuyerOf } from '../buyers/buyer-locks';
import { buyerNow } from '../buyers/buyer-now';
import { refuseGoneTracks } from '../checkout/refuse-gone-tracks';
import { AS_QUOTED, requote } from '../checkout/requote';
import type { OrderItem } from '../orders/order-item.entity';
import { itemsOf } from '../orders/order-queries';
import { Order, orderSubject } from '../orders/order.entity';
import { mailAgain } from '../orders/resend-order';
import { settle } from '../payment-process/settle';
import { TracksGone, transition } from '../payment-process/transition';
import { closeDifference } from '../payments/reconciliation/differences';
import { closedStoreReason } from '../product-copies/copy-store';
import { isInReview, isPaid, isRefunded, isUnderWay } from '../payment-states';
import { revokeLinks } from '../revoke-links';
import type { Settings, ServiceContext } from '../context';

/**
 * Records a payment that the operator has received, and settles the order like a capture
 * (docs/product/payments.md#recording-a-payment). It also ends a review in the buyer's favour. Recording the same payment again
 * changes nothing.
 * @returns the order as it is now
 * @throws Refusal 404, 409 when the order is paid or refunded, when PayPal is at work on it, when another order has this
 * reference or this payment by PayPal, for everything that a capture is refused for, and when the store of a track is closed
 */
export async function recordPayment(
  context: ServiceContext,
  adminId: number,
  orderId: number,
  form: RecordPaymentForm,
): Promise<Order> {
  try {
    return await inTx(context.source, (tx) => record(tx, adminId, orderId, form, context));
  } catch (error) {
    if (isReferenceTaken(error))
      throw conflict('reference-used', 'This reference has settled another order already.', { field: 'reference' });
    if (!(error instanceof TracksGone)) throw error;
    const { manager } = context.source;
    const { buyerId, couponPercent } = await manager.findOneByOrFail(Order, { id: orderId });
    await refuseGoneTracks(manager, { buyerId, couponPercent }, await itemsOf(manager, orderId), error.productIds);
    throw error;
  }
}

const isReferenceTaken = (error: unknown) =>
  error instanceof QueryFailedError && (error.driverError as { constraint?: string }).constraint === 'payments_by_reference';

async function record(tx: Tx, adminId: number, orderId: number, form: RecordPaymentForm, settings: Settings): Promise<Order> {
  const { method, reference } = form;
  const [, order] = await inOrder(tx.db, [(db) => lockBuyerOf(db, orderId), (db) => locked(db, Order, { id: orderId })]);
  if (!order) throw notFound('order');
  if (isRefunded(order)) throw conflict('already-paid', 'This order is refunded already.');
  if (isPaid(order)) {
    await refuseSecondPayment(tx.db, orderId, form);
    return order;
  }
  if (isUnderWay(order))
    throw conflict('payment-under-way', 'PayPal is still processing a payment for this order. Please wait for its answer.');
  if (method === 'other') await refusePaymentOfAnother(tx.db, orderId, reference);
  const [{ deleted, blockedReason, accountEmail }, orderItems] = await inOrder(tx.db, [
    (db) => buyerNow(db, order.buyerId),
    (db) => itemsOf(db, orderId),
  ]);
  if (!order.customer.email || deleted)
    throw conflict(
      'forgotten',
      'The account of this order has been deleted: nobody would get the files. Please return the money.',
    );
  if (blockedReason)
    throw conflict('suspended', 'The account of this order is suspended. Please reinstate it first, or return the money.');

  const items = await itemsToSell(tx, order, orderItems, settings);
  if (await closedStoreReason(tx.db, orderId))
    throw conflict('removed', 'The store of a track has been closed: nobody would get its share. Please return the money.');

  const before = { payment_state: order.paymentState, status: order.status };
  if (order.isSold) await endReviewOfSale(tx, order, form, settings);
  else await sell(tx, order, form, settings, { items, accountEmail });
  const after = { payment_state: order.paymentState, status: order.status, method, reference, amountCents: order.totalCents };
  await tx.emit(...adminActed(adminId, 'order.payment-recorded', orderSubject(orderId), { before, after }));
  return order;
}

async function sell(
  tx: Tx,
  order: Order,
  { method, reference }: RecordPaymentForm,
  settings: Settings,
  sale: { items: readonly OrderItem[]; accountEmail: string | null },
): Promise<void> {
  const [now] = await tx.db.query<[{ at: Date }]>('SELECT now() AS at');
  const captureId = order.reviewCaptureId ?? recordedId(order.ref);
  const payment = { captureId, method, reference, amountCents: order.totalCents, providerFeeCents: null, capturedAt: now.at };
  await settle(tx, 'payment-recorded', order, payment, settings, sale);
}

/** Ends the review of a payment that had paid the order before: the sale stays, and the buyer is mailed links that work. */
async function endReviewOfSale(tx: Tx, order: Order, { method, reference }: RecordPaymentForm, { downloadKeys }: Settings) {
  await tx.db.query('UPDATE payments SET method = $2, reference = $3 WHERE order_id = $1', [order.id, method, reference]);
  await transition(tx, order, { kind: 'sale-kept', detail: `kept after a review, by ${method}, ${reference}` });
  await closeDifference(tx, 'ended-account', order.id);
  await revokeLinks(tx, order.id);
  await mailAgain(tx, order, downloadKeys);
}

/** Refuses another payment of a paid order. The same payment may be recorded again, because its answer may have been lost. */
async function refuseSecondPayment(db: EntityManager, orderId: number, { method, reference }: RecordPaymentForm): Promise<void> {
  const [payment] = await db.query<[{ reference: string; same: boolean }]>(
    'SELECT reference, method = $2 AND lower(reference) = lower($3) AS same FROM payments WHERE order_id = $1',
    [orderId, method, reference],
  );
  if (!payment.same) throw conflict('already-paid', `This order is paid already (${payment.reference}).`);
}

/** Refuses PayPal's id of a payment that PayPal took, reviews or holds for another order: its money would pay two. */
async function refusePaymentOfAnother(db: EntityManager, orderId: number, reference: string): Promise<void> {
  const [otherOrder] = await db.query<{ id: number }[]>(
    `SELECT order_id AS id FROM payments WHERE lower(capture_id) = lower($2) AND order_id <> $1
     UNION ALL SELECT id FROM orders WHERE lower($2) IN (lower(review_capture_id), lower(held_capture_id)) AND id <> $1 LIMIT 1`,
    [orderId, reference],
  );
  if (otherOrder)
    throw conflict('reference-used', `This is PayPal's payment for order #${otherOrder.id}.`, { field: 'reference' });
}

/**
 * Refuses the order for the same reasons as a capture. For an order in review, only its tracks are checked: its money was taken
 * at the old price.
 * @returns its items as they are sold
 */
async function itemsToSell({ db }: Tx, order: Order, items: OrderItem[], { timeZone }: Settings): Promise<OrderItem[]> {
  await refuseGoneTracks(db, order, items, await heldElsewhere(db, order.id, items));
  if (isInReview(order)) return items;
  if (order.closed === 'cancelled')
    throw conflict('cancelled', 'This order has been cancelled. Please set another status first if it is to be paid.');
  if (order.closed === 'replaced') throw conflict('replaced', 'The buyer has started a newer order for these tracks.');
  const [{ asQuoted }] = await db.query<[{ asQuoted: boolean | null }]>(
    `SELECT ${AS_QUOTED} AS "asQuoted" FROM orders WHERE id = $1`,
    [order.id],
  );
  return asQuoted ? items : requote(db, order, items, timeZone);
}

async function heldElsewhere(db: EntityManager, orderId: number, items: readonly OrderItem[]): Promise<number[]> {
  const rows = await db.query<{ product_id: number }[]>(
    `SELECT product_id FROM sale_claims WHERE product_id = ANY($2) AND order_id <> $1
       AND (state IN ('capturing', 'sold') OR (state = 'reserved' AND expires_at >= now()))`,
    [orderId, items.map((item) => item.productId)],
  );
  return rows.map((row) => row.product_id);
}
