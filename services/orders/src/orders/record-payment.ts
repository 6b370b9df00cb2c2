import type { RecordPaymentForm } from '@shop/contracts/forms';
import { adminActed } from '@shop/contracts/events';
import { conflict, inTx, locked, notFound, type Tx } from '@shop/kit';
import { checkoutConflict } from '../checkout/conflicts';
import { settle, TracksGone } from '../checkout/settle';
import type { Shop } from '../shop';
import { itemsOf } from './order-queries';
import { Order } from './order.entity';
import { orderSubject } from './order-subject';

/**
 * An admin has the money: the order is settled like a capture (decision 6). It also ends a review in the buyer's favour.
 * @throws Refusal 404, 409 when it is paid already, when PayPal is at work on it, when its buyer's account is deleted, or when a track
 * belongs to another order by now.
 */
export async function recordPayment(shop: Shop, adminId: number, orderId: number, form: RecordPaymentForm): Promise<Order> {
  try {
    return await inTx(shop.source, (tx) => record(tx, adminId, orderId, form, shop.settings.downloadKey));
  } catch (error) {
    if (!(error instanceof TracksGone)) throw error;
    const items = await itemsOf(shop.source.manager, orderId);
    const gone = items.filter((item) => error.productIds.includes(item.productId));
    throw checkoutConflict(
      gone.map(({ productId: id, name }) => ({ id, name, code: 'held' as const })),
      null,
    );
  }
}

async function record(
  tx: Tx,
  adminId: number,
  orderId: number,
  { method, reference }: RecordPaymentForm,
  downloadKey: string,
): Promise<Order> {
  const order = await locked(tx.db, Order, { id: orderId });
  if (!order) throw notFound('order');
  if (order.paymentState === 'paid' || order.paymentState === 'refunded')
    throw conflict('already-paid', `This order is ${order.paymentState} already.`);
  if (order.paymentState === 'capturing' || order.paymentState === 'pending')
    throw conflict('payment-under-way', 'PayPal is at work on this order. Please wait for its answer.');
  if (!order.customer.email)
    throw conflict(
      'forgotten',
      'The account of this order has been deleted: nobody would get the files. Please return the money.',
    );

  const before = { payment_state: order.paymentState, status: order.status };
  const [now] = await tx.db.query<[{ at: Date }]>('SELECT now() AS at');
  const captureId = order.reviewCaptureId ?? `recorded-${order.ref}`;
  const payment = { captureId, method, reference, amountCents: order.totalCents, providerFeeCents: null, paidAt: now.at };
  await settle(tx, order, payment, downloadKey);
  const after = { payment_state: order.paymentState, status: order.status, method, reference, amountCents: order.totalCents };
  await tx.emit(...adminActed(adminId, 'order.payment-recorded', orderSubject(orderId), { before, after }));
  return order;
}
