import type { EntityManager } from 'typeorm';

/**
 * Blanks the buyer in the orders of deleted accounts (docs/product/accounts.md#what-erasing-an-account-does). An order whose payment is
 * under way is left until the payment has ended, because its buyer still gets what they paid for. `userId` restricts it to one account.
 */
export const blankDeletedBuyers = (db: EntityManager, userId: number | null = null) =>
  db.query(
    `UPDATE orders SET customer = '{"firstName":"","lastName":"","email":"","country":""}', version = orders.version + 1
     FROM buyers WHERE buyers.user_id = orders.buyer_id AND buyers.deleted AND ($1::int IS NULL OR buyers.user_id = $1)
       AND customer->>'email' <> '' AND payment_state NOT IN ('capturing', 'pending', 'review')`,
    [userId],
  );
