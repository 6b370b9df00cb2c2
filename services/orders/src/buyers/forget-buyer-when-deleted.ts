import type { DataOf, UserDeleted } from '@shop/contracts/events';
import { locked, type Tx } from '@shop/kit';
import { endUnpaid } from '../checkout/conclude';
import { Order } from '../orders/order.entity';
import { blankDeletedBuyers } from './blank-deleted-buyers';

/**
 * The sales stay, who bought is blanked, once no payment is under way; what he had not paid ends and frees its tracks; what was asked
 * of the house goes (decision 17).
 */
export async function forgetBuyerWhenDeleted(tx: Tx, { userId, version }: DataOf<typeof UserDeleted>) {
  const { db } = tx;
  await db.query(
    `INSERT INTO buyers AS known (user_id, version, deleted) VALUES ($1, $2, true)
     ON CONFLICT (user_id) DO UPDATE SET version = greatest(known.version, excluded.version), deleted = true,
       name = '', last_name = '', email = ''`,
    [userId, version],
  );
  for (const { id } of await db.find(Order, { where: { buyerId: userId, paymentState: 'created' }, order: { id: 'ASC' } })) {
    const order = await locked(db, Order, { id });
    if (order?.paymentState === 'created') await endUnpaid(tx, order, 'expired', 'the account was deleted');
  }
  await blankDeletedBuyers(db, userId);
  await db.query('DELETE FROM coupon_checks WHERE buyer_id = $1', [userId]);
  await db.query('DELETE FROM service_requests WHERE buyer_id = $1', [userId]);
}
