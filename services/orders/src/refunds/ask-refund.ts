import { REFUND_DAYS } from '@shop/contracts/constants';
import { adminActed } from '@shop/contracts/events';
import type { RefundForm, RefundQuoteForm } from '@shop/contracts/forms';
import { formatCents, sellerNetCents } from '@shop/contracts/pricing';
import type { RefundQuoteView } from '@shop/contracts/views';
import { conflict, notFound } from '@shop/http';
import { inTx, locked, rowsOf, type Tx } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import type { ServiceContext } from '../context';
import { itemsOf } from '../orders/order-queries';
import { Order, orderSubject } from '../orders/order.entity';
import { transition } from '../payment-process/transition';
import { hasMoney, isRefunded } from '../payment-states';
import { openRefunds, restOfOrder } from './book-refund';
import { refundRefused, TOO_LATE } from '../orders/refund-failures';
import { capturedCents, givenBack, captureIdOfOrder } from './given-back';
import { refundUnderWay } from './record-refund';
import { RefundRequest } from '../orders/refund-request.entity';
import { planRefund, type Split } from './refund-split';
import { concludeRefund } from './settle-refund';

/**
 * Gives money back by PayPal, once for each key (docs/product/payments.md#refunds). No transaction is open during the call; an unknown
 * outcome is left to the completer.
 * @returns the refund: done, pending at PayPal, or asked while nobody knows the outcome
 * @throws Refusal 400 and 409 when it cannot be given back, or PayPal refuses
 */
export async function askRefund(
  context: ServiceContext,
  adminId: number,
  orderId: number,
  form: RefundForm,
): Promise<RefundRequest> {
  const { request, isNew } = await inTx(context.source, (tx) => beginRefund(tx, context, adminId, orderId, form));
  const { captureId, requestId, amountCents, ref } = request;
  if (isNew) {
    const deadline = AbortSignal.timeout(context.providerWithinMs);
    const outcome = await context.gateway.refundCapture({ captureId, requestId, amountCents, customId: ref }, deadline);
    await concludeRefund(context, request, outcome, deadline);
  }
  const after = await context.source.manager.findOneByOrFail(RefundRequest, { id: request.id });
  if (after.failure !== null) throw refundRefused(after.failure);
  return after;
}

async function beginRefund(
  tx: Tx,
  { leaseMs }: ServiceContext,
  adminId: number,
  orderId: number,
  form: RefundForm,
): Promise<{ request: RefundRequest; isNew: boolean }> {
  const { db } = tx;
  const order = await locked(db, Order, { id: orderId });
  if (!order) throw notFound('order');
  const earlierRequest = await db.findOneBy(RefundRequest, { key: form.key });
  if (earlierRequest && earlierRequest.orderId !== orderId)
    throw conflict('key-used', 'This key belongs to a refund of another order.');
  if (earlierRequest) return { request: earlierRequest, isNew: false };

  const { captureId, leftCents, split } = await planned(db, order, form);
  const { amountCents, feeCents, items } = split;
  if (form.shownCents !== amountCents && form.shownCents !== leftCents)
    throw conflict(
      'amount-changed',
      `${formatCents(leftCents)} is left to give back by now, and this refund gives ${formatCents(amountCents)}. Please look at it again.`,
    );
  const [row] = await db.query<{ id: number }[]>(
    `INSERT INTO refund_requests (order_id, key, capture_id, amount_cents, fee_cents, items, borne_by, with_fee, reason, asked_by, next_check_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, now() + make_interval(secs => $11)) RETURNING id`,
    [
      ...[orderId, form.key, captureId, amountCents, feeCents, JSON.stringify(items)],
      ...[form.borneBy, form.withFee, form.reason, adminId, leaseMs / 1000],
    ],
  );
  const request = await db.findOneByOrFail(RefundRequest, { id: row?.id });
  const detail = `${formatCents(amountCents)} by admin ${adminId}: ${form.reason}`;
  await transition(tx, order, { kind: 'refund-asked', detail });
  const { borneBy, reason } = form;
  const after = { amountCents, feeCents, borneBy, reason, items: items.filter(({ linkEnded }) => linkEnded) };
  await tx.emit(...adminActed(adminId, 'order.refund-asked', orderSubject(orderId), { before: null, after }));
  return { request, isNew: true };
}

type RefundPlan = { captureId: string; takenCents: number; backCents: number; leftCents: number; split: Split };

/** What a refund gives back, now. @throws Refusal 400, 409 when it cannot be given back */
async function planned(db: EntityManager, order: Order, form: RefundQuoteForm): Promise<RefundPlan> {
  if (isRefunded(order)) throw conflict('already-refunded', "This order's money was given back already.");
  if (!hasMoney(order)) throw conflict('not-paid', 'Only a paid order can be refunded.');
  const isWhole = form.items === undefined && form.amountCents === undefined;
  if (!order.isSold && !isWhole)
    throw conflict('not-paid', 'Nothing of this order was delivered: only all that it paid can be given back.');
  const [payment] = await db.query<{ method: string; isOld: boolean }[]>(
    `SELECT method, captured_at < now() - make_interval(days => $2) AS "isOld" FROM payments WHERE order_id = $1`,
    [order.id, REFUND_DAYS],
  );
  if (payment && payment.method !== 'paypal')
    throw conflict(
      'not-paypal',
      'This order was not paid through PayPal. Return the money the way it came, and record the refund.',
    );
  if (payment?.isOld) throw conflict('too-late', TOO_LATE);

  const open = await openRefunds(db, order.id);
  if (open.some(({ state }) => state === 'asked')) throw refundUnderWay();
  const captureId = await captureIdOfOrder(db, order);
  const takenCents = await capturedCents(db, order);
  const { back: backCents } = await givenBack(db, order.id, captureId);
  const onItsWay = open.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const leftCents = takenCents - backCents - onItsWay;
  if (leftCents <= 0 && onItsWay > 0) throw refundUnderWay();
  return {
    captureId,
    takenCents,
    backCents,
    leftCents,
    split: planRefund(await restOfOrder(db, order, backCents, open), leftCents, form),
  };
}

/**
 * What a refund would do, in cents; nothing is stored (docs/product/payments.md#refunds).
 * @throws Refusal 404, 400, 409 like the refund itself
 */
export async function quoteRefund(db: EntityManager, orderId: number, form: RefundQuoteForm): Promise<RefundQuoteView> {
  const [order] = await rowsOf(db, Order, 'WHERE id = $1', [orderId]);
  if (!order) throw notFound('order');
  const { takenCents, backCents, leftCents, split } = await planned(db, order, form);
  const { amountCents, feeCents } = split;
  const full = backCents + amountCents >= takenCents;
  const orderItems = await itemsOf(db, orderId);
  const isGone = (productId: number) =>
    split.items.some((item) => item.productId === productId && item.linkEnded && !item.project);
  const soldTracks = order.isSold ? orderItems : [];
  const endingTracks = soldTracks.filter(({ productId, refunded }) => refunded !== 'track' && (full || isGone(productId)));
  const ledger = form.borneBy === 'house' && !full ? [] : await ledgerLines(db, order, split, full);
  return {
    ...{ amountCents, feeCents, leftCents, full },
    items: split.items.map((item) => ({
      ...item,
      linkEnded: item.linkEnded || full,
      name: orderItems.find(({ productId }) => productId === item.productId)?.name ?? '',
    })),
    certificates: endingTracks.flatMap(({ productId, certificateCode }) => (certificateCode ? [productId] : [])),
    ledger,
    houseCents: amountCents - ledger.reduce((sum, { netCents }) => sum + netCents, 0),
    coupon: order.couponCode
      ? {
          code: order.couponCode,
          discountCents: orderItems
            .filter(({ productId }) => split.items.some((item) => item.productId === productId))
            .reduce((sum, item) => sum + item.discountCents, 0),
        }
      : null,
    creditNoteCents: amountCents,
  };
}

type Bearing = { items: Split['items']; borne_by: string };

/** What the sellers' shares lose: the part of each sale's net that its part of the payment makes, as their ledger will book it. */
async function ledgerLines(db: EntityManager, order: Order, split: Split, full: boolean): Promise<RefundQuoteView['ledger']> {
  const splits = await db.query<Bearing[]>('SELECT items, borne_by FROM refund_splits WHERE order_id = $1', [order.id]);
  const borne = (productId: number, bearings: Pick<Bearing, 'items'>[]) =>
    bearings
      .flatMap(({ items }) => items)
      .filter((item) => item.productId === productId)
      .reduce((sum, { amountCents }) => sum + amountCents, 0);
  const ofSale = splits.filter(({ borne_by: borneBy }) => borneBy === 'sale');
  return (order.isSold ? await itemsOf(db, order.id) : []).flatMap((item) => {
    if (item.sellerId === null) return [];
    const { productId, sellerId, storeName, paidCents } = item;
    const grossCents = item.priceCents + item.projectCents;
    const before = borne(productId, ofSale);
    const netBefore = sellerNetCents(grossCents, paidCents, before);
    const netAfter = full ? 0 : sellerNetCents(grossCents, paidCents, before + borne(productId, [split]));
    return netBefore === netAfter ? [] : [{ productId, sellerId, storeName, netCents: netBefore - netAfter }];
  });
}
