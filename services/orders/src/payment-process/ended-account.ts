import assert from 'node:assert/strict';
import { rowsOf, type Tx } from '@shop/messaging';
import { lockClaims } from '../claims/claims';
import { alarm } from '../orders/order-process';
import { Order } from '../orders/order.entity';
import { openDifference } from '../payments/reconciliation/differences';
import { IS_PAID, IS_REFUNDED, IS_RESERVED } from '../payment-states';
import { revokeLinks } from '../revoke-links';
import { transition } from './transition';

/** Ends all unpaid orders of a buyer, whose row the caller has locked. It locks all their claims first to prevent deadlocks. */
export async function endOrdersOf(tx: Tx, buyerId: number, why: string): Promise<void> {
  const orders = await rowsOf(tx.db, Order, `WHERE buyer_id = $1 AND ${IS_RESERVED} ORDER BY id FOR UPDATE`, [buyerId]);
  if (orders.length === 0) return;
  await lockClaims(
    tx.db,
    [],
    orders.map(({ id }) => id),
  );
  for (const order of orders) await transition(tx, order, { kind: 'unpaid', detail: why });
}

/**
 * Puts the orders of a buyer under review that were paid after the account had ended: this service learned of the end too late. Their
 * links stop working, and their tracks stay sold and their sellers unpaid until an admin decides. The caller has locked the buyer,
 * whose account ended with `tx.cause`.
 */
export async function reviewPaidSinceEnd(tx: Tx, buyerId: number, how: 'suspended' | 'deleted'): Promise<void> {
  const { db, cause } = tx;
  assert(cause, 'an account ends by an event');
  // Waits for payments that are being settled. What they have written is visible to the next statement only.
  await db.query(`SELECT 1 FROM orders WHERE buyer_id = $1 AND NOT ${IS_REFUNDED} ORDER BY id FOR UPDATE`, [buyerId]);
  const orders = await rowsOf(
    db,
    Order,
    `WHERE buyer_id = $1 AND ${IS_PAID} AND EXISTS (
       SELECT 1 FROM order_events WHERE order_id = orders.id AND event = 'paid' AND at >= $2) ORDER BY id`,
    [buyerId, cause.occurredAt],
  );
  const reason = `It was paid after the account of its buyer had been ${how}. Its links no longer work.`;
  for (const order of orders) {
    const [payment] = await db.query<[{ captureId: string; amountCents: number }]>(
      'SELECT capture_id AS "captureId", amount_cents AS "amountCents" FROM payments WHERE order_id = $1',
      [order.id],
    );
    const { captureId } = payment;
    await revokeLinks(tx, order.id, true);
    const amountCents = order.reviewAmountCents ?? payment.amountCents;
    await transition(tx, order, { kind: 'account-ended', ...alarm(reason, captureId), amountCents });
    await openDifference(tx, {
      kind: 'ended-account',
      providerId: captureId,
      orderId: order.id,
      amountCents: payment.amountCents,
      expectedCents: null,
      reason,
      at: new Date(cause.occurredAt),
    });
  }
}
