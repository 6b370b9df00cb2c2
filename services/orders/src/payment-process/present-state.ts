import { unavailable } from '@shop/http';
import { rowsOf } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import type { ServiceContext } from '../context';
import { Order } from '../orders/order.entity';
import { RECORDED_CAPTURES } from '../payments/recorded-captures';
import { applyCapture } from './settle';

/** The order that a capture paid, or else that an admin recorded it for, or else that it is under review for. */
export async function orderOfCapture(db: EntityManager, captureId: string | null | undefined): Promise<Order | null> {
  if (!captureId) return null;
  const [order] = await rowsOf(
    db,
    Order,
    `JOIN (
       SELECT order_id, 1 AS rank FROM payments WHERE capture_id = $1
       UNION ALL SELECT order_id, 2 FROM ${RECORDED_CAPTURES} recorded WHERE paypal_id = lower($1)
       UNION ALL SELECT id, 3 FROM orders WHERE review_capture_id = $1
     ) known ON order_id = id ORDER BY rank LIMIT 1`,
    [captureId],
  );
  return order ?? null;
}

/** Looks an order up at PayPal and settles what it has captured. @throws Refusal 503 when PayPal cannot be asked */
export async function applyPresentState(context: ServiceContext, order: Order, deadline: AbortSignal): Promise<void> {
  if (!order.paypalOrderId) return;
  const outcome = await context.gateway.lookUpOrder(order.paypalOrderId, deadline);
  if (outcome.kind === 'unknown') throw unavailable('PayPal cannot be asked right now.');
  if (outcome.kind === 'found' && outcome.capture) await applyCapture(context, order.id, outcome.capture);
}
