import { SellerPaymentChanged } from '@shop/contracts/events';
import type { SellerPaymentForm } from '@shop/contracts/forms';
import { invalid, type Tx } from '@shop/kit';
import { ownerOf } from '../user-copies/user-copies';
import { sealCardNumber } from './card-number';
import { ownStore } from './own-store';
import { changedPayout, isSamePayout, paidTo, type PayoutChange } from './payout-details';
import type { Seller } from './seller.entity';

/**
 * The seller says where he is paid to; he is told by mail, as somebody else might have said it (decision 7).
 * @throws Refusal 400 with field `card_number` when there is none yet, 403 for anybody else's store.
 */
export async function changePayment(
  tx: Tx,
  key: Buffer,
  userId: number,
  sellerId: number,
  form: SellerPaymentForm,
): Promise<Seller> {
  const seller = await ownStore(tx.db, userId, sellerId);
  if (form.payment_method === 'card' && !form.card_number && !(seller.paymentMethod === 'card' && seller.cardLast4))
    throw invalid('card_number', 'Please enter your card number');
  if (!payTo(seller, key, form)) return seller;
  await tx.db.save(seller);
  await tx.emit(await paymentChanged(tx, seller, false));
  return seller;
}

/** → whether the money would now go elsewhere. */
export function payTo(seller: Seller, key: Buffer, change: PayoutChange): boolean {
  const payout = changedPayout(seller, change, (digits) => sealCardNumber(key, seller.id, digits));
  if (isSamePayout(seller, payout)) return false;
  Object.assign(seller, payout);
  seller.payoutChangedAt = new Date();
  seller.version += 1;
  return true;
}

export const paymentChanged = async ({ db }: Tx, seller: Seller, byAdmin: boolean) =>
  SellerPaymentChanged({
    sellerId: seller.id,
    version: seller.version,
    storeName: seller.storeName,
    owner: await ownerOf(db, seller.userId),
    paidTo: paidTo(seller),
    byAdmin,
    changedAt: new Date().toISOString(),
  });
