import assert from 'node:assert/strict';
import { adminActed } from '@shop/contracts/events';
import { conflict, notFound } from '@shop/http';
import { inTx } from '@shop/messaging';
import { z } from 'zod';
import { pollPayment } from '../capture/completer';
import { isUnderWay, isUnpaid } from '../payment-states';
import type { ServiceContext } from '../context';
import { Order, orderSubject } from '../orders/order.entity';

export const RecheckForm = z.object({ order: z.int().positive() });

/**
 * Asks PayPal now what became of a payment that is under way, and acts on it as the completer does
 * (docs/product/payments.md#the-completer). Also finds the payment of an order that is unpaid here, though PayPal took its money.
 * @returns the payment's state after that
 * @throws Refusal 404, 409 when no payment is under way and none can have come
 */
export async function recheckPayment(context: ServiceContext, { order: id }: z.output<typeof RecheckForm>) {
  const { source } = context;
  const paypalOrderId = await inTx(source, async ({ db, emit }) => {
    const order = await db.findOneBy(Order, { id });
    if (!order) throw notFound(`order ${id}`);
    const mayHaveCome = isUnpaid(order) && order.paypalOrderId !== null;
    if (!isUnderWay(order) && !mayHaveCome)
      throw conflict('not-under-way', `Order ${id} is ${order.paymentState}: no payment of it is under way.`);
    // The completer leaves the payment alone meanwhile. The buyer may have read that it is being confirmed, and hears of its end.
    if (isUnderWay(order))
      await db.query('UPDATE orders SET next_check_at = now() + make_interval(secs => $2), checks = 1 WHERE id = $1', [
        id,
        context.leaseMs / 1000,
      ]);
    await emit(
      ...adminActed(0, 'order.payment-rechecked', orderSubject(id), { before: null, after: { was: order.paymentState } }),
    );
    return order.paypalOrderId;
  });
  assert(paypalOrderId, 'a payment by PayPal has an order there');
  await pollPayment(context, { id, paypal_order_id: paypalOrderId });
  const { paymentState } = await source.manager.findOneByOrFail(Order, { id });
  return { state: paymentState };
}
