import { CURRENCY } from '@shop/contracts/constants';
import { formatCents } from '@shop/contracts/pricing';
import { inTx, locked, soon, type Tx } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { buyerNowOf, type BuyerNow } from '../buyers/buyer-now';
import { announceHeld, claimAll, fromNow } from '../claims/claims';
import { keepOrder } from '../orders/keep-order';
import { itemsOf } from '../orders/order-queries';
import { OrderItem } from '../orders/order-item.entity';
import { Order } from '../orders/order.entity';
import { noteDecline } from '../payments/declines';
import type { Capture } from '../payments/payment-gateway';
import { RECORDED_CAPTURES } from '../payments/recorded-captures';
import { whyNoStore } from '../product-copies/close-store-when-closed';
import type { ServiceContext, Settings } from '../context';
import { endUnpaid } from './end-unpaid';
import { CLEARING_NOTICE_MS, nameLost, putToReview } from './review-payment';

type Payment = {
  captureId: string;
  method: 'paypal' | 'crypto' | 'bank' | 'other';
  reference: string;
  amountCents: number;
  providerFeeCents: number | null;
  capturedAt: Date;
};

/**
 * Acts on a capture as PayPal shows it. Webhook, completer and buyer may all call it, any number of times. `items` are those of
 * the order, if the caller has just read or stored them. → the order after it
 */
export async function applyCapture(
  context: ServiceContext,
  orderId: number,
  capture: Capture,
  items?: OrderItem[],
): Promise<Order> {
  const ask = (db: EntityManager) =>
    Promise.all([
      items ?? itemsOf(db, orderId),
      buyerNowOf(db, orderId),
      whyNoStore(db, orderId),
      whyRecorded(db, orderId, capture.captureId),
    ]);
  try {
    return await onOrder(context, orderId, (tx, order, asked) => applyInTx(tx, context, order, capture, asked), ask);
  } catch (error) {
    if (!(error instanceof TracksGone)) throw error;
    // The whole sale was rolled back: this payment is for a track that another order has.
    context.log.error({ orderId, captureId: capture.captureId }, 'a payment came for a track that is gone');
    return onOrder(context, orderId, (tx, order) => putToReview(tx, order, error.message, capture));
  }
}

async function applyInTx(
  tx: Tx,
  context: ServiceContext,
  order: Order,
  capture: Capture,
  [items, { whyNot, accountEmail }, noStore, recorded]: [OrderItem[], BuyerNow, string | null, string | null],
): Promise<void> {
  await nameLost(tx, order, capture.captureId);
  if (capture.status === 'pending') return awaitClearing(tx, order, capture, await fromNow(tx.db, context.completerEveryMs));
  if (capture.status === 'declined') {
    const ofAnother = order.paymentState === 'review' && (order.sold || order.reviewCaptureId !== capture.captureId);
    if (ofAnother) return;
    const why = `PayPal declined capture ${capture.captureId}`;
    if (await endUnpaid(tx, order, 'declined', why)) noteDecline(context, order.id, 'buyer', why);
    return;
  }

  const settled = order.paymentState === 'paid' || order.paymentState === 'refunded';
  if (recorded && !settled) return reportRecorded(tx, order, recorded, capture.captureId);
  const mismatch = settled ? null : (mismatchOf(order, capture) ?? whyNot ?? noStore);
  if (mismatch) return putToReview(tx, order, mismatch, capture);
  if (order.paymentState === 'review') return;
  await settle(
    tx,
    order,
    {
      captureId: capture.captureId,
      method: 'paypal',
      reference: capture.captureId,
      amountCents: capture.amountCents,
      providerFeeCents: capture.providerFeeCents,
      capturedAt: capture.capturedAt,
    },
    context,
    { items, accountEmail },
  );
}

/**
 * The one way to paid, for the buyer's call, the webhook, the completer and a recorded payment, which does nothing a second time.
 * The caller has locked the order; `sold` has its items and the address of the buyer's account.
 * @throws TracksGone when another order has a track of this one
 */
export async function settle(
  tx: Tx,
  order: Order,
  payment: Payment,
  settings: Settings,
  sold: { items: OrderItem[]; accountEmail: string | null },
): Promise<void> {
  const { db, emit } = tx;
  if (order.paymentState === 'paid' || order.paymentState === 'refunded')
    return reportSecondPayment(tx, order, payment.captureId);

  const { items, accountEmail } = sold;
  const { taken, refused } = await claimAll(
    db,
    items.map((item) => item.productId),
    { orderId: order.id, buyerId: order.buyerId, state: 'sold' },
  );
  if (refused.length > 0) throw new TracksGone(refused);

  const claimVersions = new Map(taken.map((claim) => [claim.productId, claim.version]));
  // PayPal dates a payment that it held to when it began. The deadlines of the sale run from when the money came.
  const paidAt = order.paymentState === 'pending' ? await fromNow(db, 0) : payment.capturedAt;
  const captured = order.pay(paidAt, settings, {
    items,
    payment,
    claimVersions,
    accountEmail,
    downloadKeys: settings.downloadKeys,
  });
  await keepOrder(db, order, 'paid', `${formatCents(payment.amountCents)} by ${payment.method}, ${payment.reference}`);
  // The tracks are sold, so nobody is reminded of them; the claims above refuse new reminders.
  await db.query(
    `WITH over AS (DELETE FROM hold_reminders WHERE product_id = ANY($8))
     INSERT INTO payments (capture_id, order_id, method, reference, amount_cents, provider_fee_cents, captured_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    soon([
      payment.captureId,
      order.id,
      payment.method,
      payment.reference,
      payment.amountCents,
      payment.providerFeeCents,
      payment.capturedAt,
      taken.map((claim) => claim.productId),
    ]),
  );
  await emit(captured);
}

/** Thrown when another order has a track of this payment. The caller rolls the sale back and decides. */
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

/** Why an admin's record keeps a capture from paying this order, or null when nothing does. */
async function whyRecorded(db: EntityManager, orderId: number, captureId: string): Promise<string | null> {
  const [other] = await db.query<{ order_id: number }[]>(
    `SELECT order_id FROM ${RECORDED_CAPTURES} recorded WHERE paypal_id = lower($2) AND order_id <> $1`,
    [orderId, captureId],
  );
  return other ? `the payment was recorded for order #${other.order_id}` : null;
}

async function awaitClearing(tx: Tx, order: Order, capture: Capture, nextCheckAt: Date): Promise<void> {
  if (['paid', 'review', 'refunded'].includes(order.paymentState)) return;
  if (order.paymentState === 'pending') {
    if (order.nameHeld(capture.captureId)) await tx.db.save(order);
    return;
  }
  const items = await tx.db.findBy(OrderItem, { orderId: order.id });
  const ids = items.map((item) => item.productId);
  const { taken, refused } = await claimAll(tx.db, ids, { orderId: order.id, buyerId: order.buyerId, state: 'capturing' });
  if (refused.length > 0) throw new TracksGone(refused);
  order.awaitClearing(capture.captureId, nextCheckAt);
  await keepOrder(tx.db, order, 'pending', `PayPal reviews capture ${capture.captureId}`);
  await announceHeld(tx, order.id, taken, await fromNow(tx.db, CLEARING_NOTICE_MS));
}

/** Notes a second payment for a paid order: nothing changes, and the admin is told once. */
const reportSecondPayment = (tx: Tx, order: Order, captureId: string): Promise<void> =>
  reportOnce(tx, order, 'paid a second time', captureId);

/**
 * Notes a payment that an admin has recorded for another order: the admin is told once, and this order stays unpaid. A review
 * would be wrong however it ended, because the money is the other order's. A buyer who waits for it hears that it came to nothing.
 */
async function reportRecorded(tx: Tx, order: Order, reason: string, captureId: string): Promise<void> {
  if (order.paymentState === 'review') return;
  await reportOnce(tx, order, reason, captureId);
  if (order.paymentState === 'capturing' || order.paymentState === 'pending') await endUnpaid(tx, order, 'declined', reason);
}

async function reportOnce({ db, emit }: Tx, order: Order, reason: string, captureId: string): Promise<void> {
  const [known] = await db.query<unknown[]>(
    `SELECT 1 FROM payments WHERE order_id = $1 AND capture_id = $2
     UNION ALL SELECT 1 FROM ${RECORDED_CAPTURES} recorded WHERE order_id = $1 AND paypal_id = lower($2)
     UNION ALL SELECT 1 FROM order_events WHERE order_id = $1 AND event = 'review' AND capture_id = $2`,
    [order.id, captureId],
  );
  if (known) return;
  const told = order.askForALook(reason, captureId);
  await keepOrder(db, order, 'review', `${reason} (${captureId})`, captureId);
  await emit(told);
}

/** Locks an order and works on it. `ask` is sent with the lock, and sees what the lock waited for. → the order after it */
export async function onOrder<Asked = undefined>(
  { source }: ServiceContext,
  orderId: number,
  work: (tx: Tx, order: Order, asked: Asked) => Promise<unknown>,
  ask?: (db: EntityManager) => Promise<Asked>,
): Promise<Order> {
  return inTx(source, async (tx) => {
    const [order, asked] = await Promise.all([locked(tx.db, Order, { id: orderId }), ask?.(tx.db)]);
    if (!order) throw new Error(`There is no order ${orderId}`);
    await work(tx, order, asked as Asked);
    return order;
  });
}
