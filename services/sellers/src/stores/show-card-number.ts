import { adminActed } from '@shop/contracts/events';
import { notFound } from '@shop/http';
import { locked, type Tx } from '@shop/messaging';
import type { KeyRing } from '@shop/shared';
import { openCardNumber } from './payout-details';
import { Seller } from './seller.entity';

/**
 * The whole card number of a store, open or closed, for an admin who is about to pay (docs/product/selling.md#payout-details). The
 * audit log records the admin and their reason before the number is shown.
 * @throws Refusal 404 when the store has no card number
 */
export async function showCardNumber({ db, emit }: Tx, keys: KeyRing, adminId: number, sellerId: number, reason: string) {
  const seller = await locked(db, Seller, { id: sellerId });
  if (!seller?.cardNumberEncrypted) throw notFound('card number');
  const number = openCardNumber(keys, sellerId, seller.cardNumberEncrypted);
  await emit(
    ...adminActed(
      adminId,
      'seller.card-number-shown',
      { type: 'seller', id: sellerId, name: seller.storeName },
      { before: null, after: { shownFor: reason } },
    ),
  );
  return number;
}
