import type { EntityManager } from 'typeorm';
import { IS_UNDECIDED } from '../payment-states';

/**
 * Blanks the buyer in the orders of deleted accounts (docs/product/accounts.md#what-erasing-an-account-does), or only of `userId`.
 * An order whose payment is under way waits for its end, because its buyer still gets what they paid for.
 */
export async function blankDeletedBuyers(db: EntityManager, userId: number | null = null): Promise<void> {
  const buyers = await db.query<{ user_id: number }[]>(
    'SELECT user_id FROM buyers WHERE deleted AND NOT blanked AND ($1::int IS NULL OR user_id = $1)',
    [userId],
  );
  if (buyers.length === 0) return;
  const ids = buyers.map((buyer) => buyer.user_id);
  await db.query(
    `WITH blank AS (
       UPDATE orders SET customer = '{"firstName":"","lastName":"","email":"","country":""}', terms_address = NULL,
         version = version + 1
       WHERE buyer_id = ANY($1) AND customer->>'email' <> '' AND NOT ${IS_UNDECIDED} RETURNING id
     ), hidden AS (UPDATE order_items SET shows_buyer = false WHERE order_id IN (SELECT id FROM blank) AND shows_buyer)
     UPDATE certificates SET salt = NULL WHERE order_id IN (SELECT id FROM blank)`,
    [ids],
  );
  // A deleted account makes no more orders, so a buyer who is named in no order stays blanked.
  await db.query(
    `UPDATE buyers SET blanked = true
     WHERE user_id = ANY($1) AND NOT EXISTS (SELECT 1 FROM orders WHERE buyer_id = user_id AND customer->>'email' <> '')`,
    [ids],
  );
}
