import type { Tx } from '@shop/messaging';
import { IS_UNDECIDED } from '../payment-states';
import { revokeLinksToPackages } from '../revoke-links';

/**
 * Blanks the buyer in the orders of deleted accounts (docs/product/accounts.md#what-erasing-an-account-does), or only of `userId`.
 * An order whose payment is under way waits for its end, because its buyer still gets what they paid for. What the shop itself
 * delivers, nobody can fetch any more.
 */
export async function blankDeletedBuyers(tx: Tx, userId: number | null = null): Promise<void> {
  const { db } = tx;
  const buyers = await db.query<{ user_id: number }[]>(
    'SELECT user_id FROM buyers WHERE deleted AND NOT blanked AND ($1::int IS NULL OR user_id = $1)',
    [userId],
  );
  if (buyers.length === 0) return;
  const ids = buyers.map((buyer) => buyer.user_id);
  const orders = await db.query<{ id: number }[]>(
    `WITH blank AS (
       UPDATE orders SET customer = '{"firstName":"","lastName":"","email":"","country":""}', terms_address = NULL,
         version = version + 1
       WHERE buyer_id = ANY($1) AND customer->>'email' <> '' AND NOT ${IS_UNDECIDED} RETURNING id
     ), hidden AS (UPDATE order_items SET shows_buyer = false WHERE order_id IN (SELECT id FROM blank) AND shows_buyer
     ), unsalted AS (UPDATE certificates SET salt = NULL WHERE order_id IN (SELECT id FROM blank))
     SELECT id FROM blank`,
    [ids],
  );
  await revokeLinksToPackages(
    tx,
    orders.map(({ id }) => id),
  );
  // A deleted account makes no more orders, so a buyer who is named in no order stays blanked.
  await db.query(
    `UPDATE buyers SET blanked = true
     WHERE user_id = ANY($1) AND NOT EXISTS (SELECT 1 FROM orders WHERE buyer_id = user_id AND customer->>'email' <> '')`,
    [ids],
  );
}
