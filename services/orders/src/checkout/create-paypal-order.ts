import { unavailable } from '@shop/http';
import { inTx, rowsOf } from '@shop/messaging';
import { lockBuyerRow } from '../buyers/buyer-locks';
import { forgetNewHolds } from '../claims/hold-limits';
import { Order } from '../orders/order.entity';
import { transition } from '../payment-process/transition';
import { recordDecline } from '../payments/declines';
import type { CreateOutcome, ProviderOrder } from '../payments/payment-gateway';
import { isReserved } from '../payment-states';
import type { ServiceContext } from '../context';
import { lockHolder, openOrder, type OpenedOrder, type Purchase } from './open-order';
import { restoreReplaced } from './restore-replaced';

/**
 * Reserves the tracks for 15 minutes and makes PayPal's order for exactly our total. No transaction is open during the call.
 * @throws Refusal 409 and 429 like openOrder, 503 when PayPal made no order; the tracks are then as they were before
 */
export async function createPaypalOrder(
  context: ServiceContext,
  purchase: Omit<Purchase, 'way'>,
): Promise<{ order: Order; paypalOrderId: string }> {
  const checkout = await inTx(context.source, (tx) => openOrder(tx, { ...purchase, way: 'paypal' }, context));
  const outcome = await createWithOneRetry(context, providerOrder(checkout));
  if (outcome.kind !== 'created') {
    await giveUp(context, purchase, checkout, outcome);
    throw unavailable('Failed to create PayPal order');
  }
  await context.source.query('UPDATE orders SET paypal_order_id = $2 WHERE id = $1', [checkout.order.id, outcome.id]);
  return { order: checkout.order, paypalOrderId: outcome.id };
}

/** Uses the same request id each time, so that PayPal makes one order however often it gets the call. */
async function createWithOneRetry({ gateway, providerWithinMs }: ServiceContext, order: ProviderOrder): Promise<CreateOutcome> {
  const deadline = AbortSignal.timeout(providerWithinMs);
  const first = await gateway.createOrder(order, deadline);
  return first.kind === 'unknown' && !deadline.aborted ? gateway.createOrder(order, deadline) : first;
}

function providerOrder({ order, items }: OpenedOrder): ProviderOrder {
  const { ref, subtotalCents, discountCents, feeCents, totalCents } = order;
  return {
    requestId: `create-${ref}`,
    customId: ref,
    items: items.map((item) => ({ name: item.name, cents: item.priceCents + item.projectCents })),
    subtotalCents,
    discountCents,
    feeCents,
    totalCents,
  };
}

/**
 * Ends the order and restores those it had replaced. Even if PayPal made its order, no browser has the id, so nobody can pay it.
 */
async function giveUp(
  context: ServiceContext,
  purchase: Pick<Purchase, 'buyerId' | 'client'>,
  { order: { id }, replaced }: OpenedOrder,
  outcome: Exclude<CreateOutcome, { kind: 'created' }>,
) {
  const { source, log, timeZone } = context;
  const why = outcome.kind === 'refused' ? outcome.issue : outcome.reason;
  log.warn({ orderId: id, outcome: outcome.kind, why }, 'PayPal made no order');
  if (outcome.kind === 'refused' && outcome.about) recordDecline(context, id, outcome.about, why);
  await inTx(source, async (tx) => {
    const { db } = tx;
    // Locks in the order of openOrder, so that the buyer makes no newer order meanwhile.
    await lockHolder(db, purchase);
    await lockBuyerRow(db, purchase.buyerId);
    const ids = [...replaced.map((older) => older.id), id];
    const orders = await rowsOf(db, Order, 'WHERE id = ANY($1) ORDER BY id FOR UPDATE', [ids]);
    const order = orders.find((candidate) => candidate.id === id);
    if (!order || !isReserved(order)) return;
    await restoreReplaced(tx, order, orders, replaced, timeZone);
    await transition(tx, order, { kind: 'unpaid', detail: `PayPal made no order: ${why}` });
    await forgetNewHolds(db, id);
  });
}
