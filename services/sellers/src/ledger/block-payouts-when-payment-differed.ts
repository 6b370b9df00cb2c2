import type { DataOf, PaymentDiffered } from '@shop/contracts/events';
import { upsertIfNewer, type Tx } from '@shop/messaging';

/** Remembers what PayPal's books and ours say differently, and of whose sales. */
export async function blockPayoutsWhenPaymentDiffered({ db }: Tx, difference: DataOf<typeof PaymentDiffered>): Promise<void> {
  const { differenceId, version, orderId, sellerIds, open, reason } = difference;
  await upsertIfNewer(
    db,
    { table: 'payout_blocks', key: 'difference_id' },
    { difference_id: differenceId, version, order_id: orderId, seller_ids: sellerIds, open, reason },
  );
}
