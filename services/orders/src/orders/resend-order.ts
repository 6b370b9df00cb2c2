import { randomUUID } from 'node:crypto';
import { adminActed, OrderResendRequested } from '@shop/contracts/events';
import { conflict, forbidden, notFound, type UserCaller } from '@shop/http';
import { locked, type Tx } from '@shop/messaging';
import type { KeyRing } from '@shop/shared';
import { buyerNow } from '../buyers/buyer-now';
import { isPaid } from '../payment-states';
import { revokeLinks } from '../revoke-links';
import { note } from './history';
import { capturedFacts } from './order-events';
import { isGivenBack } from './order-item.entity';
import { itemsOf } from './order-queries';
import { Order, orderSubject } from './order.entity';

/**
 * Has the order's mail sent again (docs/product/delivery.md#the-order-mail). With `newLinks` all earlier links stop working.
 * @throws Refusal 403 and 404 like reading the order, 409 when it is not paid, or all of its tracks went back
 */
export async function resendOrder(
  tx: Tx,
  caller: UserCaller,
  orderId: number,
  newLinks: boolean,
  downloadKeys: KeyRing,
): Promise<void> {
  const { db, emit } = tx;
  const order = await locked(db, Order, { id: orderId });
  if (!caller.admin && order?.buyerId !== caller.userId) throw forbidden();
  if (!order) throw notFound('order');
  if (!isPaid(order)) throw conflict('not-paid', 'Only a paid order has links to send.');
  if (!order.customer.email) throw conflict('forgotten', 'The account of this order has been deleted.');

  if ((await itemsOf(db, orderId)).every(isGivenBack)) throw conflict('refunded', 'All tracks of this order were given back.');

  if (newLinks) await revokeLinks(tx, orderId);
  await mailAgain(tx, order, downloadKeys);
  if (caller.admin && order.buyerId !== caller.userId)
    await emit(...adminActed(caller.userId, 'order.mail-resent', orderSubject(orderId), { before: null, after: { newLinks } }));
  await note(
    db,
    orderId,
    'resent',
    `${newLinks ? 'with new links, ' : ''}by ${caller.admin ? 'admin' : 'buyer'} ${caller.userId}`,
  );
}

/** Has the mail of a paid order sent again, with the links that work now; without tracks that went back. */
export async function mailAgain({ db, emit }: Tx, order: Order, downloadKeys: KeyRing): Promise<void> {
  const items = (await itemsOf(db, order.id)).filter((item) => !isGivenBack(item));
  const [payment] = await db.query<[{ capture_id: string; method: string }]>(
    'SELECT capture_id, method FROM payments WHERE order_id = $1',
    [order.id],
  );
  const claims = await db.query<{ product_id: number; version: number }[]>(
    'SELECT product_id, version FROM sale_claims WHERE order_id = $1',
    [order.id],
  );
  const claimVersions = new Map(claims.map((claim) => [claim.product_id, claim.version]));
  const paidBy = { captureId: payment.capture_id, method: payment.method };
  const { accountEmail } = await buyerNow(db, order.buyerId);
  const facts = capturedFacts(order, { items, payment: paidBy, claimVersions, accountEmail, downloadKeys });
  await emit(OrderResendRequested({ requestId: randomUUID(), order: facts }));
}
