import { adminActed, PaymentRefunded } from '@shop/contracts/events';
import { formatCents } from '@shop/contracts/pricing';
import { conflict, locked, notFound, type Tx } from '@shop/kit';
import type { EntityManager } from 'typeorm';
import { note } from '../orders/history';
import { Order } from '../orders/order.entity';
import { orderSubject } from '../orders/order-subject';

export type Refund = { refundId: string; captureId: string; amountCents: number; refundedAt: Date };

/**
 * The provider gave money back. Once all of it paid for the order is back, the links are worthless and the sale is reversed; the track stays off sale
 * until an admin frees it (design, Checkout). A part of it changes nothing but tells the admin. A refund of another
 * capture (the buyer had paid twice) is only written down. Each refund counts once.
 */
export async function refundByProvider(tx: Tx, orderId: number, refund: Refund): Promise<void> {
  const { db, emit } = tx;
  const order = await locked(db, Order, { id: orderId });
  if (!order || !['paid', 'review', 'refunded'].includes(order.paymentState)) return;
  if (!(await storeRefund(tx, orderId, refund)) || order.paymentState === 'refunded') return;

  if (refund.captureId !== (await ownCapture(db, order))) {
    await note(
      db,
      orderId,
      'other payment refunded',
      `${formatCents(refund.amountCents)} of ${refund.captureId} (${refund.refundId})`,
    );
    return;
  }
  const back = await givenBack(db, orderId, refund.captureId);
  if (back >= order.totalCents) return giveBack(tx, order, refund, back);
  const reason = `${formatCents(refund.amountCents)} of ${formatCents(order.totalCents)} given back`;
  const told = order.askForALook(reason, refund.captureId);
  await db.save(order);
  await emit(told);
  await note(db, orderId, 'partly refunded', `${reason} (${refund.refundId})`);
}

/** An admin gave the money back himself and records it. @throws Refusal 404, 409 when it is not paid. */
export async function recordRefund(tx: Tx, adminId: number, orderId: number, reference: string): Promise<Order> {
  const order = await locked(tx.db, Order, { id: orderId });
  if (!order) throw notFound('order');
  if (order.paymentState === 'refunded') return order;
  if (order.paymentState !== 'paid' && order.paymentState !== 'review')
    throw conflict('not-paid', 'Only a paid order can be refunded.');

  const captureId = await ownCapture(tx.db, order);
  const [now] = await tx.db.query<[{ at: Date }]>('SELECT now() AS at');
  const rest = order.totalCents - (await givenBack(tx.db, orderId, captureId));
  const refund = { refundId: `recorded-${order.ref}`, captureId, amountCents: rest, refundedAt: now.at };
  await storeRefund(tx, orderId, refund);
  const before = { payment_state: order.paymentState };
  await giveBack(tx, order, refund, order.totalCents, reference);
  const after = { payment_state: order.paymentState, reference, amountCents: rest };
  await tx.emit(...adminActed(adminId, 'order.refund-recorded', orderSubject(orderId), { before, after }));
  return order;
}

/** The capture that paid the order, or the one that is under review for it. */
async function ownCapture(db: EntityManager, order: Order): Promise<string> {
  const [payment] = await db.query<{ capture_id: string }[]>('SELECT capture_id FROM payments WHERE order_id = $1', [order.id]);
  return payment?.capture_id ?? order.reviewCaptureId!;
}

async function givenBack(db: EntityManager, orderId: number, captureId: string): Promise<number> {
  const [sum] = await db.query<[{ cents: number }]>(
    'SELECT coalesce(sum(amount_cents), 0)::int AS cents FROM refunds WHERE order_id = $1 AND capture_id = $2',
    [orderId, captureId],
  );
  return sum.cents;
}

async function storeRefund({ db }: Tx, orderId: number, refund: Refund): Promise<boolean> {
  const first = await db.query<unknown[]>(
    `INSERT INTO refunds (refund_id, order_id, capture_id, amount_cents, refunded_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT DO NOTHING RETURNING 1`,
    [refund.refundId, orderId, refund.captureId, refund.amountCents, refund.refundedAt],
  );
  return first.length > 0;
}

async function giveBack({ db, emit }: Tx, order: Order, refund: Refund, amountCents: number, reference = refund.refundId) {
  const wasPaid = order.paymentState === 'paid';
  order.refund();
  await db.save(order);
  await db.query('UPDATE order_items SET link_revision = link_revision + 1 WHERE order_id = $1', [order.id]);
  await note(db, order.id, 'refunded', `${formatCents(amountCents)}, ${reference}`);
  // an order in review was never announced as sold: there is nothing for the others to reverse
  if (!wasPaid) return;
  await emit(
    PaymentRefunded({
      orderId: order.id,
      ref: order.ref,
      version: order.version,
      buyerId: order.buyerId,
      captureId: refund.captureId,
      refundId: refund.refundId,
      amountCents,
      refundedAt: refund.refundedAt.toISOString(),
    }),
  );
}
