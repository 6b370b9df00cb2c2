import type { DataOf, PaymentDiffered } from '@shop/contracts/events';
import { saveIfNewer, type Tx } from '@shop/messaging';

/** Stores a difference between PayPal's books and the shop's, with the sellers of its sales: they are not paid while it is open. */
export async function blockPayoutsWhenPaymentDiffered({ db }: Tx, difference: DataOf<typeof PaymentDiffered>): Promise<void> {
  const { differenceId, version, orderId, sellerIds, open, reason } = difference;
  await saveIfNewer(
    db,
    { table: 'payout_blocks', key: 'difference_id' },
    { difference_id: differenceId, version, order_id: orderId, seller_ids: sellerIds, open, reason },
  );
}
