import type { PaypalPayoutView } from '@shop/contracts/views';
import type { EntityManager } from 'typeorm';

type Row = Omit<PaypalPayoutView, 'sentAt'> & { sentAt: Date };

const MOST = 10;

/**
 * The newest payouts of a seller that PayPal was asked for, in cents, those that PayPal has not decided first
 * (docs/product/payouts.md#what-the-seller-sees). What PayPal says about a fault is for admins.
 */
export async function paypalPayouts(db: EntityManager, sellerId: number): Promise<PaypalPayoutView[]> {
  const rows = await db.query<Row[]>(
    `SELECT item.id, batch.sent_at AS "sentAt", item.amount_cents AS "amountCents", item.pay_to AS "paidTo", item.state
     FROM payout_items item JOIN payout_batches batch ON batch.id = item.batch_id
     WHERE item.seller_id = $1 AND batch.sent_at IS NOT NULL AND item.state NOT IN ('draft', 'cancelled')
     ORDER BY item.state IN ('sent', 'unclaimed', 'on-hold') DESC, batch.sent_at DESC, item.id DESC LIMIT $2`,
    [sellerId, MOST],
  );
  return rows.map((row) => ({ ...row, sentAt: row.sentAt.toISOString() }));
}
