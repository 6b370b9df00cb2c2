import { CURRENCY } from '@shop/contracts/constants';
import { formatCents } from '@shop/contracts/pricing';
import { inOrder, type Tx } from '@shop/messaging';
import { soon } from '@shop/postgres';
import type { EntityManager } from 'typeorm';
import { buyerNowOf, type BuyerNow } from '../buyers/buyer-now';
import { fromNow } from '../claims/claims';
import type { OrderItem } from '../orders/order-item.entity';
import { alarm, stateOf, type News } from '../orders/order-process';
import { itemsOf } from '../orders/order-queries';
import type { Order } from '../orders/order.entity';
import { recordDecline } from '../payments/declines';
import type { Capture } from '../payments/payment-gateway';
import { RECORDED_CAPTURES } from '../payments/recorded-captures';
import { closedStoreReason } from '../product-copies/copy-store';
import { isSettled, isUnderWay } from '../payment-states';
import type { ServiceContext, Settings } from '../context';
import { TracksGone, transition, withOrder } from './transition';

type Payment = {
  captureId: string;
  method: 'paypal' | 'crypto' | 'bank' | 'other';
  reference: string;
  amountCents: number;
  providerFeeCents: number | null;
  capturedAt: Date;
  /** Kept where VAT depends on it. */
  payerCountry?: string | null;
};

/** What is read with the order's lock: `unsellable` says why nothing may be delivered, `recorded` that the money is another order's. */
type Read = { items: readonly OrderItem[]; buyer: BuyerNow; unsellable: string | null; recorded: string | null };

/**
 * Acts on a capture as PayPal shows it. Webhook, completer and buyer may all call it, any number of times. `items` are those of
 * the order, if the caller has just read or stored them.
 * @returns the order after it
 */
export async function applyCapture(
  context: ServiceContext,
  orderId: number,
  capture: Capture,
  items?: readonly OrderItem[],
): Promise<Order> {
  const { source } = context;
  const read = async (manager: EntityManager): Promise<Read> => {
    const [orderItems, buyer, noStore, recordedReason] = await inOrder(manager, [
      (db) => Promise.resolve(items ?? itemsOf(db, orderId)),
      (db) => buyerNowOf(db, orderId),
      (db) => closedStoreReason(db, orderId),
      (db) => recordedElsewhere(db, orderId, capture.captureId),
    ]);
    return { items: orderItems, buyer, unsellable: buyer.blockedReason ?? noStore, recorded: recordedReason };
  };
  try {
    return await withOrder(source, orderId, (tx, order, facts) => apply(tx, context, order, capture, facts), read);
  } catch (error) {
    if (!(error instanceof TracksGone)) throw error;
    // The whole sale was rolled back: this payment is for a track that another order has.
    context.log.error({ orderId, captureId: capture.captureId }, 'a payment came for a track that is gone');
    return withOrder(source, orderId, (tx, order) => transition(tx, order, unfit(capture, error.message)));
  }
}

async function apply(tx: Tx, context: ServiceContext, order: Order, capture: Capture, facts: Read): Promise<unknown> {
  await nameLostCapture(tx, order, capture.captureId);
  switch (capture.status) {
    case 'pending':
      return awaitClearing(tx, context, order, capture, facts.items);
    case 'declined':
      return declineCapture(tx, context, order, capture);
    default:
      return applyMoney(tx, context, order, capture, facts);
  }
}

async function applyMoney(
  tx: Tx,
  context: ServiceContext,
  order: Order,
  capture: Capture,
  { items, buyer, unsellable, recorded }: Read,
): Promise<unknown> {
  const wasSettled = isSettled(order);
  if (recorded && !wasSettled) return noteMoneyOfAnother(tx, order, recorded, capture.captureId);
  const reason = wasSettled ? null : (mismatchOf(order, capture) ?? unsellable);
  if (reason) return transition(tx, order, unfit(capture, reason), items);
  const { captureId, amountCents, providerFeeCents, capturedAt } = capture;
  const payerCountry = context.invoicing?.vat === 'inclusive' ? capture.payerCountry : null;
  const payment: Payment = {
    ...{ captureId, method: 'paypal', reference: captureId, amountCents },
    ...{ providerFeeCents, capturedAt, payerCountry },
  };
  return settle(tx, 'capture-completed', order, payment, context, { items, accountEmail: buyer.accountEmail });
}

/**
 * The one way to paid, for the buyer's call, the webhook, the completer and a recorded payment, which does nothing a second time.
 * The caller has locked the order; `sale` has its items and the address of the buyer's account.
 * @throws TracksGone when another order has a track of this one
 */
export async function settle(
  tx: Tx,
  kind: 'capture-completed' | 'payment-recorded',
  order: Order,
  payment: Payment,
  { siteName, timeZone, publicUrl, downloadKeys }: Pick<Settings, 'siteName' | 'timeZone' | 'publicUrl' | 'downloadKeys'>,
  sale: { items: readonly OrderItem[]; accountEmail: string | null },
): Promise<void> {
  const { captureId, method, reference, amountCents, providerFeeCents, capturedAt } = payment;
  if (isSettled(order)) return reviewOnce(tx, order, 'paid-again', 'paid a second time', captureId);
  const news: News = {
    kind,
    detail: `${formatCents(amountCents)} by ${method}, ${reference}`,
    // PayPal dates a payment that it held to when it began. The deadlines of the sale run from when the money came.
    paidAt: stateOf(order) === 'pending' ? await fromNow(tx.db, 0) : capturedAt,
    site: { siteName, timeZone, publicUrl },
    sale: { ...sale, payment: { captureId, method }, downloadKeys },
  };
  if (!(await transition(tx, order, news, sale.items))) return;
  // The tracks are sold, so nobody is reminded of them; their claims refuse new reminders.
  await tx.db.query(
    `WITH over AS (DELETE FROM hold_reminders WHERE product_id = ANY($8))
     INSERT INTO payments (capture_id, order_id, method, reference, amount_cents, provider_fee_cents, captured_at, payer_country)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $9)`,
    soon([
      captureId,
      order.id,
      method,
      reference,
      amountCents,
      providerFeeCents,
      capturedAt,
      sale.items.map((item) => item.productId),
      payment.payerCountry ?? null,
    ]),
  );
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

/** The news that a payment does not fit its order: nothing is delivered, and an admin decides. */
const unfit = ({ captureId, amountCents }: Capture, reason: string): News => ({
  kind: 'capture-unfit',
  ...alarm(reason, captureId),
  amountCents,
});

/** Why an admin's record keeps a capture from paying this order, or null when nothing does. */
async function recordedElsewhere(db: EntityManager, orderId: number, captureId: string): Promise<string | null> {
  const [otherOrder] = await db.query<{ order_id: number }[]>(
    `SELECT order_id FROM ${RECORDED_CAPTURES} recorded WHERE paypal_id = lower($2) AND order_id <> $1`,
    [orderId, captureId],
  );
  return otherOrder ? `the payment was recorded for order #${otherOrder.order_id}` : null;
}

/** PayPal has the payment under its own review: the tracks stay held until it decides. */
async function awaitClearing(
  tx: Tx,
  { completerEveryMs }: ServiceContext,
  order: Order,
  { captureId }: Capture,
  items: readonly OrderItem[],
): Promise<unknown> {
  if (stateOf(order) === 'pending') {
    order.heldCaptureId = captureId;
    return tx.db.query('UPDATE orders SET held_capture_id = $2 WHERE id = $1 AND held_capture_id IS DISTINCT FROM $2', [
      order.id,
      captureId,
    ]);
  }
  const nextCheckAt = await fromNow(tx.db, completerEveryMs);
  const detail = `PayPal reviews capture ${captureId}`;
  return transition(tx, order, { kind: 'capture-pending', captureId, nextCheckAt, detail }, items);
}

async function declineCapture(tx: Tx, context: ServiceContext, order: Order, { captureId }: Capture): Promise<void> {
  const isOfAnother = stateOf(order) === 'review' && order.reviewCaptureId !== captureId;
  if (isOfAnother) return;
  const detail = `PayPal declined capture ${captureId}`;
  if (await transition(tx, order, { kind: 'capture-declined', detail })) recordDecline(context, order.id, 'buyer', detail);
}

/**
 * Notes a payment that an admin has recorded for another order: the admin is told once, and this order stays unpaid. A review
 * would be wrong however it ended, because the money is the other order's. A buyer who waits for it is told that it came to nothing.
 */
async function noteMoneyOfAnother(tx: Tx, order: Order, reason: string, captureId: string): Promise<void> {
  await reviewOnce(tx, order, 'capture-of-another', reason, captureId);
  if (isUnderWay(order)) await transition(tx, order, { kind: 'capture-declined', detail: reason });
}

/** Asks an admin to look at a payment, unless the order's books or history name it already. */
async function reviewOnce(
  tx: Tx,
  order: Order,
  kind: 'paid-again' | 'capture-of-another',
  reason: string,
  captureId: string,
): Promise<void> {
  const [row] = await tx.db.query<unknown[]>(
    `SELECT 1 FROM payments WHERE order_id = $1 AND capture_id = $2
     UNION ALL SELECT 1 FROM ${RECORDED_CAPTURES} recorded WHERE order_id = $1 AND paypal_id = lower($2)
     UNION ALL SELECT 1 FROM order_events WHERE order_id = $1 AND event = 'review' AND capture_id = $2`,
    [order.id, captureId],
  );
  if (!row) await transition(tx, order, { kind, ...alarm(reason, captureId) });
}

/**
 * Names a lost payment, which is under review by the id of PayPal's order, once PayPal names it. The caller has locked the order.
 */
export async function nameLostCapture({ db }: Tx, order: Order, captureId: string): Promise<void> {
  const { id, reviewCaptureId: lostAs, paypalOrderId } = order;
  if (!lostAs || lostAs !== paypalOrderId) return;
  order.reviewCaptureId = captureId;
  await db.query(
    `WITH named AS (UPDATE orders SET review_capture_id = $3 WHERE id = $1),
          paid AS (UPDATE payments SET capture_id = $3 WHERE order_id = $1 AND capture_id = $2)
     UPDATE refunds SET capture_id = $3 WHERE order_id = $1 AND capture_id = $2`,
    [id, lostAs, captureId],
  );
}
