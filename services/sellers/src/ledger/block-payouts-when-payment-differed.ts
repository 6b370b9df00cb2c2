import type { DataOf, PaymentDiffered } from '@shop/contracts/events';
import type { Tx } from '@shop/kit';

/** Remembers what PayPal's books and ours say differently, and of whose sales; an older word of it changes nothing. */
export async function blockPayoutsWhenPaymentDiffered({ db }: Tx, difference: DataOf<typeof PaymentDiffered>): Promise<void> {
  const { differenceId, version, orderId, sellerIds, open, reason } = difference;
  await db.query(
    `INSERT INTO payout_blocks AS known (difference_id, version, order_id, seller_ids, open, reason) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (difference_id) DO UPDATE SET version = excluded.version, order_id = excluded.order_id,
       seller_ids = excluded.seller_ids, open = excluded.open, reason = excluded.reason
     WHERE known.version < excluded.version`,
    [differenceId, version, orderId, sellerIds, open, reason],
  );
}
