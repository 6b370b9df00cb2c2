import { EVENTS_ABOUT_PEOPLE, personForgotten, type DataOf, type UserDeleted } from '@shop/contracts/events';
import { endCopy, forgetInInbox, secretsOf, type Tx } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { forgetClaimsOf } from '../buyer-claims/claim-people';
import { blankDeletedBuyers } from '../buyers/blank-deleted-buyers';
import { BUYERS } from '../buyers/copy-buyer';
import { endOrdersOf, reviewPaidSinceEnd } from '../payment-process/ended-account';
import { Order } from '../orders/order.entity';
import { OWN_ROWS } from './own-rows';

/**
 * Forgets the buyer of a deleted account (docs/product/accounts.md#what-erasing-an-account-does). Unpaid orders end and free their
 * tracks. Sales stay, and their buyer is blanked once no payment is under way. Rows that belong to the buyer alone are deleted.
 */
export async function forgetBuyerWhenUserDeleted(tx: Tx, user: DataOf<typeof UserDeleted>) {
  const { db } = tx;
  const { userId, version } = user;
  await endCopy(db, BUYERS, { user_id: userId, version, name: '', last_name: '', email: '' });
  // Read after the copy's row is locked: an order or a request that was just being made is stored by now.
  const words = await wordsOf(db, userId);
  const orders = await db.find(Order, { where: { buyerId: userId }, select: { id: true } });
  await reviewPaidSinceEnd(tx, userId, 'deleted');
  await endOrdersOf(tx, userId, 'the account was deleted');
  await blankDeletedBuyers(tx, userId);
  await forgetClaimsOf(tx, userId);
  for (const { table } of Object.values(OWN_ROWS)) await db.query(`DELETE FROM ${table} WHERE buyer_id = $1`, [userId]);
  const ids = { userId: [userId], buyerId: [userId], sellerUserId: [userId], orderId: orders.map(({ id }) => id) };
  await forgetInInbox(db, secretsOf(EVENTS_ABOUT_PEOPLE), ids);
  await tx.emit(personForgotten(user, words));
}

/**
 * The full names and addresses that the buyer has typed, which may differ from the account's. A single word may be anybody's name
 * and is left out. An address that another account has now is left out too.
 */
const wordsOf = (db: EntityManager, userId: number) =>
  db.query<{ word: string }[]>(
    `SELECT DISTINCT trim(word) AS word FROM (
       SELECT unnest(ARRAY[customer->>'email', concat_ws(' ', customer->>'firstName', customer->>'lastName')]) AS word
         FROM orders WHERE buyer_id = $1
       UNION ALL SELECT request->>'email' FROM service_requests WHERE buyer_id = $1
       UNION ALL SELECT request->>'name' FROM service_requests WHERE buyer_id = $1 AND trim(request->>'name') ~ '\\s'
     ) written
     WHERE trim(word) <> ''
       AND NOT EXISTS (SELECT 1 FROM buyers WHERE lower(email) = lower(trim(word)) AND user_id <> $1 AND NOT deleted)`,
    [userId],
  );
